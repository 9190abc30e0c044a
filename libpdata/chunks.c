/* SPDX-License-Identifier: BSD-2-Clause */
#include "chunks.h"
#include "reader.h"
#include "trailer_int.h"
#include "xxh3.h"

#include <stdlib.h>

struct span {
	uint64_t start, end;
};

struct pd_chunks {
	struct pdata_reader *r;
	struct pdata_trailer *trailer;
	const struct pdata_index *x;
	struct pd_xxh3 *xxh3;
	uint32_t i;   /* the chunk that bytes are expected of */
	uint64_t at;  /* and which; 0: its beginning was not seen */
	bool *sound;  /* chunks whose checksum matched */
	struct span *spans; /* the choice, ascending; NULL: all */
	size_t nr_spans, spans_cap;
};

void pd_chunks_free(struct pd_chunks *c)
{
	if (!c)
		return;
	pdata_trailer_close(c->trailer);
	pd_xxh3_free(c->xxh3);
	pd_free(c->sound);
	pd_free(c->spans);
	pd_free(c);
}

int pd_chunks_open(struct pdata_reader *r)
{
	struct pd_chunks *c = pd_calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return PDATA_E_NOMEM;
	c->r = r;
	ret = pd_trailer_open(&c->trailer, &r->in, NULL);
	if (!ret)
		ret = pdata_trailer_index(c->trailer, &r->info, &c->x, NULL);
	if (!ret) {
		c->xxh3 = pd_xxh3_new();
		c->sound = pd_calloc(c->x->nr_chunks + 1, sizeof(*c->sound));
		ret = c->xxh3 && c->sound ? 0 : PDATA_E_NOMEM;
	}
	if (ret || !c->x->nr_chunks)
		pd_chunks_free(c);
	else
		r->chunks = c;
	return ret == PDATA_E_NOMEM ? ret : 0;
}

static void compare(struct pd_chunks *c)
{
	const struct pdata_chunk *k = &c->x->chunks[c->i];
	unsigned long long samples = 0;

	c->sound[c->i] = pd_xxh3_sum(c->xxh3) == k->xxh3;
	if (c->sound[c->i])
		return;
	for (uint32_t n = 0; n < k->nr_counts; n++)
		samples += k->counts[n].nr_samples;
	pd_damage(c->r, PDATA_E_CHECKSUM, k->off, 0, "data", 0, "chunk %u of %u, %llu bytes with %llu samples",
		  c->i + 1, c->x->nr_chunks, (unsigned long long)k->len, samples);
}

