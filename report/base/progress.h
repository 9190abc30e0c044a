/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reports the progress of reading to a callback. Nothing is printed here. */

#include <stdint.h>

/*
 * @done of @size bytes are read. @what: the current work, such as "reading maps"; NULL: it is
 * done. The thread that reads calls the function at the beginning, a few hundred times while it
 * reads, and at the end.
 */
typedef void rep_progress_fn(void *ctx, const char *what, uint64_t done, uint64_t size);

/* The callback for progress reports; if fn is NULL, there are none. */
struct progress_receiver {
	rep_progress_fn *fn;
	void *ctx;
};

struct progress {
	struct progress_receiver to;
	const char *what;
	uint64_t size; /* 0: no progress is reported */
	uint64_t next; /* file offset at which the callback is called next */
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
