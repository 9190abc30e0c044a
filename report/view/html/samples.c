/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collects the samples of a page. If there are too many, equal ones of a slice of time are added
 * up; slices get longer until half of the limit is enough.
 */
#include "view/html/html_int.h"

#include "base/memory.h"

#include <stdlib.h>

#define MAX_MARKS 20000u
#define FIRST_SLICES (1u << 17)

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

static void add_up(struct html_samples *s)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < s->nr; i++)
		s->all[i].time -= s->all[i].time % s->slice;
	qsort(s->all, s->nr, sizeof(*s->all), compare_samples);
	for (uint32_t i = 0; i < s->nr; i++) {
		struct html_sample *last = nr ? &s->all[nr - 1] : NULL;

		if (last && !compare_keys(last, &s->all[i])) {
			last->weight += s->all[i].weight;
			last->count += s->all[i].count;
		} else {
			s->all[nr++] = s->all[i];
		}
	}
	s->nr = nr;
}

static void make_samples_fewer(struct html_samples *s, uint64_t max)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (uint32_t i = 0; i < s->nr; i++) {
		first = s->all[i].time < first ? s->all[i].time : first;
		last = s->all[i].time > last ? s->all[i].time : last;
	}
	html_leave_fields_out(&s->fields);
	if (!s->slice)
		s->slice = (last - first) / FIRST_SLICES + 1;
	add_up(s);
	while (s->nr > max / 2 && s->slice <= last - first) {
		s->slice *= 2;
		add_up(s);
	}
}

static bool add_sample(struct html_samples *s, struct tables *t, const struct tables_sample *row)
{
	const uint64_t have = row->s->have;
	uint32_t fields;

	if (!html_add_field_values(&s->fields, t, row, &fields) || s->nr == UINT32_MAX - 1 ||
	    !mem_room(&s->all, &s->cap, s->nr, sizeof(*s->all)))
		return false;
	s->total++;
	s->all[s->nr++] = (struct html_sample){
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
		if (s->nr >= max)
			make_samples_fewer(s, max);
		sorted = sorted && (!s->nr || s->all[s->nr - 1].time <= row.time);
		good = add_sample(s, t, &row);
	}
	if (!good)
		session_set_err(tables_session(t), -ENOMEM);
	if (!good || tables_complete(t) != REP_OK)
		return -1;
	if (s->slice)
		add_up(s);
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
