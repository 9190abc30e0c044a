/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a recording again in another container: repack.c chooses what is written where,
 * repack_out.c writes files of records. The bytes of attrs, features and records stay as they are;
 * offsets and data about compression are made anew.
 */

#include "base/buffer.h"
#include "base/codec/codec.h"
#include <pdata/text.h>

/* An output file. */
struct pd_out {
	int fd;
	int swap;
	uint64_t off; /* file offset of the bytes in buf */
	struct pd_buf buf;
	struct pd_zstd *zstd; /* NULL: records are not compressed */
	bool compressed2;
	struct pd_buf waiting; /* records that are not compressed yet */
	struct pd_buf aux;     /* entries of the AUXTRACE feature in wire form */
};

/*
 * Maximum number of bytes that a compressed record decompresses to. The mmap_len in the
 * feature COMPRESSED is twice as large.
 */
#define PD_OUT_PIECE 65536u

int pd_out_open(struct pd_out *o, int dirfd, const char *path, int swap,
		const struct pdata_assemble_opts *how);
/*
 * Return: 0, PDATA_E_SYS (errno) or PDATA_E_NOMEM, also for bytes that an earlier call could not
 * append.
 */
int pd_out_close(struct pd_out *o);

static inline uint64_t pd_out_pos(const struct pd_out *o)
{
	return o->off + o->buf.len;
}

/* Append a record of the kernel, compressed if the output is. */
int pd_out_record(struct pd_out *o, const void *data, size_t n);
/*
 * Append bytes that are no record, uncompressed. Pending records are compressed and appended
 * first.
 */
int pd_out_plain(struct pd_out *o, const void *data, size_t n);
/* Compress and append the pending records. */
int pd_out_flush_records(struct pd_out *o);
void pd_out_header(struct pd_out *o, uint32_t type, size_t size);
/* Overwrite @n bytes at file offset @off. */
int pd_out_overwrite(struct pd_out *o, const void *data, size_t n, uint64_t off);

/* Write the recording of @r to @path. Return: 0 or an error, which @err describes. */
int pd_repack(struct pdata_reader *r, const char *path, const struct pdata_assemble_opts *how,
	      struct pdata_error *err);
