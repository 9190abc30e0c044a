/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_PROGRESS_H
#define REP_PROGRESS_H

/*
 * How far reading is, on standard error where that is a terminal, and only when it takes a while.
 */

#include <stdbool.h>
#include <stdint.h>

struct progress {
	const char *what;
	uint64_t size; /* 0: nothing is shown */
	uint64_t next; /* offset at which to look at the clock again */
	uint64_t start_ns;
	bool shown;
};

/* @size: of the file, 0 where it is not known. */
void progress_begin(struct progress *p, const char *what, uint64_t size);
void progress_show(struct progress *p, uint64_t off);
void progress_end(struct progress *p);

static inline void progress_at(struct progress *p, uint64_t off)
{
	if (p->size && off >= p->next)
		progress_show(p, off);
}

#endif
