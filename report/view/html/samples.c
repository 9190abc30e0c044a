/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collects the samples of a page. If there are too many, equal ones of a slice of time are added
 * up; slices get longer until half of the limit is enough.
 */
#include "view/html/html_int.h"

#include "base/memory.h"
#include "common/hash_table.h"

#include <stdlib.h>

#define MAX_MARKS 20000u
#define FIRST_SLICES (1u << 17)

/*
 * State of html_read_samples(). @index: hash index of html_samples.all by key; an entry holds 1 +
 * the index of the element. @nr: number of elements after the last make_samples_fewer(), plus the
 * number of samples read since then. @first, @last: lowest and highest time of these.
 */
struct sample_sums {
	struct pd_hash_index index;
	uint64_t nr, first, last;
};

const char *const html_mark_names[HTML_NR_MARKS] = {
	[HTML_LOST] = "lost",
	[HTML_LOST_SAMPLES] = "lost samples",
	[HTML_THROTTLE] = "throttled",
};

static int compare_keys(const struct html_sample *a, const struct html_sample *b)
{
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->stack != b->stack)
		return a->stack < b->stack ? -1 : 1;
	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	if (a->frame != b->frame)
		return a->frame < b->frame ? -1 : 1;
	return (a->cpu > b->cpu) - (a->cpu < b->cpu);
}

static int compare_samples(const void *a, const void *b)
{
	return compare_keys(a, b);
}

static int compare_times(const void *a, const void *b)
{
	const struct html_sample *x = a, *y = b;

	return (x->time > y->time) - (x->time < y->time);
}

PD_HASH_INDEX(sum, struct html_samples, struct html_sample, !compare_keys(&o->all[n - 1], k))

static uint32_t sum_tag(const struct html_sample *s)
{
	const uint64_t h = hash_mix(s->time, (uint64_t)s->thread << 32 | s->stack);

	return (uint32_t)(hash_mix(h,
				   (uint64_t)s->frame << 32 | (uint32_t)s->event << 16 | s->cpu) >>
			  21);
}

/*
 * Add @sample to the element of its slice with the same key, or after the s->nr elements, where
 * there must be room. Return: false if memory is exhausted.
 */
static bool add_to_sums(struct html_samples *s, struct sample_sums *sums,
			const struct html_sample *sample)
{
	struct html_sample k = *sample, *sum;
	uint64_t *slot;
	uint32_t tag;

	k.time -= k.time % s->slice;
	tag = sum_tag(&k);
	if (!mem_check(!pd_hash_index_reserve(&sums->index, (size_t)s->nr + 1)))
		return false;
	slot = sum_slot(&sums->index, tag, s, &k);
	if (!*slot) {
		s->all[s->nr++] = k;
		*slot = pd_hash_index_entry(tag, s->nr);
		return true;
	}
	sum = &s->all[(uint32_t)*slot - 1];
	sum->weight += k.weight;
	sum->count += k.count;
	return true;
}

/* Add up the elements that are equal now that s->slice is longer. */
static bool add_up(struct html_samples *s, struct sample_sums *sums)
{
	const uint32_t nr = s->nr;

	if (sums->index.slots)
		memset(sums->index.slots, 0, (sums->index.mask + 1) * sizeof(*sums->index.slots));
	s->nr = 0;
	for (uint32_t i = 0; i < nr; i++)
		if (!add_to_sums(s, sums, &s->all[i]))
			return false;
	return true;
}

/* Make slices longer until half of @max elements is enough, or one slice has all samples. */
static bool make_samples_fewer(struct html_samples *s, struct sample_sums *sums, uint64_t max)
{
	const uint64_t range = sums->last - sums->first;

	if (!s->slice) {
		html_leave_fields_out(&s->fields);
		s->slice = range / FIRST_SLICES + 1;
		if (!add_up(s, sums))
			return false;
	}
	while (s->nr > max / 2 && s->slice <= range && s->slice <= UINT64_MAX / 2) {
		s->slice *= 2;
		if (!add_up(s, sums))
			return false;
	}
	sums->first -= sums->first % s->slice;
	sums->last -= sums->last % s->slice;
	sums->nr = s->nr;
	return true;
}

