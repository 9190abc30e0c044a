/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Decompresses streams of zstd, gzip and zlib data, and compresses streams with zstd. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A zstd decompression stream. The caller passes the input in pieces. Each piece must stay valid
 * until the stream has decompressed all of it.
 */
struct pd_unzstd;

/*
 * Return: a new zstd decompression stream; or NULL, with the error code in *@err, if memory is
 * exhausted or the build lacks zstd.
 */
struct pd_unzstd *pd_unzstd_new(int *err);
void pd_unzstd_free(struct pd_unzstd *z);
void pd_unzstd_input(struct pd_unzstd *z, const uint8_t *data, size_t len);
/*
 * Write at most @n bytes of decompressed output to @buf. Return: the number of bytes written; 0:
 * the stream needs more input; -1: the input is damaged, and the stream cannot be used further.
 */
int64_t pd_unzstd_read(struct pd_unzstd *z, uint8_t *buf, size_t n);
/*
 * Decompress @data, a sequence of complete zstd frames, in one call, which takes less CPU time than
 * pd_unzstd_read(). Return: the number of bytes written to @buf; -1: @data is damaged or
 * decompresses to more than @n bytes.
 */
int64_t pd_unzstd_frames(struct pd_unzstd *z, uint8_t *buf, size_t n, const uint8_t *data,
			 size_t len);
/*
 * Return whether the input that was decompressed so far ends with a complete zstd frame; before
 * any input, this is false.
 */
bool pd_unzstd_whole(const struct pd_unzstd *z);

/*
 * A decompression stream for gzip data, which may have several gzip members, or for zlib data. Each
 * piece of input must stay valid until the stream has decompressed all of it.
 */
struct pd_gunzip;

struct pd_gunzip *pd_gunzip_new(int *err);
/*
 * Return: a new stream that decompresses data in zlib's format; or NULL, with the error code in
 * *@err, if memory is exhausted or the build lacks zlib.
 */
struct pd_gunzip *pd_zlib_new(int *err);
void pd_gunzip_free(struct pd_gunzip *z);
void pd_gunzip_input(struct pd_gunzip *z, const uint8_t *data, size_t len);
/*
 * Write at most @n bytes of decompressed output to @buf. Return: the number of bytes written; 0:
 * the stream needs more input; -1: the input is damaged; PDATA_E_NOMEM: memory is exhausted. After
 * an error the stream cannot be used further.
 */
int64_t pd_gunzip_read(struct pd_gunzip *z, uint8_t *buf, size_t n);
bool pd_gunzip_whole(const struct pd_gunzip *z);

/* A compression stream of zstd. */
struct pd_zstd;

/*
 * Return: a new zstd compressor with the compression level @level; or NULL, with the error code in
 * *@err, if memory is exhausted, zstd has no such level, or the build lacks zstd.
 */
struct pd_zstd *pd_zstd_new(int level, int *err);
void pd_zstd_free(struct pd_zstd *z);
void pd_zstd_input(struct pd_zstd *z, const uint8_t *data, size_t len);
enum pd_zstd_how {
	/*
	 * more input follows: zstd may hold back output, to compress this input together with the
	 * later input
	 */
	PD_ZSTD_MORE,
	/*
	 * flush: write all output that is held back, so that all input so far can be decompressed
	 */
	PD_ZSTD_FLUSH,
	PD_ZSTD_END, /* flush, and end the zstd frame: later input begins a new frame */
};

/*
 * Write at most @n bytes of compressed output to @buf. Return: the number of bytes written, or an
 * error code below 0. If fewer than @n bytes were written, no output is left until the caller
 * passes new input.
 */
int64_t pd_zstd_read(struct pd_zstd *z, uint8_t *buf, size_t n, enum pd_zstd_how how);
