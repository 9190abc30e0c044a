/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns what an indexer gathered into blocks of a trailer, and into the structs that these blocks
 * decode to.
 */
#include "output/indexer.h"
#include "wire/feature.h"

#include <pdata/trailer.h>

/* Encode the head of a block, with the number @nr of elements that follow it. */
static int make_head(struct pd_indexer_block *b, const struct pdata_feature *f, uint32_t nr,
		     int swap)
{
	uint8_t *wire;
	int64_t len = pdata_feature_encode(f, swap, &wire);

	if (len < 0)
		return (int)len;
	b->head_len = (size_t)len;
	memcpy(b->head, wire, b->head_len);
	pd_st32(b->head + b->head_len - 8, nr, swap);
	pd_free(wire);
	return 0;
}

int pd_indexer_index(const struct pdata_indexer *x, struct pd_indexer_block *b)
{
	const struct pdata_feature f = { .bit = PDATA_BLOCK_INDEX,
					 .u.index = { x->data_off, x->off - x->data_off, 0, 0,
						      NULL } };

	b->rest = &x->chunks;
	return make_head(b, &f, x->nr_chunks, x->swap);
}

int pd_indexer_sideband(const struct pdata_indexer *x, struct pd_indexer_block *b)
{
	const struct pdata_feature f = { .bit = PDATA_BLOCK_SIDEBAND };

	b->rest = &x->spans;
	return make_head(b, &f, x->nr_spans, x->swap);
}

/* Decode a block as a reader of the file does. */
static int decode_block(struct pdata_indexer *x, const struct pd_indexer_block *b,
			struct pdata_feature *f)
{
	const uint64_t rest = pd_spill_size(b->rest);
	uint8_t *bytes = rest < SIZE_MAX - b->head_len ? pd_malloc(b->head_len + (size_t)rest)
						       : NULL;
	int ret = PDATA_E_NOMEM;

	if (bytes) {
		memcpy(bytes, b->head, b->head_len);
		ret = pd_spill_get(b->rest, 0, bytes + b->head_len, (size_t)rest);
	}
	f->data = bytes;
	f->len = b->head_len + (size_t)rest;
	if (!ret)
		ret = pd_feature_decode(f, x->swap, 0, &x->arena, NULL);
	pd_free(bytes);
	return ret;
}

int pdata_indexer_finish(struct pdata_indexer *x, struct pdata_index *index,
			 struct pdata_sideband *sideband)
{
	struct pdata_feature f = { .bit = PDATA_BLOCK_INDEX }, g = { .bit = PDATA_BLOCK_SIDEBAND };
	struct pd_indexer_block b;
	int ret = pd_indexer_end(x);

	if (ret)
		return ret;
	ret = pd_indexer_index(x, &b);
	if (!ret)
		ret = decode_block(x, &b, &f);
	if (!ret)
		ret = pd_indexer_sideband(x, &b);
	if (!ret)
		ret = decode_block(x, &b, &g);
	if (ret)
		return ret;
	*index = f.u.index;
	*sideband = g.u.sideband;
	return 0;
}
