/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One decompression stream. Input is given piece by piece and must stay until it is used up. */
struct pd_unzstd;

/* NULL without memory, or in a build without zstd (*err says which). */
struct pd_unzstd *pd_unzstd_new(int *err);
void pd_unzstd_free(struct pd_unzstd *z);
void pd_unzstd_input(struct pd_unzstd *z, const uint8_t *data, size_t len);
/* Up to n bytes of output; 0: give more input; -1: the data is damaged, and the stream is over. */
int64_t pd_unzstd_read(struct pd_unzstd *z, uint8_t *buf, size_t n);
/*
 * All of @data, whole frames, at once: it takes less than reading. Return: bytes put into @buf, or
 * -1: damaged, or more than n.
 */
int64_t pd_unzstd_frames(struct pd_unzstd *z, uint8_t *buf, size_t n, const uint8_t *data,
			 size_t len);
/* Whether what was put in so far ends with the end of a frame. */
bool pd_unzstd_whole(const struct pd_unzstd *z);

/* The same for a gzip file, with all its members. */
struct pd_gunzip;

struct pd_gunzip *pd_gunzip_new(int *err);
/* The same for zlib's own frame. */
struct pd_gunzip *pd_zlib_new(int *err);
void pd_gunzip_free(struct pd_gunzip *z);
void pd_gunzip_input(struct pd_gunzip *z, const uint8_t *data, size_t len);
/* As pd_unzstd_read(), and PDATA_E_NOMEM. */
int64_t pd_gunzip_read(struct pd_gunzip *z, uint8_t *buf, size_t n);
bool pd_gunzip_whole(const struct pd_gunzip *z);

/* One compression stream. */
struct pd_zstd;

/*
 * NULL without memory, for a level that does not exist, or in a build without zstd (*err says
 * which).
 */
struct pd_zstd *pd_zstd_new(int level, int *err);
void pd_zstd_free(struct pd_zstd *z);
void pd_zstd_input(struct pd_zstd *z, const uint8_t *data, size_t len);
enum pd_zstd_how {
	PD_ZSTD_MORE,
	/* output is complete: what was put in so far can be had from what came out */
	PD_ZSTD_FLUSH,
	PD_ZSTD_END, /* and the frame ends: what follows is a stream of its own */
};

/* Up to n bytes of output; less than n: no more until there is input; below 0: an error. */
int64_t pd_zstd_read(struct pd_zstd *z, uint8_t *buf, size_t n, enum pd_zstd_how how);
