/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts records by type and samples by event for --stats, and prints them in perf's format. */
#include "session/describe/stats.h"

#include "base/memory.h"
#include "session/describe/record_text.h"
#include "session/event_names.h"
#include "session/read_group.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct event_stats {
	uint64_t samples;
	uint64_t lost_samples;
};

struct stats {
	struct rep_session *s;
	uint64_t by_type[PDATA_RECORD_MAX];
	uint64_t unknown; /* records of types that have no name */
	uint64_t total;
	struct event_stats *events;
	uint32_t nr_events;
	struct read_group *groups; /* created at the first sample with PERF_SAMPLE_READ */
};

/* Return: NULL when memory is exhausted, which is then an error of the session. */
static struct event_stats *stats_of(struct stats *st, const struct pdata_event *ev)
{
	if (!mem_room_zeroed(&st->events, &st->nr_events, ev->index, sizeof(*st->events))) {
		session_set_err(st->s, -ENOMEM);
		return NULL;
	}
	return &st->events[ev->index];
}

static void count_sample(struct stats *st, const struct pdata_event *ev)
{
	struct event_stats *e = stats_of(st, ev);

	if (e)
		e->samples++;
}

/* Count a sample with PERF_SAMPLE_READ: one sample for each event whose counter value changed. */
static void count_values(struct stats *st, const struct pdata_record *rec)
{
	struct read_part part;
	struct pdata_sample s;

	if (!st->groups)
		st->groups = read_group_new(st->s->reader);
	if (!st->groups) {
		session_set_err(st->s, -ENOMEM);
		return;
	}
	if (pdata_sample_decode(rec, PDATA_SAMPLE_READ, &s, NULL) || !(s.have & PDATA_SAMPLE_READ))
		return;
	for (uint64_t i = 0; i < read_group_nr(&s); i++)
		if (read_group_part(st->groups, &s, i, &part))
			count_sample(st, part.event);
	session_set_err(st->s, read_group_err(st->groups));
}

/*
 * Return: the event whose samples were lost. A record with id 0 is of the first event, as is a
 * record without an id, unless SAMPLE_ID_ALL is set in a file of several events: NULL then.
 */
static const struct pdata_event *loser(struct stats *st, const struct pdata_sample_id *id)
{
	const struct pdata_event *first = pdata_reader_event(st->s->reader, 0);
	uint64_t num = id->have & PDATA_SAMPLE_IDENTIFIER ? id->identifier : id->id;

	if (!first || pdata_reader_nr_events(st->s->reader) == 1)
		return first;
	if (id->have & (PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_ID))
		return num ? pdata_reader_event_by_id(st->s->reader, num) : first;
	return pdata_attr_flag(&first->attr, PDATA_ATTR_SAMPLE_ID_ALL) ? NULL : first;
}

static void count_lost(struct stats *st, const struct pdata_record *rec)
{
	const struct pdata_event *ev;
	struct event_stats *e;
	struct pdata_value v;

	if (pdata_record_decode(rec, &v, NULL))
		return;
	ev = loser(st, &v.id);
	e = ev ? stats_of(st, ev) : NULL;
	if (e)
		e->lost_samples += v.u.lost_samples.lost;
}

struct stats *stats_new(struct rep_session *s)
{
	struct stats *st = mem_alloc(1, sizeof(*st));

	if (st)
		st->s = s;
	else
		session_set_err(s, -ENOMEM);
	return st;
}

void stats_free(struct stats *st)
{
	if (!st)
		return;
	read_group_free(st->groups);
	free(st->events);
	free(st);
}

void stats_set_samples(struct stats *st, const struct pdata_event *ev, uint64_t nr)
{
	struct event_stats *e = stats_of(st, ev);

	if (e)
		*e = (struct event_stats){ .samples = nr };
}

