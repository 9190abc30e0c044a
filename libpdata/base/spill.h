/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A sequence of bytes that is appended to and read back later. With a file, memory is bounded:
 * whenever the buffer of one segment is full, it is written to the file. Several sequences share a
 * file.
 */

#include "base/alloc.h"

#include <stdbool.h>

#define PD_SPILL_SEGMENT_LEAST ((size_t)4096)

/* The file that several struct pd_spill share. The caller owns the descriptor. */
struct pd_spill_file {
	int fd; /* -1: no file, and writing a full segment fails */
	/* Bytes of a buffer and of each piece of the file. 0: all bytes stay in memory. */
	size_t segment;
	uint64_t end;  /* offset after the last segment in the file */
	int sys_errno; /* errno of the last read or write that failed */
};

struct pd_spill {
	struct pd_spill_file *file; /* NULL: memory only */
	uint8_t *mem;		    /* buffer of the bytes that follow those in the file */
	size_t len, cap;
	uint64_t *segments; /* offset of each segment in the file */
	size_t nr_segments, segments_cap;
};

/*
 * Append @n bytes. Return: 0, PDATA_E_NOMEM (also if a segment is full and there is no file), or
 * PDATA_E_SYS with file->sys_errno set.
 */
int pd_spill_put(struct pd_spill *s, const void *data, size_t n);
uint64_t pd_spill_size(const struct pd_spill *s);
/*
 * Read @n bytes at position @at of the sequence; all of them must have been appended before.
 * Return: 0, or PDATA_E_SYS with file->sys_errno set.
 */
int pd_spill_get(const struct pd_spill *s, uint64_t at, void *buf, size_t n);
/* Free the memory. The segments in the file remain there unused. */
void pd_spill_free(struct pd_spill *s);
