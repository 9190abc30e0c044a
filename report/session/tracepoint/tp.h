/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints tracepoint payloads as text. The formats are in the recording's tracing data; each is
 * compiled when the first payload of its event is printed.
 */

#include "base/out.h"

#include <pdata/tracing.h>

struct tp;
struct tp_event;

/*
 * Find the function that contains *@addr. Return: its name; NULL: no function is known. *@addr is
 * set to the start address of the function, and *@module to the name of its module, or NULL.
 */
typedef const char *(*tp_resolve_fn)(void *ctx, unsigned long long *addr, const char **module);

/*
 * Create a printer for payloads of @points, which must live as long as the printer. Return: a
 * printer that tp_free() frees; NULL when memory is exhausted.
 */
struct tp *tp_new(struct pdata_tracepoints *points);
void tp_free(struct tp *tp);

/* Return: -ENOMEM when memory for a format was exhausted, else 0. @tp may be NULL. */
int tp_err(const struct tp *tp);

void tp_set_resolver(struct tp *tp, tp_resolve_fn fn, void *ctx);

/*
 * Return: the event with number @id (attr.config); NULL: no such event, or memory is exhausted
 * (see tp_err()).
 */
struct tp_event *tp_event(struct tp *tp, uint64_t id);

/*
 * Append the text of a payload to @out, with the format of the event that the payload's field
 * common_type names, or of @ev if the payload lacks that field. @cpu: CPU of the sample; no format
 * uses it so far.
 */
void tp_print(struct tp *tp, struct tp_event *ev, struct out *out, uint32_t cpu,
	      const uint8_t *data, uint32_t size);

/* Print all fields of a payload with their names, or the value of one field. */
void tp_print_fields(struct tp *tp, struct tp_event *ev, struct out *out, const uint8_t *data,
		     uint32_t size);
void tp_print_field(struct tp *tp, const struct pdata_field *f, struct out *out,
		    const uint8_t *data, uint32_t size);

/*
 * Get the offset and the length of the bytes of dynamic field @f in the payload, as its __data_loc
 * word gives them: the bytes may be after the payload's end.
 */
void tp_dynamic(struct tp *tp, const struct pdata_field *f, const uint8_t *data, uint32_t size,
		uint32_t *off, uint32_t *len);
