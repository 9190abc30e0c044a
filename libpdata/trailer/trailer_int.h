/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Defines the layout of a trailer, as spec/trailer.md describes it, and declares the functions for
 * reading and writing trailers that several source files use.
 */

#include "base/alloc.h"
#include "base/bytes.h"
#include "input/stream.h"
#include <pdata/trailer.h>

#define PD_BLOCK_MAGIC 0x4b4c4250u	      /* "PBLK" in a little-endian file */
#define PD_FOOTER_BEGIN 0x5254415441445021ull /* "!PDATATR" */
#define PD_FOOTER_END 0x214c494152544450ull   /* "PDTRAIL!" */
#define PD_TRAILER_VERSION 1u
#define PD_BLOCK_HEAD 40u /* size of a block head in bytes */
#define PD_FOOTER 48u	  /* size of the footer in bytes */
/* Largest size of a decompressed block in bytes; larger blocks are refused. */
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

/* Return whether the 8 bytes at @p are the magic number of a recording, in either byte order. */
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
/*
 * Compute the checksum that a block head (or the footer) has in .xxh3. All members except .xxh3
 * must already be encoded at @head (or @p). @padded: size of the payload with its padding.
 */
uint64_t pd_block_sum(const uint8_t *head, const uint8_t *payload, size_t padded);
uint64_t pd_footer_sum(const uint8_t *p);
/*
 * Compare the checksum of @len bytes at offset @off of the input with @xxh3. Return: 0;
 * PDATA_E_CHECKSUM: the checksums differ; or an error of pdata_trailer_verify().
 */
int pd_input_verify(struct pd_input *in, uint64_t off, uint64_t len, uint64_t xxh3,
		    struct pdata_error *err);

/*
 * pd_trailer_put_block() appends a block with its padding; pd_trailer_put_footer() appends a
 * footer. @xxh3: a checksum to store in place of the computed checksum; NULL: store the computed
 * checksum.
 */
struct pd_buf;
void pd_trailer_put_block(struct pd_buf *b, const struct pd_block_head *h, const uint8_t *payload,
			  int swap, const uint64_t *xxh3);
void pd_trailer_put_footer(struct pd_buf *b, const struct pd_footer *f, int swap,
			   const uint64_t *xxh3);
/* Append @nr blocks; a block whose level is not 0 is compressed. Return: 0 or an error. */
int pd_trailer_put(struct pd_buf *b, const struct pdata_block_in *blocks, uint32_t nr, int swap);

/*
 * trailer_find.c: look for blocks and a footer from file offset @off on. *@f becomes the footer
 * that belongs to the complete blocks found there, even if this footer is not in the file. *@swap
 * becomes 1 if the byte order of the blocks is not the host's, else 0.
 */
enum pdata_trailer_state pd_trailer_walk(const struct pd_input *in, uint64_t off, int *swap,
					 struct pd_footer *f);

/*
 * Open the trailer in the input @in of a reader, as pdata_trailer_open_at() does for a descriptor.
 * @end: file offset at which the sections of the file end.
 */
int pd_trailer_open_at(struct pdata_trailer **out, const struct pd_input *in, uint64_t end,
		       struct pdata_error *err);
/*
 * Read the stored bytes of block @i with head and padding, and verify its checksum. *@out becomes a
 * new buffer, which the caller frees with pd_free(). Return: 0 or an error.
 */
int pd_trailer_bytes(struct pdata_trailer *t, uint32_t i, uint8_t **out, struct pdata_error *err);
