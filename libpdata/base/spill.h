/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Bytes that are appended and read back later. With a file they take a bounded amount of memory:
 * each time a buffer of one segment is full it is written to the file. Several of them share a
 * file.
 */

#include "base/alloc.h"

#include <stdbool.h>

#define PD_SPILL_SEGMENT_LEAST ((size_t)4096)

/* The file behind some pd_spill. The caller owns the descriptor. */
struct pd_spill_file {
	int fd; /* -1: there is none, and more than a segment is refused */
	/* bytes of a buffer, and of each piece of the file; 0: all bytes stay in memory */
	size_t segment;
	uint64_t end;  /* of what is in the file */
	int sys_errno; /* of the first read or write that failed */
};

struct pd_spill {
	struct pd_spill_file *file; /* NULL: memory only */
	uint8_t *mem;		    /* the bytes behind the segments */
	size_t len, cap;
	uint64_t *segments; /* offsets in the file */
	size_t nr_segments, segments_cap;
};

/* Return: 0, PDATA_E_NOMEM (also: there is no file) or PDATA_E_SYS (file->sys_errno). */
int pd_spill_put(struct pd_spill *s, const void *data, size_t n);
uint64_t pd_spill_size(const struct pd_spill *s);
/* Read @n bytes at @at, which must have been put before. Return: 0 or PDATA_E_SYS. */
int pd_spill_get(const struct pd_spill *s, uint64_t at, void *buf, size_t n);
/* Frees the memory; the bytes in the file stay there unused. */
void pd_spill_free(struct pd_spill *s);
