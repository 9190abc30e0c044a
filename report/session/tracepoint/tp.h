/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Text of tracepoint payloads. The file's tracing data holds the formats; each is compiled when the
 * first payload of it comes.
 */

#include "base/out.h"

#include <pdata/tracing.h>

struct tp;
struct tp_event;

/*
 * Name of the function at *@addr, which becomes the function's own address; *@module: NULL, or
 * whose.
 */
typedef const char *(*tp_resolve_fn)(void *ctx, unsigned long long *addr, const char **module);

/*
 * Formats of these tracepoints, which must outlive the answer. Return: NULL when memory is
 * exhausted.
 */
struct tp *tp_new(struct pdata_tracepoints *points);
void tp_free(struct tp *tp);

/* Return: -ENOMEM when memory for a format was exhausted, else 0. @tp may be NULL. */
int tp_err(const struct tp *tp);

void tp_set_resolver(struct tp *tp, tp_resolve_fn fn, void *ctx);

/* The event with this number (attr.config); NULL: there is none, or see tp_err(). */
struct tp_event *tp_event(struct tp *tp, uint64_t id);

/*
 * Append the payload's text: by its own common_type, where that is an event's, else by @ev. @cpu:
 * of the sample; no format looks at it so far.
 */
void tp_print(struct tp *tp, struct tp_event *ev, struct out *out, uint32_t cpu,
	      const uint8_t *data, uint32_t size);

/* The fields of a payload with their names; one field's value. */
void tp_print_fields(struct tp *tp, struct tp_event *ev, struct out *out, const uint8_t *data,
		     uint32_t size);
void tp_print_field(struct tp *tp, const struct pdata_field *f, struct out *out,
		    const uint8_t *data, uint32_t size);

/* Where a dynamic field says that its bytes are in the payload; they may be behind its end. */
void tp_dynamic(struct tp *tp, const struct pdata_field *f, const uint8_t *data, uint32_t size,
		uint32_t *off, uint32_t *len);
