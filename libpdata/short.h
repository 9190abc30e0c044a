/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_SHORT_H
#define PD_SHORT_H

/* The short way to the next record: a whole SAMPLE that lies in the block that is being read. */

#include "reader.h"

/* The stream that the next record comes from; NULL when only the long way can tell. */
static inline struct pd_stream *plain_stream(struct pdata_reader *r)
{
	struct pd_member *m = r->members;

	if (r->nr_members != 1 || r->payload_left || m->ended || r->ahead)
		return NULL;
	if (!m->in_compressed)
		return &m->raw;
	return r->opts.max_expansion ? NULL : &m->un;
}

/*
 * Whether a SAMPLE in which nothing is wrong is next in the stream's block: most records of most files
 * are. Then it is taken and @rec filled.
 */
static inline __attribute__((always_inline)) bool take_sample(struct pdata_reader *r, struct pd_stream *s, struct pdata_record *rec)
{
	const int swap = (int)r->info.swap;
	const size_t left = (size_t)(s->end - s->pos);
	const struct pd_event *ev;
	uint16_t size;

	if (left < PDATA_RECORD_HEADER || pd_ld32(s->pos, swap) != PDATA_RECORD_SAMPLE)
		return false;
	size = pd_ld16(s->pos + 6, swap);
	if (size < PDATA_RECORD_HEADER || size > left)
		return false;
	ev = pd_sample_event(r, s->pos, size);
	if (!ev || (r->seq >= r->checked && !r->opts.trust_records && !pd_sample_is_whole(ev, s->pos, size, swap)))
		return false;
	rec->data = s->pos;
	rec->size = size;
	rec->event = &ev->pub;
	rec->time = ev->time_head >= 0 && size >= PDATA_RECORD_HEADER + ev->time_head + 8 ?
			    pd_ld64(s->pos + PDATA_RECORD_HEADER + ev->time_head, swap) : 0;
	return true;
}

/* It is the caller's now. */
static inline void sample_taken(struct pdata_reader *r, struct pd_stream *s, size_t size)
{
	pd_stream_skip(s, size);
	if (s == &r->members->un)
		r->expanded += size;
	if (r->checked < ++r->seq)
		r->checked = r->seq;
}

#endif
