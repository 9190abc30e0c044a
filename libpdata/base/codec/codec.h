/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Streaming decompression of zstd, gzip and zlib data, and compression with zstd. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A decompression stream of zstd. Input is given in pieces; each piece must stay valid until all of
 * it has been read.
 */
struct pd_unzstd;

/* Return: NULL if memory is exhausted or the build lacks zstd; *err then is the error code. */
struct pd_unzstd *pd_unzstd_new(int *err);
void pd_unzstd_free(struct pd_unzstd *z);
void pd_unzstd_input(struct pd_unzstd *z, const uint8_t *data, size_t len);
/*
 * Write at most @n bytes of output to @buf. Return: their number; 0: more input is needed; -1: the
 * data is damaged, and the stream cannot be used further.
 */
int64_t pd_unzstd_read(struct pd_unzstd *z, uint8_t *buf, size_t n);
/*
 * Decompress @data, which is whole frames, in one call: it takes less CPU time than
 * pd_unzstd_read(). Return: the bytes written to @buf, or -1 if the data is damaged or gives more
 * than @n bytes.
 */
int64_t pd_unzstd_frames(struct pd_unzstd *z, uint8_t *buf, size_t n, const uint8_t *data,
			 size_t len);
/* Whether the input so far ends with the end of a frame. */
bool pd_unzstd_whole(const struct pd_unzstd *z);

/* A decompression stream of a gzip file with all its members. */
struct pd_gunzip;

struct pd_gunzip *pd_gunzip_new(int *err);
/* As pd_gunzip_new(), for data in zlib's format. */
struct pd_gunzip *pd_zlib_new(int *err);
void pd_gunzip_free(struct pd_gunzip *z);
void pd_gunzip_input(struct pd_gunzip *z, const uint8_t *data, size_t len);
/* As pd_unzstd_read(). May also return PDATA_E_NOMEM. */
int64_t pd_gunzip_read(struct pd_gunzip *z, uint8_t *buf, size_t n);
bool pd_gunzip_whole(const struct pd_gunzip *z);

/* A compression stream of zstd. */
struct pd_zstd;

/*
 * Return: NULL if memory is exhausted, the level does not exist, or the build lacks zstd; *err then
 * is the error code.
 */
struct pd_zstd *pd_zstd_new(int level, int *err);
void pd_zstd_free(struct pd_zstd *z);
void pd_zstd_input(struct pd_zstd *z, const uint8_t *data, size_t len);
enum pd_zstd_how {
	PD_ZSTD_MORE,
	/* write out all input so far, so that it can be decompressed from the output so far */
	PD_ZSTD_FLUSH,
	PD_ZSTD_END, /* also end the frame: later input begins a new one */
};

/*
 * Write at most @n bytes of output to @buf. Return: the number of bytes; less than @n: all output
 * has been returned until there is more input; below 0: an error.
 */
int64_t pd_zstd_read(struct pd_zstd *z, uint8_t *buf, size_t n, enum pd_zstd_how how);