void stats_count(struct stats *st, const struct pdata_record *rec)
{
	st->total++;
	if (rec->type >= PDATA_RECORD_MAX || !pdata_record_name(rec->type)) {
		st->unknown++;
		return;
	}
	st->by_type[rec->type]++;
	if (rec->type == PDATA_RECORD_LOST_SAMPLES)
		count_lost(st, rec);
	if (rec->type != PDATA_RECORD_SAMPLE)
		return;
	if (rec->event->attr.sample_type & PDATA_SAMPLE_READ)
		count_values(st, rec);
	else
		count_sample(st, rec->event);
}

/* Whether perf 6.1 lists the type even if it has no records. */
static bool is_perfs(uint32_t type)
{
	return type <= PDATA_RECORD_AUX_OUTPUT_HW_ID ||
	       (type >= PDATA_RECORD_USER_START && type <= PDATA_RECORD_FINISHED_INIT);
}

static void print_count(struct out *o, const char *name, uint64_t nr)
{
	out_printf(o, "%16s events: %10llu\n", name, (unsigned long long)nr);
}

static void print_share(const struct stats *st, struct out *o, const char *name, uint64_t nr)
{
	if (st->total)
		out_printf(o, "%16s events: %10llu  (%4.1f%%)\n", name, (unsigned long long)nr,
			   100.0 * (double)nr / (double)st->total);
	else
		print_count(o, name, nr);
}

static void print_types(const struct stats *st, struct out *o, bool skip_empty)
{
	const struct pdata_file_info *info = pdata_reader_info(st->s->reader);
	bool aux = info->features[0] >> PDATA_FEAT_AUXTRACE & 1;

	out_printf(o, "\nAggregated stats:%s\n",
		   aux ? " (excludes AUX area (e.g. instruction trace) decoded / synthesized "
			 "events)"
		       : "");
	if (st->total || !skip_empty)
		print_count(o, "TOTAL", st->total);
	for (uint32_t i = 1; i < PDATA_RECORD_MAX; i++)
		if (st->by_type[i] || (!skip_empty && is_perfs(i) && pdata_record_name(i)))
			print_share(st, o, record_perf_name(i), st->by_type[i]);
	if (st->unknown)
		print_share(st, o, "UNKNOWN", st->unknown);
}

static void print_event_stats(struct stats *st, struct out *o, uint32_t i, bool skip_empty)
{
	static const struct event_stats none;
	const struct event_stats *e = i < st->nr_events ? &st->events[i] : &none;

	if (skip_empty && !e->samples && !e->lost_samples)
		return;
	out_printf(o, "%s stats:\n", rep_event_name(st->s, pdata_reader_event(st->s->reader, i)));
	if (e->samples)
		print_count(o, "SAMPLE", e->samples);
	if (e->lost_samples)
		print_count(o, "LOST_SAMPLES", e->lost_samples);
}

void stats_print(struct stats *st, struct out *o, bool skip_empty)
{
	const struct pdata_file_info *info = pdata_reader_info(st->s->reader);
	uint32_t nr = pdata_reader_nr_events(st->s->reader);

	st->by_type[PDATA_RECORD_COMPRESSED] += info->nr_compressed;
	st->by_type[PDATA_RECORD_COMPRESSED2] += info->nr_compressed2;
	st->total += info->nr_compressed + info->nr_compressed2;
	print_types(st, o, skip_empty);
	/* A file may have no list of events: its records are counted for event 0. */
	if (!nr && st->nr_events)
		nr = 1;
	for (uint32_t i = 0; i < nr; i++)
		print_event_stats(st, o, i, skip_empty);
}

int rep_stats_print(struct rep_session *s, struct out *o, bool skip_empty)
{
	struct stats *st = stats_new(s);
	struct pdata_record rec;
	int rc = 0;

	if (!st)
		return REP_FAIL;
	while (!s->err && (rc = pdata_reader_next(s->reader, &rec)) > 0)
		stats_count(st, &rec);
	if (rc < 0)
		rep_session_failed(s);
	stats_print(st, o, skip_empty);
	stats_free(st);
	return s->err ? REP_FAIL : s->status;
}
