/* SPDX-License-Identifier: BSD-2-Clause */
#include "chunks.h"
#include "reader.h"
#include "trailer_int.h"
#include "xxh3.h"

enum state {
	UNKNOWN,
	SOUND, /* its checksum matched */
	BAD
};

struct span {
	uint64_t start, end; /* in the file */
	const uint8_t *copy; /* what is there, in memory, or NULL */
	uint64_t copy_len;
};

struct pd_chunks {
	struct pdata_reader *r;
	struct pdata_trailer *trailer;
	const struct pdata_index *x;
	struct pd_xxh3 *xxh3;
	uint32_t i;	/* the chunk that bytes are expected of */
	uint64_t at;	/* and which; 0: its beginning was not seen */
	uint8_t *state; /* enum state of each chunk */
	bool any_bad;
	struct span *spans; /* the choice, ascending; NULL: all */
	size_t nr_spans, spans_cap;
};

void pd_chunks_free(struct pd_chunks *c)
{
	if (!c)
		return;
	pdata_trailer_close(c->trailer);
	pd_xxh3_free(c->xxh3);
	pd_free(c->state);
	pd_free(c->spans);
	pd_free(c);
}

/* Without it the file is read as one that has none; a build that cannot compare is not the file's fault. */
static void bad_trailer(struct pdata_reader *r, const struct pdata_error *e)
{
	if (e->code == PDATA_E_TRAILER || e->code == PDATA_E_CHECKSUM ||
	    e->code == PDATA_E_COMPRESSED || e->code == PDATA_E_FEATURE)
		pd_damage(r, e->code, e->off, 0, "trailer", 0, "%s", e->text);
}

/* What is no data: the header is in use already, features are about to be. */
static void compare_regions(struct pd_chunks *c)
{
	int64_t i = pdata_trailer_find(c->trailer, PDATA_BLOCK_SUMS, 0);
	const struct pdata_feature *f;
	struct pdata_error err;

	if (i < 0)
		return;
	if (pdata_trailer_read(c->trailer, (uint32_t)i, &f, &err)) {
		bad_trailer(c->r, &err);
		return;
	}
	for (uint32_t k = 0; k < f->u.sums.nr; k++) {
		const struct pdata_region_sum *s = &f->u.sums.regions[k];

		if (pdata_trailer_verify(c->trailer, s->off, s->len, s->xxh3, NULL) ==
		    PDATA_E_CHECKSUM)
			pd_damage(c->r, PDATA_E_CHECKSUM, s->off, 0, s->off ? "features" : "header",
				  0, "%llu bytes", (unsigned long long)s->len);
	}
}

int pd_chunks_open(struct pdata_reader *r)
{
	struct pd_chunks *c = pd_calloc(1, sizeof(*c));
	struct pdata_error err;
	int ret;

	if (!c)
		return PDATA_E_NOMEM;
	c->r = r;
	ret = pd_trailer_open(&c->trailer, &r->in, &err);
	if (!ret)
		compare_regions(c);
	if (!ret)
		ret = pdata_trailer_index(c->trailer, &r->info, &c->x, &err);
	if (ret)
		bad_trailer(r, &err);
	if (!ret) {
		c->xxh3 = pd_xxh3_new();
		c->state = pd_calloc(c->x->nr_chunks + 1, sizeof(*c->state));
		ret = c->xxh3 && c->state ? 0 : PDATA_E_NOMEM;
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

	c->state[c->i] = pd_xxh3_sum(c->xxh3) == k->xxh3 ? SOUND : BAD;
	if (c->state[c->i] == SOUND)
		return;
	c->any_bad = true;
	for (uint32_t n = 0; n < k->nr_counts; n++)
		samples += k->counts[n].nr_samples;
	pd_damage(c->r, PDATA_E_CHECKSUM, k->off, 0, "data", 0,
		  "chunk %u of %u, %llu bytes with %llu samples", c->i + 1, c->x->nr_chunks,
		  (unsigned long long)k->len, samples);
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
			if (c->state[c->i] != SOUND)
				pd_xxh3_add(c->xxh3, buf, (size_t)left);
			c->at = off + left;
			if (c->at == k->off + k->len && c->state[c->i] != SOUND)
				compare(c);
			c->i += c->at == k->off + k->len;
		}
		buf += left;
		n -= (size_t)left;
		off += left;
	}
}

uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off)
{
	const struct pdata_chunk *k;

	if (!c || off < c->x->data_off || off - c->x->data_off >= c->x->data_size)
		return 0;
	k = &c->x->chunks[chunk_at(c->x, off)];
	return k->off + k->len;
}

bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off)
{
	const struct pdata_chunk *k;

	if (!c)
		return false;
	k = &c->x->chunks[chunk_at(c->x, off)];
	return k->flags & PDATA_CHUNK_ALONE && k->off > before && k->off <= off;
}

uint64_t pd_chunks_stop(const struct pd_chunks *c, uint64_t from, uint64_t to)
{
	if (!c->any_bad || from < c->x->data_off || from - c->x->data_off >= c->x->data_size)
		return to;
	for (uint32_t i = chunk_at(c->x, from); i < c->x->nr_chunks; i++) {
		const struct pdata_chunk *k = &c->x->chunks[i];

		if (k->off + k->len >= to)
			break;
		if (c->state[i] == BAD)
			return k->off + k->len;
	}
	return to;
}

bool pd_chunks_span(const struct pd_chunks *c, size_t i, uint64_t *start, uint64_t *end,
		    const uint8_t **copy)
{
	const struct span *s, all = { .start = c ? c->x->data_off : 0,
				      .end = c ? c->x->data_off + c->x->data_size : 0 };

	if (!c || i >= (c->spans ? c->nr_spans : 1))
		return false;
	s = c->spans ? &c->spans[i] : &all;
	*start = s->start;
	*end = s->copy ? s->start + s->copy_len : s->end;
	*copy = s->copy;
	return true;
}

const struct pdata_index *pdata_reader_index(const struct pdata_reader *r)
{
	return r->chunks ? r->chunks->x : NULL;
}

/* A block of a type, or NULL. */
static const struct pdata_feature *block(struct pd_chunks *c, uint32_t type)
{
	const int64_t i = pdata_trailer_find(c->trailer, type, 0);
	const struct pdata_feature *f;

	return i < 0 || pdata_trailer_read(c->trailer, (uint32_t)i, &f, NULL) ? NULL : f;
}

/* Slices that follow each other, of events that there are. */
static bool are_sound(const struct pdata_reader *r, const struct pdata_times *t)
{
	for (uint32_t i = 0; i < t->nr; i++) {
		const struct pdata_slice *s = &t->slices[i];

		if (i && s->slice <= s[-1].slice)
			return false;
		for (uint32_t k = 0; k < s->nr_counts; k++)
			if (s->counts[k].event >= r->nr_events)
				return false;
	}
	return t->width && t->first <= t->last && t->first / t->width == t->base;
}

const struct pdata_times *pdata_reader_times(struct pdata_reader *r)
{
	const struct pdata_feature *f = r->chunks ? block(r->chunks, PDATA_BLOCK_TIMES) : NULL;

	return f && are_sound(r, &f->u.times) ? &f->u.times : NULL;
}

/* ---- a choice by time -------------------------------------------------------------------- */

/* Events without a time, and call chains that come later, may be anywhere. */
static bool times_tell(const struct pdata_reader *r)
{
	for (size_t i = 0; i < r->nr_events; i++) {
		const struct pdata_attr *a = &r->events[i]->pub.attr;

		if (!(a->sample_type & PDATA_SAMPLE_TIME) ||
		    pdata_attr_flag(a, PDATA_ATTR_DEFER_CALLCHAIN))
			return false;
	}
	return r->nr_events && r->nr_members == 1;
}

static bool is_needed(const struct pdata_chunk *k, uint64_t from, uint64_t to)
{
	return k->last_time && k->first_time <= to && k->last_time >= from;
}

/* What is chosen of a file. */
struct choice {
	struct pd_chunks *c;
	const struct pdata_sideband *s;
	struct pdata_bytes copies;
	uint64_t *copy_ends; /* of the copies of each span of @s */
	uint32_t nr_copied;  /* of the spans of @s: these have copies */
	bool *needed;	     /* by chunk */
};

/* Bytes of the first @nr records of a copy; 0: there are fewer. */
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

/* Where the copies of each span end, as far as there are whole ones. */
static int find_copies(struct choice *h)
{
	uint64_t at = 0, len = 1;

	h->copy_ends = pd_calloc(h->s->nr, sizeof(*h->copy_ends));
	if (!h->copy_ends)
		return PDATA_E_NOMEM;
	while (h->nr_copied < h->s->nr && len) {
		len = copy_len(&h->copies, at, h->s->spans[h->nr_copied].nr_records,
			       (int)h->c->r->info.swap);
		at += len;
		if (len)
			h->copy_ends[h->nr_copied++] = at;
	}
	return 0;
}

