/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Progress of reading, told to the function that the options name; nothing is shown here. */

#include <stdint.h>

/*
 * @done of @size bytes are read. @what: the current work, such as "reading maps"; NULL: it is
 * done. The thread that reads calls the function at the beginning, a few hundred times while it
 * reads, and at the end.
 */
typedef void rep_progress_fn(void *ctx, const char *what, uint64_t done, uint64_t size);

/* The receiver that the options name; if fn is NULL, nothing is told. */
struct progress_receiver {
	rep_progress_fn *fn;
	void *ctx;
};

struct progress {
	struct progress_receiver to;
	const char *what;
	uint64_t size; /* 0: nothing is told */
	uint64_t next; /* offset at which the receiver is told next */
};

/* @size: bytes of the file; 0 if unknown. */
void progress_begin(struct progress *p, const struct progress_receiver *to, const char *what,
		    uint64_t size);
void progress_tell(struct progress *p, uint64_t off);
void progress_end(struct progress *p);

static inline void progress_at(struct progress *p, uint64_t off)
{
	if (p->size && off >= p->next)
		progress_tell(p, off);
}
