/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_CODEC_H
#define PD_CODEC_H

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

/* One compression stream. */
struct pd_zstd;

/* NULL without memory, for a level that does not exist, or in a build without zstd (*err says which). */
struct pd_zstd *pd_zstd_new(int level, int *err);
void pd_zstd_free(struct pd_zstd *z);
void pd_zstd_input(struct pd_zstd *z, const uint8_t *data, size_t len);
/*
 * Up to n bytes of output; 0: give more input; below 0: an error. With flush, output is complete:
 * what was put in so far can be had from what came out.
 */
int64_t pd_zstd_read(struct pd_zstd *z, uint8_t *buf, size_t n, int flush);

#endif