/* A chunk, with those before it that it cannot be opened without. */
static void need_chunk(struct choice *h, uint32_t i)
{
	while (i && !h->needed[i] && !(h->c->x->chunks[i].flags & PDATA_CHUNK_ALONE))
		h->needed[i--] = true;
	h->needed[i] = true;
}

/* Side-band records that lie in compressed data and have no copies come with their chunks. */
static int need_chunks(struct choice *h, uint64_t from, uint64_t to)
{
	const struct pdata_index *x = h->c->x;
	uint32_t k = 0;

	for (uint32_t i = 0; i < x->nr_chunks; i++)
		if (is_needed(&x->chunks[i], from, to))
			need_chunk(h, i);
	for (uint32_t i = 0; i < h->s->nr; i++) {
		const struct pdata_sideband_span *p = &h->s->spans[i];

		if (i && (p->off < p[-1].off || p->off - p[-1].off < p[-1].len))
			return PDATA_E_TRAILER;
		while (k < x->nr_chunks && p->off >= x->chunks[k].off + x->chunks[k].len)
			k++;
		if (k == x->nr_chunks || p->off < x->data_off ||
		    p->len > x->chunks[k].off + x->chunks[k].len - p->off)
			return PDATA_E_TRAILER;
		if (i >= h->nr_copied && x->chunks[k].flags & PDATA_CHUNK_COMPRESSED)
			need_chunk(h, k);
	}
	return 0;
}

static int add_span(struct pd_chunks *c, const struct span *s)
{
	struct span *last = c->nr_spans ? &c->spans[c->nr_spans - 1] : NULL;

	if (last && !last->copy && !s->copy && last->end == s->start) {
		last->end = s->end;
		return 0;
	}
	if (pd_grow(&c->spans, &c->spans_cap, c->nr_spans + 1, sizeof(*c->spans)))
		return PDATA_E_NOMEM;
	c->spans[c->nr_spans++] = *s;
	return 0;
}

/* The needed chunks, and the side-band records of the others, in their order. */
static int add_spans(struct choice *h)
{
	const struct pdata_index *x = h->c->x;
	uint64_t at = 0;
	uint32_t k = 0;
	int ret = 0;

	for (uint32_t i = 0; i < x->nr_chunks && !ret; i++) {
		const uint64_t end = x->chunks[i].off + x->chunks[i].len;

		if (h->needed[i])
			ret = add_span(h->c,
				       &(struct span){ .start = x->chunks[i].off, .end = end });
		for (; k < h->s->nr && h->s->spans[k].off < end && !ret; k++) {
			const struct pdata_sideband_span *p = &h->s->spans[k];
			struct span s = { .start = p->off, .end = p->off + p->len };

			if (k < h->nr_copied) {
				s.copy = h->copies.data + at;
				s.copy_len = h->copy_ends[k] - at;
				at = h->copy_ends[k];
			}
			if (!h->needed[i])
				ret = add_span(h->c, &s);
		}
	}
	if (!ret && !h->c->nr_spans)
		ret = add_span(h->c, &(struct span){ .start = x->data_off, .end = x->data_off });
	return ret;
}

static int choose(struct pd_chunks *c, uint64_t from, uint64_t to)
{
	const struct pdata_feature *s = block(c, PDATA_BLOCK_SIDEBAND),
				   *copies = block(c, PDATA_BLOCK_COPIES);
	struct choice h = { .c = c };
	int ret;

	if (!s)
		return PDATA_E_TRAILER;
	h.s = &s->u.sideband;
	if (copies)
		h.copies = copies->u.copies.records;
	h.needed = pd_calloc(c->x->nr_chunks, sizeof(*h.needed));
	if (!h.needed)
		return PDATA_E_NOMEM;
	ret = find_copies(&h);
	if (!ret)
		ret = need_chunks(&h, from, to);
	if (!ret)
		ret = add_spans(&h);
	pd_free(h.needed);
	pd_free(h.copy_ends);
	return ret;
}

static void forget_spans(struct pd_chunks *c)
{
	pd_free(c->spans);
	c->spans = NULL;
	c->nr_spans = c->spans_cap = 0;
}

int pdata_reader_set_time(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	struct pd_chunks *c = r->chunks;
	int ret;

	if (r->started)
		return PDATA_E_ARG;
	if (!c || !times_tell(r))
		return 0;
	forget_spans(c);
	ret = choose(c, from, to);
	if (ret)
		forget_spans(c);
	if (ret == PDATA_E_NOMEM)
		return ret;
	r->used = r->checked = 0;
	if (pdata_reader_rewind(r))
		return PDATA_E_SYS;
	return !ret;
}
