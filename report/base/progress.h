/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reports to a callback how much of the input has been read. */

#include <stdint.h>

/*
 * A callback for progress: @done of @size bytes have been read. @what: name of the current work,
 * such as "reading maps"; NULL: the work has ended. The reading thread makes the call at the
 * beginning, about 200 times while it reads, and at the end.
 */
typedef void rep_progress_fn(void *ctx, const char *what, uint64_t done, uint64_t size);

/* The callback for progress, and its first argument. If @fn is NULL, nothing is reported. */
struct progress_receiver {
	rep_progress_fn *fn;
	void *ctx;
};

struct progress {
	struct progress_receiver to;
	const char *what;
	uint64_t size; /* number of bytes to read; 0: no progress is reported */
	uint64_t next; /* file offset at which the next call of the callback is due */
};

/*
 * Begin to report progress to @to. @what: name of the work. @size: size of the file in bytes; 0:
 * the size is unknown, and nothing is reported.
 */
void progress_begin(struct progress *p, const struct progress_receiver *to, const char *what,
		    uint64_t size);
void progress_tell(struct progress *p, uint64_t off);
void progress_end(struct progress *p);

static inline void progress_at(struct progress *p, uint64_t off)
{
	if (p->size && off >= p->next)
		progress_tell(p, off);
}
