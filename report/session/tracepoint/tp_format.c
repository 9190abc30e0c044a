/* SPDX-License-Identifier: BSD-2-Clause */
/* What belongs to one tracepoint, and its memory. */

#include "session/tracepoint/tp_format.h"

#include "base/command.h"

#include <stdlib.h>
#include <string.h>

struct tp_block {
	struct tp_block *next;
	uint64_t data[];
};

void *tp_alloc(struct tp_block **pool, size_t size)
{
	struct tp_block *p = rep_alloc(1, sizeof(*p) + size);

	p->next = *pool;
	*pool = p;
	return p->data;
}

char *tp_copy(struct tp_block **pool, const char *s, size_t len)
{
	char *copy = tp_alloc(pool, len + 1);

	memcpy(copy, s, len);
	return copy;
}

void tp_pool_free(struct tp_block **pool)
{
	struct tp_block *next;

	for (struct tp_block *p = *pool; p; p = next) {
		next = p->next;
		free(p);
	}
	*pool = NULL;
}

void tp_format_parse(struct tp_format *f, const struct pdata_tracepoint *event, uint32_t long_size)
{
	*f = (struct tp_format){ .event = event, .long_size = long_size };
	if (event->print_fmt.s)
		tp_format_parse_print(f,
				      tp_copy(&f->pool, event->print_fmt.s, event->print_fmt.len));
}
