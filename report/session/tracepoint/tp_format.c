/* SPDX-License-Identifier: BSD-2-Clause */
/* Manages the memory of a parsed tracepoint format, and looks up the values of names in it. */

#include "session/tracepoint/tp_format.h"

#include "base/array.h"
#include "base/memory.h"

#include <ctype.h>
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

int64_t tp_name_value(const char *s)
{
	/* Some formats have these names of the kernel's source in place of numbers. */
	static const char *const softirqs[] = {
		"HI_SOFTIRQ",	   "TIMER_SOFTIRQ",    "NET_TX_SOFTIRQ",  "NET_RX_SOFTIRQ",
		"BLOCK_SOFTIRQ",   "IRQ_POLL_SOFTIRQ", "TASKLET_SOFTIRQ", "SCHED_SOFTIRQ",
		"HRTIMER_SOFTIRQ", "RCU_SOFTIRQ",
	};

	if (isdigit((unsigned char)s[0]))
		return (int64_t)strtoull(s, NULL, 0);
	for (size_t i = 0; i < REP_NR(softirqs); i++)
		if (!strcmp(softirqs[i], s))
			return (int64_t)i;
	if (!strcmp(s, "HRTIMER_NORESTART"))
		return 0;
	return !strcmp(s, "HRTIMER_RESTART") ? 1 : -1;
}
