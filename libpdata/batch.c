/* SPDX-License-Identifier: BSD-2-Clause */
/* Batches of SAMPLEs: the reader finds where they end, any thread takes them apart. */
#include "short.h"

/* Whether the SAMPLE at the stream's position may go into a batch; those seen before need no check. */
static inline bool may_join(struct pdata_reader *r, const struct pd_stream *s, size_t size)
{
	const struct pd_event *ev;

	if (r->seq < r->checked)
		return r->ids_agree;
	ev = pd_sample_event(r, s->pos, size);
	return ev && (r->opts.trust_records || pd_sample_is_whole(ev, s->pos, size, (int)r->info.swap));
}

static bool fill(struct pdata_reader *r, struct pdata_batch *b)
{
	const int swap = (int)r->info.swap;
	struct pd_stream *s = plain_stream(r);

	if (!s)
		return false;
	*b = (struct pdata_batch){ .data = s->pos, .seq = r->seq, .reader = r, .block = s->block };
	b->inside = s == &r->members->un;
	b->off = b->inside ? r->members->compressed_off : s->off;
	while (s->end - s->pos >= (ptrdiff_t)PDATA_RECORD_HEADER && pd_ld32(s->pos, swap) == PDATA_RECORD_SAMPLE) {
		const uint16_t size = pd_ld16(s->pos + 6, swap);

		if (size < PDATA_RECORD_HEADER || size > s->end - s->pos || !may_join(r, s, size))
			break;
		sample_taken(r, s, size);
		b->nr++;
	}
	b->end = s->pos;
	return b->nr > 0;
}

int pdata_reader_next_batch(struct pdata_reader *r, struct pdata_record *rec, struct pdata_batch *b)
{
	if (r->time_order)
		return PDATA_E_ARG;
	if (r->error.code)
		return r->error.code;
	r->started = true;
	return fill(r, b) ? 2 : pdata_reader_next(r, rec);
}

static const struct pd_event *event_of(struct pdata_batch *b, const struct pdata_record *rec)
{
	const struct pdata_reader *r = b->reader;
	const struct pd_event *first = r->events[0], *ev;
	const size_t at = PDATA_RECORD_HEADER + (size_t)first->id_head;
	uint64_t id;

	if (r->nr_events == 1 || first->id_head < 0 || rec->size < at + sizeof(id))
		return first;
	id = pd_ld64(rec->data + at, (int)rec->swap);
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
	ev = event_of(b, rec);
	rec->event = &ev->pub;
	rec->time = ev->time_head >= 0 && rec->size >= PDATA_RECORD_HEADER + ev->time_head + 8 ?
			    pd_ld64(rec->data + PDATA_RECORD_HEADER + ev->time_head, swap) : 0;
	b->data += rec->size;
	b->off += b->inside ? 0 : rec->size;
	b->nr--;
	return 1;
}

void pdata_batch_hold(struct pdata_batch *b)
{
	((struct pd_block *)b->block)->refs++;
}

void pdata_batch_release(struct pdata_reader *r, struct pdata_batch *b)
{
	pd_pool_release(&r->pool, b->block);
}
