/* SPDX-License-Identifier: BSD-2-Clause */
/* What belongs to one tracepoint, and its memory. */

#include "session/tracepoint/tp_format.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct tp_block {
	struct tp_block *next;
	uint64_t data[];
};

void *tp_alloc(struct tp_pool *pool, size_t size)
{
	struct tp_block *b = mem_alloc(1, sizeof(*b) + size);

	if (!b) {
		pool->err = -ENOMEM;
		return NULL;
	}
	b->next = pool->blocks;
	pool->blocks = b;
	return b->data;
}

char *tp_copy(struct tp_pool *pool, const char *s, size_t len)
{
	char *copy = tp_alloc(pool, len + 1);

	return copy ? memcpy(copy, s, len) : NULL;
}

void tp_pool_free(struct tp_pool *pool)
{
	struct tp_block *next;

	for (struct tp_block *b = pool->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	pool->blocks = NULL;
}

void tp_format_parse(struct tp_format *f, const struct pdata_tracepoint *event, uint32_t long_size)
{
	const char *text;

	*f = (struct tp_format){ .event = event, .long_size = long_size };
	text = event->print_fmt.s ? tp_copy(&f->pool, event->print_fmt.s, event->print_fmt.len)
				  : NULL;
	if (text)
		tp_format_parse_print(f, text);
}
