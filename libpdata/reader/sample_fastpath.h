/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Implements the fast path of the reader, which reads SAMPLEs that are complete in their block of
 * file data.
 */

#include "reader/reader.h"

/* Return the stream that has the next record; NULL: the fast path cannot be used now. */
static inline struct pd_stream *fastpath_stream(struct pdata_reader *r)
{
	struct pd_member *m = r->members;

	if (r->nr_members != 1 || r->payload_left || m->ended || r->meta_only)
		return NULL;
	if (!m->in_compressed)
		return &m->raw;
	return r->opts.max_expansion ? NULL : &m->un;
}

/*
 * Return the number of records from the next one on that need no check, because they were checked
 * in an earlier pass or the options trust all records.
 */
static inline uint64_t pd_nr_checked(const struct pdata_reader *r)
{
	if (r->opts.trust_records)
		return UINT64_MAX;
	return r->seq < r->checked && !r->sizes_wrong ? r->checked - r->seq : 0;
}

/*
 * If the next record is a SAMPLE that has no damage and is complete in the block of @s, set .data,
 * .size, .event and .time of @rec; most records are such SAMPLEs. Return: true if @rec was set; in
 * this case the caller must skip the record in @s.
 */
static inline __attribute__((always_inline)) bool fastpath_read_sample(struct pdata_reader *r,
								       struct pd_stream *s,
								       struct pdata_record *rec)
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
	if (!ev || (pd_nr_checked(r) == 0 && !pd_sample_is_whole(ev, s->pos, size, swap)))
		return false;
	rec->data = s->pos;
	rec->size = size;
	rec->event = &ev->pub;
	rec->time = ev->time_head >= 0 && size >= PDATA_RECORD_HEADER + ev->time_head + 8
			    ? pd_ld64(s->pos + PDATA_RECORD_HEADER + ev->time_head, swap)
			    : 0;
	return true;
}

/* Advance @s behind @nr samples of @size bytes in total, which the reader has returned. */
static inline void skip_read_samples(struct pdata_reader *r, struct pd_stream *s, uint64_t nr,
				     size_t size)
{
	pd_stream_skip(s, size);
	if (s == &r->members->un)
		r->expanded += size;
	r->seq += nr;
	if (r->checked < r->seq)
		r->checked = r->seq;
}

static inline void skip_read_sample(struct pdata_reader *r, struct pd_stream *s, size_t size)
{
	skip_read_samples(r, s, 1, size);
}

/* State of a walk over adjacent SAMPLEs without damage, kept in local variables for speed. */
struct pd_sample_walk {
	const uint8_t *pos, *end;
	uint16_t size;	     /* size in bytes of the SAMPLE at @pos */
	uint64_t nr_checked; /* pd_nr_checked() at @pos */
	/*
	 * offset of the id in each SAMPLE; 0: no id is needed, because the file has only one event
	 */
	size_t id_at;
	uint64_t id;
	const struct pd_event *ev; /* event of the SAMPLE at @pos */
	size_t time_end; /* end offset of the time in a SAMPLE of @ev; SIZE_MAX: it has no time */
};

static inline void sample_walk_set_event(struct pd_sample_walk *k, const struct pd_event *ev)
{
	k->ev = ev;
	k->time_end = ev && ev->time_head >= 0 ? PDATA_RECORD_HEADER + (size_t)ev->time_head + 8
					       : SIZE_MAX;
}

/*
 * Start to walk over SAMPLEs at the position of @s. Return: true; false: the walk is not possible,
 * because it cannot tell the event of a SAMPLE: the recording has no event, or it has several
 * events whose records have no id or have the id at different offsets.
 */
static inline bool sample_walk_begin(struct pdata_reader *r, const struct pd_stream *s,
				     struct pd_sample_walk *k)
{
	const struct pd_event *first;

	if (!r->ids_agree)
		return false;
	first = r->events[0];
	if (r->nr_events > 1 && first->id_head < 0)
		return false;
	*k = (struct pd_sample_walk){ .pos = s->pos, .end = s->end, .id = r->last_id };
	k->id_at = r->nr_events > 1 ? PDATA_RECORD_HEADER + (size_t)first->id_head : 0;
	k->nr_checked = pd_nr_checked(r);
	sample_walk_set_event(k, r->nr_events > 1 ? r->last_event : first);
	return true;
}

/*
 * Check whether an undamaged SAMPLE of a known event begins at k->pos. If so, set k->size to the
 * size of this SAMPLE and k->ev to its event, and return true. Otherwise return false.
 */
static inline __attribute__((always_inline)) bool sample_walk_match(const struct pdata_reader *r,
								    struct pd_sample_walk *k,
								    int swap)
{
	const size_t left = (size_t)(k->end - k->pos);

	if (left < PDATA_RECORD_HEADER || pd_ld32(k->pos, swap) != PDATA_RECORD_SAMPLE)
		return false;
	k->size = pd_ld16(k->pos + 6, swap);
	if (k->size < PDATA_RECORD_HEADER || k->size > left)
		return false;
	if (k->id_at) {
		uint64_t id;

		if (k->size < k->id_at + sizeof(id))
			return false;
		id = pd_ld64(k->pos + k->id_at, swap);
		if (id != k->id) {
			sample_walk_set_event(k, pd_idmap_find(&r->ids, id));
			k->id = id;
		}
		if (!k->ev)
			return false;
	}
	return k->nr_checked || pd_sample_is_whole(k->ev, k->pos, k->size, swap);
}

/* Return the time of the SAMPLE at k->pos; 0: it has no time. */
static inline uint64_t sample_walk_time(const struct pd_sample_walk *k, int swap)
{
	return k->size >= k->time_end ? pd_ld64(k->pos + k->time_end - 8, swap) : 0;
}

static inline void sample_walk_step(struct pd_sample_walk *k)
{
	k->pos += k->size;
	k->nr_checked -= !!k->nr_checked;
}
