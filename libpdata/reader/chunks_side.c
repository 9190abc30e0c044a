/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds side-band records and their backup, and replaces damaged side-band records by the backup.
 */
#include "common/binary_search.h"
#include "reader/chunks_int.h"

/* Return the bytes of @nr records at @at in the backup; 0 if it has fewer. */
static uint64_t copy_len(const struct pdata_bytes *copies, uint64_t at, uint32_t nr, int swap)
{
	uint64_t len = 0;

	for (uint32_t i = 0; i < nr; i++) {
		const uint64_t left = copies->len - at - len;
		uint16_t size;

		if (left < PDATA_RECORD_HEADER)
			return 0;
		size = pd_ld16(copies->data + at + len + 6, swap);
		if (size < PDATA_RECORD_HEADER || size > left)
			return 0;
		len += size;
	}
	return len;
}

/* Set copy_ends for each span, as far as the backup has complete records. */
static int find_copies(struct pd_chunks *c, const struct pdata_bytes *copies)
{
	uint64_t at = 0, len = 1;

	c->copy_ends = pd_calloc(c->side->nr, sizeof(*c->copy_ends));
	if (!c->copy_ends)
		return PDATA_E_NOMEM;
	while (c->nr_copied < c->side->nr && len) {
		len = copy_len(copies, at, c->side->spans[c->nr_copied].nr_records,
			       (int)c->r->info.swap);
		at += len;
		if (len)
			c->copy_ends[c->nr_copied++] = at;
	}
	return 0;
}

/* Whether spans are in ascending order and each is inside one chunk. */
static bool are_sideband_spans_valid(const struct pd_chunks *c)
{
	const struct pdata_index *x = c->x;
	uint32_t k = 0;

	for (uint32_t i = 0; i < c->side->nr; i++) {
		const struct pdata_sideband_span *p = &c->side->spans[i];

		if (i && (p->off < p[-1].off || p->off - p[-1].off < p[-1].len))
			return false;
		while (k < x->nr_chunks && p->off >= x->chunks[k].off + x->chunks[k].len)
			k++;
		if (k == x->nr_chunks || p->off < x->data_off ||
		    p->len > x->chunks[k].off + x->chunks[k].len - p->off)
			return false;
	}
	return true;
}

static int load_sideband(struct pd_chunks *c)
{
	const struct pdata_feature *s = pd_chunks_block(c->r, PDATA_BLOCK_SIDEBAND, c->member),
				   *copies = pd_chunks_block(c->r, PDATA_BLOCK_COPIES, c->member);
	const struct pdata_bytes *records = copies ? &copies->u.copies.records : NULL;

	if (!s)
		return PDATA_E_TRAILER;
	c->side = &s->u.sideband;
	if (!are_sideband_spans_valid(c))
		return PDATA_E_TRAILER;
	/* Offsets in a block are stored in 32 bits. */
	if (!records || records->len > UINT32_MAX)
		return 0;
	/* The block does not belong to a pool: the reference held here is released last. */
	c->copies = (struct pd_block){ .refs = 1,
				       .data = (uint8_t *)(uintptr_t)records->data,
				       .off = PD_NOWHERE,
				       .len = (size_t)records->len };
	return find_copies(c, records);
}

int pd_chunks_side(struct pd_chunks *c)
{
	if (!c->side_loaded)
		c->side_ret = load_sideband(c);
	c->side_loaded = true;
	return c->side_ret;
}

void pd_chunks_side_free(struct pd_chunks *c)
{
	pd_free(c->copy_ends);
}

/*
 * Whether a span is one compressed record. Then its length differs from that of its backup, or its
 * header tells.
 */
static bool is_span_compressed(struct pd_chunks *c, const struct pdata_sideband_span *s,
			       uint64_t copy_len)
{
	const struct pdata_chunk *k = &c->x->chunks[pd_chunks_find(c->x, s->off)];
	const int swap = (int)c->r->info.swap;
	uint8_t head[PDATA_RECORD_HEADER];

	if (s->len != copy_len)
		return true;
	return k->flags & PDATA_CHUNK_COMPRESSED &&
	       pd_input_pread(c->in, head, sizeof(head), s->off) == sizeof(head) &&
	       pd_is_compressed(pd_ld32(head, swap));
}

struct pd_piece pd_chunks_backup_piece(struct pd_chunks *c, uint32_t i)
{
	const struct pdata_sideband_span *s = &c->side->spans[i];
	const uint64_t at = i ? c->copy_ends[i - 1] : 0, len = c->copy_ends[i] - at;

	return (struct pd_piece){ .start = s->off,
				  .end = s->off + s->len,
				  .block = &c->copies,
				  .copy = c->copies.data + at,
				  .copy_len = len,
				  .one_origin = is_span_compressed(c, s, len) };
}

/* Return the number of the first span at or after @off. */
static uint32_t span_from(const struct pdata_sideband *s, uint64_t off)
{
	return (uint32_t)pd_first_from(s->spans, s->nr, off, off);
}

bool pd_chunks_can_repair(struct pd_chunks *c, uint32_t chunk)
{
	const struct pdata_chunk *k = &c->x->chunks[chunk];
	uint32_t from, to;

	if (c->r->opts.keep_compressed || c->r->opts.keep_damaged || pd_chunks_side(c))
		return false;
	from = span_from(c->side, k->off);
	to = span_from(c->side, k->off + k->len);
	if (from == to || to > c->nr_copied)
		return false;
	/*
	 * In a chunk without compressed data the backup of a span has the same length as the span.
	 */
	for (uint32_t i = from; i < to && !(k->flags & PDATA_CHUNK_COMPRESSED); i++)
		if (pd_chunks_backup_piece(c, i).copy_len != c->side->spans[i].len)
			return false;
	return true;
}

static int add_part(struct pd_chunks *c, struct pd_piece p)
{
	if (p.start == p.end)
		return 0;
	if (pd_grow(&c->parts, &c->parts_cap, c->nr_parts + 1, sizeof(*c->parts)))
		return PDATA_E_NOMEM;
	c->parts[c->nr_parts++] = p;
	return 0;
}

/*
 * In a compressed chunk the offsets of side-band records are unknown: the backup of its spans is
 * returned before the rest of the chunk.
 */
int pd_chunks_part(struct pd_chunks *c, uint32_t chunk)
{
	const struct pdata_chunk *k = &c->x->chunks[chunk];
	const bool repaired = c->state[chunk] == PD_CHUNK_REPAIRED,
		   compressed = k->flags & PDATA_CHUNK_COMPRESSED;
	struct pd_piece gap = { .start = k->off, .repaired = repaired };
	uint32_t i = repaired ? span_from(c->side, k->off) : UINT32_MAX;
	int ret = 0;

	c->nr_parts = 0;
	c->parts_end = k->off + k->len;
	for (; repaired && !ret && i < c->side->nr && c->side->spans[i].off < c->parts_end; i++) {
		const struct pd_piece copy = pd_chunks_backup_piece(c, i);

		gap.end = copy.start;
		ret = add_part(c, gap);
		ret = ret ? ret : add_part(c, copy);
		gap.start = compressed ? copy.start : copy.end;
	}
	gap.end = c->parts_end;
	return ret ? ret : add_part(c, gap);
}
