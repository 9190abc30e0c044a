/* SPDX-License-Identifier: BSD-2-Clause */
/* Batches of SAMPLEs: the reader finds where the samples end, and any thread can decode them. */
#include "reader/sample_fastpath.h"

#include "common/prefetch.h"

/* Walk over the SAMPLEs that can go into a batch. Return: their number. */
static inline __attribute__((always_inline)) uint32_t walk_all(const struct pdata_reader *r,
							       struct pd_sample_walk *k, int swap)
{
	uint32_t nr = 0;

	for (; sample_walk_match(r, k, swap); sample_walk_step(k)) {
		pd_prefetch_after(k->pos, k->size);
		nr++;
	}
	return nr;
}

static bool fill_batch(struct pdata_reader *r, struct pdata_batch *b)
{
	struct pd_stream *s = fastpath_stream(r);
	struct pd_sample_walk k;

	if (!s || !sample_walk_begin(r, s, &k))
		return false;
	*b = (struct pdata_batch){ .data = s->pos, .seq = r->seq, .reader = r, .block = s->block };
	b->inside = s == &r->members->un;
	b->off = b->inside ? r->members->compressed_off : s->off;
	b->nr = r->info.swap ? walk_all(r, &k, 1) : walk_all(r, &k, 0);
	b->end = k.pos;
	skip_read_samples(r, s, b->nr, (size_t)(k.pos - s->pos));
	r->last_id = k.id;
	r->last_event = k.ev;
	return b->nr > 0;
}

int pdata_reader_next_batch(struct pdata_reader *r, struct pdata_record *rec, struct pdata_batch *b)
{
	if (r->time_order)
		return PDATA_E_ARG;
	if (r->error.code)
		return r->error.code;
	r->started = true;
	return fill_batch(r, b) ? 2 : pdata_reader_next(r, rec);
}

static inline const struct pd_event *batch_event(struct pdata_batch *b, const uint8_t *data,
						 size_t size, int swap)
{
	const struct pdata_reader *r = b->reader;
	const struct pd_event *first = r->events[0], *ev;
	const size_t at = PDATA_RECORD_HEADER + (size_t)first->id_head;
	uint64_t id;

	if (r->nr_events == 1 || first->id_head < 0 || size < at + sizeof(id))
		return first;
	id = pd_ld64(data + at, swap);
	if (b->last_event && id == b->last_id)
		return (const struct pd_event *)b->last_event;
	ev = pd_idmap_find(&r->ids, id);
	if (!ev)
		return first;
	b->last_id = id;
	b->last_event = &ev->pub;
	return ev;
}

int pdata_batch_next(struct pdata_batch *b, struct pdata_record *rec)
{
	const int swap = (int)b->reader->info.swap;
	const struct pd_event *ev;

	if (!b->nr)
		return 0;
	rec->type = PDATA_RECORD_SAMPLE;
	rec->misc = pd_ld16(b->data + 4, swap);
	rec->size = pd_ld16(b->data + 6, swap);
	rec->data = b->data;
	rec->swap = (uint32_t)swap;
	rec->payload = 0;
	rec->off = b->off;
	rec->seq = b->seq++;
	ev = batch_event(b, rec->data, rec->size, swap);
	rec->event = &ev->pub;
	rec->time = ev->time_head >= 0 && rec->size >= PDATA_RECORD_HEADER + ev->time_head + 8
			    ? pd_ld64(rec->data + PDATA_RECORD_HEADER + ev->time_head, swap)
			    : 0;
	b->data += rec->size;
	b->off += b->inside ? 0 : rec->size;
	b->nr--;
	return 1;
}

static inline __attribute__((always_inline)) uint32_t read_fixed_fields(struct pdata_batch *b,
									struct pdata_sample_head *h,
									uint32_t max,
									const int swap)
{
	struct pd_head_offsets at = { .size = UINT32_MAX };
	const struct pd_event *last = NULL;
	const uint8_t *p = b->data;
	uint32_t n = 0, size;

	for (; n < max && n < b->nr; n++, h++, p += size) {
		const struct pd_event *ev;

		size = pd_ld16(p + 6, swap);
		ev = batch_event(b, p, size, swap);
		if (ev != last) {
			last = ev;
			at = ev->head;
			if (ev->plan.sample_type != ev->pub.attr.sample_type)
				at.size = UINT32_MAX;
		}
		if (size < at.size)
			break;
		h->event = &ev->pub;
		h->seq = b->seq + n;
		h->ip = at.ip ? pd_ld64(p + at.ip, swap) : 0;
		h->time = at.time ? pd_ld64(p + at.time, swap) : 0;
		h->period = at.period ? pd_ld64(p + at.period, swap) : ev->pub.attr.sample_period;
		h->pid = at.tid ? pd_ld32(p + at.tid, swap) : UINT32_MAX;
		h->tid = at.tid ? pd_ld32(p + at.tid + 4, swap) : UINT32_MAX;
		h->misc = pd_ld16(p + 4, swap);
	}
	b->off += b->inside ? 0 : (uint64_t)(p - b->data);
	b->data = p;
	b->seq += n;
	b->nr -= n;
	return n;
}

uint32_t pdata_batch_heads(struct pdata_batch *b, struct pdata_sample_head *heads, uint32_t max)
{
	return b->reader->info.swap ? read_fixed_fields(b, heads, max, 1)
				    : read_fixed_fields(b, heads, max, 0);
}

void pdata_batch_hold(struct pdata_batch *b)
{
	((struct pd_block *)b->block)->refs++;
}

void pdata_batch_release(struct pdata_reader *r, struct pdata_batch *b)
{
	pd_pool_release(&r->pool, b->block);
}
