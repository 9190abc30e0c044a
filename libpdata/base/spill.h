/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A spill: a sequence of bytes to which the owner appends, and which the owner reads back later.
 * If a spill has a file, its memory is bounded: whenever its buffer is full, the content of the
 * buffer is written to the file as one segment. Several spills can share one file.
 */

#include "base/alloc.h"

#include <stdbool.h>

#define PD_SPILL_SEGMENT_LEAST ((size_t)4096)

/*
 * A file that several spills (sequences of bytes, struct pd_spill) share. The caller owns the
 * descriptor.
 */
struct pd_spill_file {
	/* descriptor; -1: there is no file, and pd_spill_put() fails when a buffer is full */
	int fd;
	/*
	 * size in bytes of the buffer of each struct pd_spill. When a buffer is full, its content
	 * is written to the file as one segment. 0: all bytes stay in memory
	 */
	size_t segment;
	uint64_t end;  /* file offset at which the next full buffer will be written */
	int sys_errno; /* errno of the last read or write that failed */
};

struct pd_spill {
	struct pd_spill_file *file; /* file for full buffers; NULL: all bytes stay in memory */
	uint8_t *mem; /* buffer of the last bytes of the sequence, which are not in the file yet */
	size_t len, cap;
	/*
	 * array of file offsets: with S = @file->segment, element n is the offset at which the
	 * file has the bytes n * S to n * S + S - 1 of all bytes that were appended
	 */
	uint64_t *segments;
	size_t nr_segments, segments_cap;
};

/*
 * Append @n bytes. Return: 0; PDATA_E_NOMEM: memory is exhausted, or the buffer is full and there
 * is no file to which it can be written; PDATA_E_SYS: a write has failed, and s->file->sys_errno
 * is set.
 */
int pd_spill_put(struct pd_spill *s, const void *data, size_t n);
uint64_t pd_spill_size(const struct pd_spill *s);
/*
 * Read @n bytes at position @at of the sequence into @buf; all these bytes must have been appended
 * before. Return: 0; PDATA_E_SYS: a read has failed, and s->file->sys_errno is set.
 */
int pd_spill_get(const struct pd_spill *s, uint64_t at, void *buf, size_t n);
/* Free the memory of @s. The bytes of @s that were written to s->file remain there, unused. */
void pd_spill_free(struct pd_spill *s);
