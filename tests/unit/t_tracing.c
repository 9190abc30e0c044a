/* SPDX-License-Identifier: BSD-2-Clause */
#include "t_tracing.h"
#include "test.h"

void t_tracing_put(struct t_tracing *t, const void *p, size_t n)
{
	CHECK(t->len + n <= sizeof(t->b));
	memcpy(t->b + t->len, p, n);
	t->len += n;
}

void t_tracing_number(struct t_tracing *t, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++) {
		uint8_t byte = (uint8_t)(v >> 8 * (t->be ? bytes - 1 - i : i));

		t_tracing_put(t, &byte, 1);
	}
}

void t_tracing_text(struct t_tracing *t, const char *s, unsigned bytes)
{
	t_tracing_number(t, strlen(s), bytes);
	t_tracing_put(t, s, strlen(s));
}

void t_tracing_begin(struct t_tracing *t, const char *page, unsigned systems)
{
	t_tracing_put(t, "\x17\x08\x44tracing0.6", 14);
	t_tracing_number(t, (uint64_t)t->be, 1);
	t_tracing_number(t, 8, 1);
	t_tracing_number(t, 4096, 4);
	t_tracing_put(t, "header_page", 12);
	t_tracing_text(t, page, 8);
	t_tracing_put(t, "header_event", 13);
	t_tracing_text(t, "", 8);
	t_tracing_number(t, 0, 4);
	t_tracing_number(t, systems, 4);
}

void t_tracing_system(struct t_tracing *t, const char *name, const char *format)
{
	t_tracing_put(t, name, strlen(name) + 1);
	t_tracing_number(t, 1, 4);
	t_tracing_text(t, format, 8);
}
