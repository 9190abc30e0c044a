/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shows on standard error how much of the input has been read, only on a terminal and only when
 * reading takes a while.
 */
#include "console/progress_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define QUIET_NS 500000000ull /* a shorter run shows no progress */

static uint64_t start_ns; /* 0: standard error is no terminal */
static bool shown;

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void show_progress(void *ctx, const char *what, uint64_t done, uint64_t size)
{
	(void)ctx;
	if (what && !done)
		start_ns = isatty(STDERR_FILENO) ? now_ns() : 0;
	if (!what) {
		if (shown)
			fputs("\r\033[K", stderr);
		shown = false;
		return;
	}
	if (!start_ns || now_ns() - start_ns < QUIET_NS)
		return;
	shown = true;
	fprintf(stderr, "\r%s: %u %%\033[K", what, (unsigned)(100.0 * (double)done / (double)size));
}

const struct progress_receiver progress_line = { .fn = show_progress };
