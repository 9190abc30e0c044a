/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints the raw data of tracepoint samples (payloads) as text. The tracing data in the recording
 * have a print format for each event; the format is compiled when tp_event() first returns the
 * event.
 */

#include "base/out.h"

#include <pdata/tracing.h>

struct tp;
struct tp_event;

/*
 * Function that finds the kernel function at the address *@addr. It sets *@addr to the start
 * address of the kernel function, and *@module to the name of the module that has the function
 * (NULL: the function is in no module). @ctx is the argument of tp_set_resolver(). Return: the name
 * of the function; NULL: no function is known for the address.
 */
typedef const char *(*tp_resolve_fn)(void *ctx, unsigned long long *addr, const char **module);

/*
 * Create a struct tp, which prints payloads of the tracepoints @points. @points must stay valid
 * until tp_free(), which frees the struct. Return: the struct; NULL: memory is exhausted.
 */
struct tp *tp_new(struct pdata_tracepoints *points);
/*
 * Create a copy of @tp, which another thread may use at the same time. @tp must stay valid until
 * the copy is freed with tp_free(). The copy uses the resolver of @tp with the argument
 * @resolve_ctx. Return: the copy; NULL: memory is exhausted.
 */
struct tp *tp_new_copy(const struct tp *tp, void *resolve_ctx);
void tp_free(struct tp *tp);

/*
 * Return -ENOMEM if memory was exhausted when tp_event() prepared a print format of @tp or of a
 * copy; otherwise 0, also if @tp is NULL.
 */
int tp_err(const struct tp *tp);

void tp_set_resolver(struct tp *tp, tp_resolve_fn fn, void *ctx);

/*
 * Return the tracepoint with the id @id, which is attr.config of its events. NULL: no tracepoint
 * has this id, its format has no fields, or memory is exhausted (see tp_err()). The copies of @tp
 * may use the result, too.
 */
struct tp_event *tp_event(struct tp *tp, uint64_t id);
/* Return whether tp_print() may call the resolver for payloads of @ev. @ev may be NULL. */
bool tp_event_has_function(const struct tp_event *ev);

/*
 * Append the text of a payload, the @size bytes at @data, to @out. The function prints the payload
 * with the print format of the tracepoint whose id is in the payload's field "common_type". If the
 * payload lacks this field, the function uses the print format of @ev. If no tracepoint has the id
 * in the field, the text is "[UNKNOWN EVENT]". @cpu is the CPU of the sample; the function does
 * not use it.
 */
void tp_print(struct tp *tp, struct tp_event *ev, struct out *out, uint32_t cpu,
	      const uint8_t *data, uint32_t size);

/*
 * Print fields of a payload to @out, without the print format. The payload is the @size bytes at
 * @data. tp_print_fields() prints the names and values of all fields of @ev except the common
 * ones; tp_print_field() prints the value of the field @f.
 */
void tp_print_fields(struct tp *tp, struct tp_event *ev, struct out *out, const uint8_t *data,
		     uint32_t size);
void tp_print_field(struct tp *tp, const struct pdata_field *f, struct out *out,
		    const uint8_t *data, uint32_t size);

/*
 * Set *@off and *@len to offset and length in bytes of the contents of the dynamic field @f in the
 * payload, which is the @size bytes at @data. Both numbers come from the __data_loc or __rel_loc
 * word of the field and are not checked, so the contents may extend beyond the payload. Both
 * numbers are 0 if the offset or the size of the field @f is too large for any payload, or if
 * @size is larger than any payload.
 */
void tp_dynamic(struct tp *tp, const struct pdata_field *f, const uint8_t *data, uint32_t size,
		uint32_t *off, uint32_t *len);
