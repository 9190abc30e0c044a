/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds a trailer that does not end with the file: searches for its blocks from the end of the
 * file's sections on.
 */
#include "trailer/trailer_int.h"

/* Whether a block head or a footer begins at @p, of which the file has @have bytes. */
static bool begins_one(const uint8_t *p, size_t have, int swap)
{
	return (have >= 4 && pd_ld32(p, swap) == PD_BLOCK_MAGIC) ||
	       (have >= 8 && pd_ld64(p, swap) == PD_FOOTER_BEGIN);
}

/*
 * Step over the blocks from f->off on. Return: whether the file ends within the next block or the
 * footer.
 */
static bool count_blocks(const struct pd_input *in, int swap, struct pd_footer *f)
{
	struct pd_input own = *in;
	uint64_t at = f->off;

	for (;; f->nr_blocks++) {
		uint8_t p[PD_BLOCK_HEAD];
		size_t have = pd_input_pread(&own, p, sizeof(p), at);
		struct pd_block_head h;

		f->size = at - f->off;
		if (have < sizeof(p))
			return true;
		pd_block_head_get(&h, p, swap);
		if (h.magic != PD_BLOCK_MAGIC)
			return own.size - at < PD_FOOTER && begins_one(p, have, swap);
		if (h.size > own.size - at || PD_ALIGN8(h.size) > own.size - at - sizeof(p))
			return true;
		at += sizeof(p) + PD_ALIGN8(h.size);
	}
}

static bool is_footer_of(const struct pd_input *in, int swap, const struct pd_footer *want)
{
	struct pd_input own = *in;
	struct pd_footer f;
	uint8_t p[PD_FOOTER];

	if (pd_input_pread(&own, p, sizeof(p), want->off + want->size) < sizeof(p))
		return false;
	pd_footer_get(&f, p, swap);
	return f.begin == PD_FOOTER_BEGIN && f.end == PD_FOOTER_END &&
	       f.version == PD_TRAILER_VERSION && f.nr_blocks == want->nr_blocks &&
	       f.off == want->off && f.size == want->size && f.xxh3 == pd_footer_sum(p);
}

enum pdata_trailer_state pd_trailer_walk(const struct pd_input *in, uint64_t off, int *swap,
					 struct pd_footer *f)
{
	struct pd_input own = *in;
	uint8_t p[8];
	size_t have = off < own.size ? pd_input_pread(&own, p, sizeof(p), off) : 0;
	bool cut;

	*f = (struct pd_footer){ .off = off };
	for (*swap = 0; *swap < 2 && !begins_one(p, have, *swap); ++*swap)
		;
	if (*swap == 2)
		return PDATA_TRAILER_NONE;
	cut = count_blocks(in, *swap, f);
	if (is_footer_of(in, *swap, f))
		return PDATA_TRAILER_WHOLE;
	return cut ? PDATA_TRAILER_CUT : PDATA_TRAILER_DAMAGED;
}
