/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Tracing data laid out by hand, in either byte order; and the payloads of its events. */

#include <stddef.h>
#include <stdint.h>

struct t_tracing {
	uint8_t b[4096];
	size_t len;
	int be;
};

void t_tracing_put(struct t_tracing *t, const void *p, size_t n);
void t_tracing_number(struct t_tracing *t, uint64_t v, unsigned bytes);
/* A length of so many bytes, and the text. */
void t_tracing_text(struct t_tracing *t, const char *s, unsigned bytes);
/* Up to the events: @page is the format of a page's header; so many systems follow. */
void t_tracing_begin(struct t_tracing *t, const char *page, unsigned systems);
/* A system with one event. */
void t_tracing_system(struct t_tracing *t, const char *name, const char *format);
