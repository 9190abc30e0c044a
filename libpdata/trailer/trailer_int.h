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

#define PD_BLOCK_MAGIC 0x4b4c4250u /* pd_block_head.magic: "PBLK" in a little-endian file */
/* pd_footer.begin: "!PDATATR" in a little-endian file */
#define PD_FOOTER_BEGIN 0x5254415441445021ull
#define PD_FOOTER_END 0x214c494152544450ull /* pd_footer.end: "PDTRAIL!" in a little-endian file */
#define PD_TRAILER_VERSION 1u
/*
 * size in bytes of an encoded struct pd_block_head, the header of a block in a trailer (index and
 * other blocks after the last section)
 */
#define PD_BLOCK_HEAD 40u
#define PD_FOOTER 48u /* size in bytes of the footer of a trailer */
/* Largest size in bytes of the decompressed payload of a block; larger blocks are refused. */
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

/*
 * trailer_bytes.c: the _get() functions decode the head of a trailer block, or the footer, from
 * the bytes at @p; the _put() functions encode them at @p.
 */
void pd_block_head_get(struct pd_block_head *h, const uint8_t *p, int swap);
void pd_block_head_put(const struct pd_block_head *h, uint8_t *p, int swap);
void pd_footer_get(struct pd_footer *f, const uint8_t *p, int swap);
void pd_footer_put(const struct pd_footer *f, uint8_t *p, int swap);
/*
 * Compute the checksum for the member .xxh3: pd_block_sum() for the struct pd_block_head that is
 * encoded at @head, and its payload; pd_footer_sum() for the struct pd_footer that is encoded at
 * @p. All members except .xxh3 must already be encoded. @padded: size in bytes of the payload with
 * its padding.
 */
uint64_t pd_block_sum(const uint8_t *head, const uint8_t *payload, size_t padded);
uint64_t pd_footer_sum(const uint8_t *p);
/*
 * Compare the checksum of the @len bytes at offset @off of the input with @xxh3. Return: 0: they
 * are equal; PDATA_E_CHECKSUM: they differ; or another error code, such as PDATA_E_CUT if the
 * input has fewer bytes.
 */
int pd_input_verify(struct pd_input *in, uint64_t off, uint64_t len, uint64_t xxh3,
		    struct pdata_error *err);

struct pd_buf;

/*
 * pd_trailer_put_block() appends to @b the block with the head @h and the payload @payload, and
 * padding; pd_trailer_put_footer() appends the footer @f. @xxh3: a checksum to store in place of
 * the computed checksum; NULL: store the computed checksum.
 */
void pd_trailer_put_block(struct pd_buf *b, const struct pd_block_head *h, const uint8_t *payload,
			  int swap, const uint64_t *xxh3);
void pd_trailer_put_footer(struct pd_buf *b, const struct pd_footer *f, int swap,
			   const uint64_t *xxh3);
/*
 * Append @nr blocks to @b. If pdata_block_in.level of a block is not 0, the block is compressed
 * with zstd at this level. Exception: the block is stored as it is if compression would not make it
 * smaller, or if the build lacks zstd. Return: 0 or an error code.
 */
int pd_trailer_put(struct pd_buf *b, const struct pdata_block_in *blocks, uint32_t nr, int swap);

/*
 * trailer_find.c: look for the blocks and the footer of a trailer that begins at file offset @off.
 * The function finds all complete blocks, computes the footer that describes these blocks, and
 * stores this footer in *@f, even if the file was cut before its footer. *@swap becomes 1 if the
 * byte order of the blocks is not the host's, else 0.
 * Return: PDATA_TRAILER_NONE if neither a block nor a footer begins at @off, and *@swap has no
 * meaning then; else the state of the trailer.
 */
enum pdata_trailer_state pd_trailer_walk(const struct pd_input *in, uint64_t off, int *swap,
					 struct pd_footer *f);

/*
 * Open the trailer (index and other blocks after the last section) of the file that a reader reads
 * through @in, as pdata_trailer_open_at() does for a descriptor. @end: file offset at which the
 * sections of the file end.
 */
int pd_trailer_open_at(struct pdata_trailer **out, const struct pd_input *in, uint64_t end,
		       struct pdata_error *err);
/*
 * Read the bytes of the block with index @i as they are in the file, with head and padding, and
 * verify the block's checksum. *@out becomes a new buffer with these bytes, which the caller frees
 * with pd_free(). Return: 0 or an error code.
 */
int pd_trailer_bytes(struct pdata_trailer *t, uint32_t i, uint8_t **out, struct pdata_error *err);
