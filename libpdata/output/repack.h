/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a recording again in another container: repack.c chooses the output file of each record,
 * attr and feature, and repack_out.c writes the files. The bytes of attrs, features and records
 * stay as they are, except that the entries of BUILD_ID get the record type that the container
 * needs. File offsets and the features COMPRESSED, DIR_FORMAT and AUXTRACE are made anew.
 */

#include "base/buffer.h"
#include "base/codec/codec.h"
#include <pdata/text.h>

/*
 * One output file of pd_repack(), which copies a recording into another container: a file, a pipe
 * or a directory.
 */
struct pd_out {
	int fd;
	int swap;
	uint64_t off; /* file offset at which the first byte of @buf will be written */
	struct pd_buf buf;
	struct pd_zstd *zstd; /* compressor of kernel records; NULL: records are not compressed */
	bool compressed2; /* the compressed records are COMPRESSED2 records; false: COMPRESSED */
	struct pd_buf waiting; /* kernel records that are not compressed yet */
	struct pd_buf aux;     /* encoded entries of the AUXTRACE feature */
};

/*
 * A compressed record decompresses to at most this many bytes. The mmap_len in the COMPRESSED
 * feature is twice as large.
 */
#define PD_OUT_PIECE 65536u

int pd_out_open(struct pd_out *o, int dirfd, const char *path, int swap,
		const struct pdata_assemble_opts *how);
/*
 * Compress the records in o->waiting, write the rest of o->buf and close the file. Return: 0;
 * PDATA_E_SYS: a system call has failed, and errno is set; PDATA_E_NOMEM, also if an earlier
 * pd_out_ function could not append its bytes; or an error code of zstd.
 */
int pd_out_close(struct pd_out *o);

static inline uint64_t pd_out_pos(const struct pd_out *o)
{
	return o->off + o->buf.len;
}

/*
 * Append a kernel record of @n bytes; if the output is compressed, the record waits in o->waiting
 * until it is compressed. Return: 0 or an error code.
 */
int pd_out_record(struct pd_out *o, const void *data, size_t n);
/*
 * Append @n bytes that must not be compressed: a user record, a payload or a feature. Before the
 * function appends them, it compresses and appends the kernel records in o->waiting. Return: 0 or
 * an error code.
 */
int pd_out_plain(struct pd_out *o, const void *data, size_t n);
/* Compress and append the records in o->waiting. Return: 0 or an error code. */
int pd_out_flush_records(struct pd_out *o);
void pd_out_header(struct pd_out *o, uint32_t type, size_t size);
/* Write the @n bytes at @data over the bytes at file offset @off of the output. */
int pd_out_overwrite(struct pd_out *o, const void *data, size_t n, uint64_t off);

/*
 * Write the recording of the reader @r to @path, in the container and with the compression that
 * @how requests. Return: 0, or an error that @err describes.
 */
int pd_repack(struct pdata_reader *r, const char *path, const struct pdata_assemble_opts *how,
	      struct pdata_error *err);
