/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints tracepoint payloads as text. The recording's tracing data has a print format for each
 * event; the format is compiled when the first payload of the event is printed.
 */

#include "base/out.h"

#include <pdata/tracing.h>

struct tp;
struct tp_event;

/*
 * Find the kernel function that contains the address *@addr. Set *@addr to the start of the
 * function, and *@module to the name of the function's module, or to NULL if it is in no module.
 * Return: the name of the function; NULL: no function is known.
 */
typedef const char *(*tp_resolve_fn)(void *ctx, unsigned long long *addr, const char **module);

/*
 * Create a printer for payloads of the events @points, which must be valid as long as the printer.
 * Return: a printer, which tp_free() frees; NULL: memory is exhausted.
 */
struct tp *tp_new(struct pdata_tracepoints *points);
void tp_free(struct tp *tp);

/* Return -ENOMEM if memory for a format was exhausted; else 0. @tp may be NULL. */
int tp_err(const struct tp *tp);

void tp_set_resolver(struct tp *tp, tp_resolve_fn fn, void *ctx);

/*
 * Return the event with id @id (attr.config); NULL: no event has this id, or memory is exhausted
 * (see tp_err()).
 */
struct tp_event *tp_event(struct tp *tp, uint64_t id);

/*
 * Append the text of a payload to @out. Use the format of the event whose id is in the payload's
 * field "common_type"; if the payload lacks this field, use the format of @ev. @cpu: CPU of the
 * sample, which no format uses so far.
 */
void tp_print(struct tp *tp, struct tp_event *ev, struct out *out, uint32_t cpu,
	      const uint8_t *data, uint32_t size);

/*
 * Print all fields of a payload with their names (tp_print_fields), or the value of one field
 * (tp_print_field).
 */
void tp_print_fields(struct tp *tp, struct tp_event *ev, struct out *out, const uint8_t *data,
		     uint32_t size);
void tp_print_field(struct tp *tp, const struct pdata_field *f, struct out *out,
		    const uint8_t *data, uint32_t size);

/*
 * Set *@off and *@len to the offset and the length of the bytes of the dynamic field @f in the
 * payload. Both are taken from the __data_loc word of the field, so the bytes may be outside the
 * payload.
 */
void tp_dynamic(struct tp *tp, const struct pdata_field *f, const uint8_t *data, uint32_t size,
		uint32_t *off, uint32_t *len);