static bool add_sample(struct html_samples *s, struct sample_sums *sums, struct tables *t,
		       const struct tables_sample *row)
{
	const uint64_t have = row->s->have;
	struct html_sample sample;
	uint32_t fields;

	if (!html_add_field_values(&s->fields, t, row, &fields) || s->nr == UINT32_MAX - 1 ||
	    !mem_room(&s->all, &s->cap, s->nr, sizeof(*s->all)))
		return false;
	s->total++;
	sums->nr++;
	sums->first = row->time < sums->first ? row->time : sums->first;
	sums->last = row->time > sums->last ? row->time : sums->last;
	sample = (struct html_sample){
		.time = row->time,
		.weight = row->period,
		.thread = row->thread,
		.stack = row->stack ? row->stack : row->frame | HTML_ONLY_FRAME,
		.frame = s->addresses ? row->frame : 0,
		.count = 1,
		.event = (uint16_t)(row->event < UINT16_MAX ? row->event : UINT16_MAX),
		.cpu = have & PDATA_SAMPLE_CPU && row->s->cpu < UINT16_MAX - 1
			       ? (uint16_t)(row->s->cpu + 1)
			       : 0,
		.fields = fields,
	};
	if (s->slice)
		return add_to_sums(s, sums, &sample);
	s->all[s->nr++] = sample;
	return true;
}

static bool add_mark(struct html_samples *s, const struct html_mark *mark)
{
	if (s->nr_marks == MAX_MARKS) {
		s->left_out++;
		return true;
	}
	if (!mem_room(&s->marks, &s->cap_marks, s->nr_marks, sizeof(*s->marks)))
		return false;
	s->marks[s->nr_marks++] = *mark;
	return true;
}

static bool note_record(struct html_samples *s, const struct pdata_record *rec)
{
	struct html_mark mark = { .time = rec->time };
	struct pdata_value v;

	s->switches |= rec->type == PDATA_RECORD_SWITCH ||
		       rec->type == PDATA_RECORD_SWITCH_CPU_WIDE;
	if ((rec->type != PDATA_RECORD_LOST && rec->type != PDATA_RECORD_LOST_SAMPLES &&
	     rec->type != PDATA_RECORD_THROTTLE) ||
	    pdata_record_decode(rec, &v, NULL))
		return true;
	if (rec->type == PDATA_RECORD_LOST) {
		mark.kind = HTML_LOST;
		mark.count = v.u.lost.lost;
	} else if (rec->type == PDATA_RECORD_LOST_SAMPLES) {
		mark.kind = HTML_LOST_SAMPLES;
		mark.count = v.u.lost_samples.lost;
	} else {
		mark.kind = HTML_THROTTLE;
		mark.count = 1;
		mark.time = v.u.throttle.time;
	}
	return add_mark(s, &mark);
}

int html_read_samples(struct html_samples *s, struct tables *t, uint64_t max)
{
	struct sample_sums sums = { .first = UINT64_MAX };
	struct tables_sample row;
	struct pdata_record rec;
	enum tables_next next;
	bool good = tables_begin_pass(t) == REP_OK;
	bool sorted = true;

	while (good && (next = tables_next(t, &row, &rec)) != TABLES_END) {
		if (next == TABLES_RECORD) {
			good = note_record(s, &rec);
			continue;
		}
		sorted = sorted && sums.last <= row.time;
		good = (sums.nr < max || make_samples_fewer(s, &sums, max)) &&
		       add_sample(s, &sums, t, &row);
	}
	pd_free(sums.index.slots);
	if (!good)
		session_set_err(tables_session(t), -ENOMEM);
	if (!good || tables_complete(t) != REP_OK)
		return -1;
	if (s->slice)
		qsort(s->all, s->nr, sizeof(*s->all), compare_samples);
	else if (!sorted)
		qsort(s->all, s->nr, sizeof(*s->all), compare_times);
	return 0;
}

void html_free_samples(struct html_samples *s)
{
	free(s->all);
	free(s->marks);
	html_free_fields(&s->fields);
}
