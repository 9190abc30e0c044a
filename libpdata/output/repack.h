/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A recording once more in another container: repack.c chooses what goes where, repack_out.c writes
 * files of records. Bytes of attrs, features and records stay as they are; what says where
 * something is, and how it is compressed, is made anew.
 */

#include "base/buffer.h"
#include "base/codec/codec.h"
#include <pdata/text.h>

/* A file that is written. */
struct pd_out {
	int fd;
	int swap;
	uint64_t off; /* of the bytes in buf */
	struct pd_buf buf;
	struct pd_zstd *zstd; /* NULL: records stay as they are */
	bool compressed2;
	struct pd_buf waiting; /* records to compress */
	struct pd_buf aux;     /* entries of the AUXTRACE feature */
};

/* Bytes that one compressed record opens to, at most; the feature COMPRESSED says twice as much. */
#define PD_OUT_PIECE 65536u

int pd_out_open(struct pd_out *o, int dirfd, const char *path, int swap,
		const struct pdata_assemble_opts *how);
/* Return: 0, PDATA_E_SYS (errno), PDATA_E_NOMEM: of all that was put in. */
int pd_out_close(struct pd_out *o);

static inline uint64_t pd_out_pos(const struct pd_out *o)
{
	return o->off + o->buf.len;
}

/* A record of the kernel: the kind that is compressed. */
int pd_out_record(struct pd_out *o, const void *data, size_t n);
/* Everything else; what waited comes before it. */
int pd_out_plain(struct pd_out *o, const void *data, size_t n);
/* Write out what waits to be compressed. */
int pd_out_flush_records(struct pd_out *o);
void pd_out_header(struct pd_out *o, uint32_t type, size_t size);
/* n bytes over what was written at off. */
int pd_out_overwrite(struct pd_out *o, const void *data, size_t n, uint64_t off);

/* Write what @r reads to @path. Return: 0 or an error, in @err, too. */
int pd_repack(struct pdata_reader *r, const char *path, const struct pdata_assemble_opts *how,
	      struct pdata_error *err);
