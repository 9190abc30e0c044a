/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The bytes of a trailer: spec/trailer.md. Heads and footer are said here once. */

#include "base/alloc.h"
#include "base/bytes.h"
#include "input/stream.h"
#include <pdata/trailer.h>

#define PD_BLOCK_MAGIC 0x4b4c4250u	      /* "PBLK" as a number of a little-endian file */
#define PD_FOOTER_BEGIN 0x5254415441445021ull /* "!PDATATR" */
#define PD_FOOTER_END 0x214c494152544450ull   /* "PDTRAIL!" */
#define PD_TRAILER_VERSION 1u
#define PD_BLOCK_HEAD 40u /* bytes */
#define PD_FOOTER 48u
/* What a compressed block may grow to. */
#define PD_BLOCK_RAW_MAX ((uint64_t)256 << 20)

struct pd_block_head {
	uint32_t magic, type, flags, member;
	uint64_t size, raw_size;
	uint64_t xxh3;
};

struct pd_footer {
	uint64_t begin;
	uint32_t version, nr_blocks;
	uint64_t off, size;
	uint64_t xxh3;
	uint64_t end;
};

/* Whether a recording begins with the 8 bytes at @p. */
static inline bool pd_is_perf_magic(const uint8_t *p)
{
	const uint64_t magic = pd_ld64(p, 0);

	return magic == PDATA_MAGIC2 || magic == __builtin_bswap64(PDATA_MAGIC2) ||
	       !memcmp(p, "PERFFILE", 8);
}

/* trailer_bytes.c */
void pd_block_head_get(struct pd_block_head *h, const uint8_t *p, int swap);
void pd_block_head_put(const struct pd_block_head *h, uint8_t *p, int swap);
void pd_footer_get(struct pd_footer *f, const uint8_t *p, int swap);
void pd_footer_put(const struct pd_footer *f, uint8_t *p, int swap);
/* The sum that belongs into a head or a footer whose other members are at p. */
uint64_t pd_block_sum(const uint8_t *head, const uint8_t *payload, size_t padded);
uint64_t pd_footer_sum(const uint8_t *p);
/* The same as pdata_trailer_verify(), of an input. */
int pd_input_verify(struct pd_input *in, uint64_t off, uint64_t len, uint64_t xxh3,
		    struct pdata_error *err);

/* Append a block, padded; a footer. *xxh3 instead of the right sum where it is not NULL. */
struct pd_buf;
void pd_trailer_put_block(struct pd_buf *b, const struct pd_block_head *h, const uint8_t *payload,
			  int swap, const uint64_t *xxh3);
void pd_trailer_put_footer(struct pd_buf *b, const struct pd_footer *f, int swap,
			   const uint64_t *xxh3);
/* Append new blocks. Return: 0 or an error. */
int pd_trailer_put(struct pd_buf *b, const struct pdata_block_in *blocks, uint32_t nr, int swap);

/*
 * trailer_find.c: look for blocks and footer from @off on. @f: set to the footer that the whole
 * blocks there have or should have; @swap: to their byte order.
 */
enum pdata_trailer_state pd_trailer_walk(const struct pd_input *in, uint64_t off, int *swap,
					 struct pd_footer *f);

/* The same as pdata_trailer_open_at() on a reader's input. */
int pd_trailer_open_at(struct pdata_trailer **out, const struct pd_input *in, uint64_t end,
		       struct pdata_error *err);
/* Bytes of block @i as they are stored, head and padding included: a new buffer. */
int pd_trailer_bytes(struct pdata_trailer *t, uint32_t i, uint8_t **out, struct pdata_error *err);
