/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shows on standard error how much of the input has been read, only on a terminal and only when
 * reading takes a while.
 */
#include "base/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define QUIET_NS 500000000ull /* what is over by then needs no word */
#define STEPS 200u	      /* looks at the clock */

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void progress_begin(struct progress *p, const char *what, uint64_t size)
{
	*p = (struct progress){ .what = what };
	if (!isatty(STDERR_FILENO))
		return;
	p->size = size;
	p->start_ns = now_ns();
}

void progress_show(struct progress *p, uint64_t off)
{
	p->next = off + p->size / STEPS;
	if (now_ns() - p->start_ns < QUIET_NS)
		return;
	p->shown = true;
	fprintf(stderr, "\r%s: %u %%\033[K", p->what,
		(unsigned)(off < p->size ? 100.0 * (double)off / (double)p->size : 100));
}

void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