/* The chunk that @off lies in. */
static uint32_t chunk_at(const struct pdata_index *x, uint64_t off)
{
	uint32_t lo = 0, hi = x->nr_chunks;

	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (x->chunks[mid].off <= off)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

void pd_chunks_feed(struct pd_chunks *c, const uint8_t *buf, size_t n, uint64_t off)
{
	if (off < c->x->data_off || off >= c->x->data_off + c->x->data_size)
		return;
	while (n) {
		const struct pdata_chunk *k;
		uint64_t left;

		if (c->at != off)
			c->i = chunk_at(c->x, off);
		if (c->i >= c->x->nr_chunks)
			return;
		k = &c->x->chunks[c->i];
		left = k->off + k->len - off;
		left = left < n ? left : n;
		if (off == k->off)
			pd_xxh3_reset(c->xxh3);
		if (off == k->off || c->at == off) {
			if (!c->sound[c->i])
				pd_xxh3_add(c->xxh3, buf, (size_t)left);
			c->at = off + left;
			if (c->at == k->off + k->len && !c->sound[c->i])
				compare(c);
			c->i += c->at == k->off + k->len;
		}
		buf += left;
		n -= (size_t)left;
		off += left;
	}
}

bool pd_chunks_span(const struct pd_chunks *c, size_t i, uint64_t *start, uint64_t *end)
{
	if (!c || !c->spans || i >= c->nr_spans)
		return false;
	*start = c->spans[i].start;
	*end = c->spans[i].end;
	return true;
}

/* ---- a choice by time -------------------------------------------------------------------- */

/* Events without a time, and call chains that come later, may be anywhere. */
static bool times_tell(const struct pdata_reader *r)
{
	for (size_t i = 0; i < r->nr_events; i++) {
		const struct pdata_attr *a = &r->events[i]->pub.attr;

		if (!(a->sample_type & PDATA_SAMPLE_TIME) || pdata_attr_flag(a, PDATA_ATTR_DEFER_CALLCHAIN))
			return false;
	}
	return r->nr_events && r->nr_members == 1;
}

static int add_span(struct pd_chunks *c, uint64_t start, uint64_t end)
{
	if (pd_grow(&c->spans, &c->spans_cap, c->nr_spans + 1, sizeof(*c->spans)))
		return PDATA_E_NOMEM;
	c->spans[c->nr_spans++] = (struct span){ start, end };
	return 0;
}

static int by_start(const void *pa, const void *pb)
{
	const struct span *a = pa, *b = pb;

	return a->start < b->start ? -1 : a->start > b->start;
}

/* Sort; what touches or overlaps becomes one. */
static void join(struct pd_chunks *c)
{
	size_t to = 0;

	qsort(c->spans, c->nr_spans, sizeof(*c->spans), by_start);
	for (size_t i = 1; i < c->nr_spans; i++) {
		if (c->spans[i].start <= c->spans[to].end) {
			if (c->spans[i].end > c->spans[to].end)
				c->spans[to].end = c->spans[i].end;
		} else {
			c->spans[++to] = c->spans[i];
		}
	}
	if (c->nr_spans)
		c->nr_spans = to + 1;
}

/* A chunk, with those before it that it cannot be opened without. */
static int add_chunk(struct pd_chunks *c, uint32_t i)
{
	const struct pdata_chunk *k = c->x->chunks;
	uint32_t from = i;

	while (from && !(k[from].flags & PDATA_CHUNK_ALONE))
		from--;
	return add_span(c, k[from].off, k[i].off + k[i].len);
}

static bool is_needed(const struct pdata_chunk *k, uint64_t from, uint64_t to)
{
	return k->last_time && k->first_time <= to && k->last_time >= from;
}

/* Side-band records of plain data are read alone; out of compressed data with their chunk. */
static int add_sideband(struct pd_chunks *c, const struct pdata_sideband *s)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		const struct pdata_sideband_span *p = &s->spans[i];
		const struct pdata_index *x = c->x;
		uint32_t k;
		int ret;

		if (p->off < x->data_off || p->off - x->data_off > x->data_size ||
		    p->len > x->data_size - (p->off - x->data_off))
			return PDATA_E_TRAILER;
		k = chunk_at(x, p->off);
		if (x->chunks[k].flags & PDATA_CHUNK_COMPRESSED)
			ret = add_chunk(c, k);
		else
			ret = add_span(c, p->off, p->off + p->len);
		if (ret)
			return ret;
	}
	return 0;
}

static int choose(struct pd_chunks *c, const struct pdata_sideband *s, uint64_t from, uint64_t to)
{
	int ret = add_sideband(c, s);

	for (uint32_t i = 0; i < c->x->nr_chunks && !ret; i++)
		if (is_needed(&c->x->chunks[i], from, to))
			ret = add_chunk(c, i);
	if (!ret && !c->nr_spans)
		ret = add_span(c, c->x->data_off, c->x->data_off);
	if (ret) {
		pd_free(c->spans);
		c->spans = NULL;
		c->nr_spans = c->spans_cap = 0;
		return ret;
	}
	join(c);
	return 0;
}

int pdata_reader_set_time(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	struct pd_chunks *c = r->chunks;
	const struct pdata_feature *f;
	int64_t i;
	int ret;

	if (r->started)
		return PDATA_E_ARG;
	if (!c || !times_tell(r))
		return 0;
	i = pdata_trailer_find(c->trailer, PDATA_BLOCK_SIDEBAND, 0);
	if (i < 0 || pdata_trailer_read(c->trailer, (uint32_t)i, &f, NULL))
		return 0;
	pd_free(c->spans);
	c->spans = NULL;
	c->nr_spans = c->spans_cap = 0;
	ret = choose(c, &f->u.sideband, from, to);
	if (ret)
		return ret == PDATA_E_NOMEM ? ret : 0;
	r->used = r->checked = 0;
	ret = pdata_reader_rewind(r);
	return ret ? ret : 1;
}
