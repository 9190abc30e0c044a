/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A spill: a sequence of bytes to which the owner appends, and which it reads back later. With a
 * file, memory is bounded: whenever the buffer of one segment is full, it is written to the file.
 * Several spills can share one file.
 */

#include "base/alloc.h"

#include <stdbool.h>

#define PD_SPILL_SEGMENT_LEAST ((size_t)4096)

/* A file that several spills share. The caller owns the descriptor. */
struct pd_spill_file {
	int fd; /* -1: no file, and pd_spill_put() fails when a segment is full */
	/* size in bytes of each buffer and of each segment in the file; 0: all stays in memory */
	size_t segment;
	uint64_t end;  /* file offset behind the last segment */
	int sys_errno; /* errno of the last read or write that failed */
};

struct pd_spill {
	struct pd_spill_file *file; /* NULL: all bytes stay in memory */
	uint8_t *mem;		    /* buffer: bytes that are not in the file yet */
	size_t len, cap;
	uint64_t *segments; /* file offset of each segment of this spill */
	size_t nr_segments, segments_cap;
};

/*
 * Append @n bytes. Return: 0; PDATA_E_NOMEM: memory is exhausted, or a segment is full and there is
 * no file; PDATA_E_SYS: a write has failed, and s->file->sys_errno is set.
 */
int pd_spill_put(struct pd_spill *s, const void *data, size_t n);
uint64_t pd_spill_size(const struct pd_spill *s);
/*
 * Read @n bytes at position @at of the sequence; all these bytes must have been appended before.
 * Return: 0; PDATA_E_SYS: a read has failed, and s->file->sys_errno is set.
 */
int pd_spill_get(const struct pd_spill *s, uint64_t at, void *buf, size_t n);
/* Free the memory of @s. Its segments remain in the file, unused. */
void pd_spill_free(struct pd_spill *s);
