/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata timeline: prints the number of samples over time, from the index if there is one. */
#include "base/out.h"
#include "cli/numbers.h"
#include "console/command.h"
#include "files/timeline.h"
#include "profile/filter/sample_filter.h"
#include "session/read_group.h"

#include <pdata/trailer.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SLICES_DEFAULT 40u
#define NUMBERS_MAX ((uint64_t)1 << 26)
#define NS_PER_MS 1000000.0
#define MAX_INTERVAL_MS 1e13 /* in nanoseconds it is below 2^64 */

extern const struct rep_cmd cmd_timeline;

struct timeline_opts {
	struct rep_input in;
	const char *slices_arg, *interval_arg; /* NULL: the option is not given */
	uint64_t slices;
	double interval_ms; /* 0: the option is not given */
	const char *time;
	bool json;
};

#define OFF(member) offsetof(struct timeline_opts, member)

static const struct rep_opt opts[] = {
	{ "input", 'i', REP_STR, OFF(in.path), "FILE",
	  "read FILE; - is standard input (default perf.data)", NULL },
	{ "force", 'f', REP_FLAG, OFF(in.force), NULL,
	  "accepted for compatibility with perf: the owner of an input file is never checked",
	  NULL },
	{ "slices", 0, REP_STR, OFF(slices_arg), "N",
	  "divide the time into about N slices (default 40)", NULL },
	{ "interval", 0, REP_STR, OFF(interval_arg), "MS",
	  "make slices of this many milliseconds, instead of --slices", NULL },
	{ "time", 0, REP_STR, OFF(time), "RANGE",
	  "only this time range: START,STOP in seconds, or a part such as 10%/2 (the second tenth) "
	  "or 10%-20%",
	  NULL },
	{ "json", 0, REP_FLAG, OFF(json), NULL, "print one JSON object", NULL },
	{ 0 },
};

/* Counts over the whole recording: those of the index, or those of a pass over the data. */
struct source {
	const struct pdata_times *times;
	struct pdata_slices *own;
	struct pdata_times own_times;
};

static int timeline_no_memory(const struct timeline *t)
{
	session_set_err(t->s, -ENOMEM);
	return -1;
}

/* ---- passes over data -------------------------------------------------------------------- */

typedef int (*sample_fn)(void *ctx, uint32_t event, uint64_t time);

/*
 * A pass over the data: @fn is called for every sample. @groups has the last counter values of the
 * samples with PERF_SAMPLE_READ that were read; NULL: there were none.
 */
struct sample_pass {
	struct timeline *t;
	sample_fn fn;
	void *ctx;
	struct read_group *groups;
};

/* Call the function for each event whose counter has changed since the sample before. */
static int pass_counters(struct sample_pass *p, const struct pdata_record *rec,
			 const struct pdata_sample *s)
{
	struct read_part part;
	int ret = 0;

	if (!p->groups)
		p->groups = read_group_new(p->t->s->reader);
	if (!p->groups)
		return timeline_no_memory(p->t);
	for (uint64_t i = 0; !ret && i < read_group_nr(s); i++)
		if (read_group_part(p->groups, s, i, &part))
			ret = p->fn(p->ctx, part.event->index, rec->time);
	return ret ? ret : read_group_err(p->groups);
}

static int pass_sample(struct sample_pass *p, const struct pdata_record *rec)
{
	struct pdata_sample s;

	if (rec->event->attr.sample_type & PDATA_SAMPLE_READ) {
		pdata_sample_decode(rec, PDATA_SAMPLE_READ, &s, NULL);
		if (s.have & PDATA_SAMPLE_READ)
			return pass_counters(p, rec, &s);
	}
	return p->fn(p->ctx, rec->event->index, rec->time);
}

/* Call @fn for every sample that the reader returns, as `pdata report` counts samples. */
static int each_sample(struct timeline *t, sample_fn fn, void *ctx)
{
	struct sample_pass p = { .t = t, .fn = fn, .ctx = ctx };
	struct pdata_batch batch;
	struct pdata_record rec;
	int rc, ret = 0;

	while (!ret && (rc = pdata_reader_next_batch(t->s->reader, &rec, &batch)) > 0) {
		if (rc == 1 && rec.type == PDATA_RECORD_SAMPLE)
			ret = pass_sample(&p, &rec);
		while (rc == 2 && !ret && pdata_batch_next(&batch, &rec))
			ret = pass_sample(&p, &rec);
	}
	if (!ret && rc < 0)
		rep_session_failed(t->s);
	read_group_free(p.groups);
	return ret;
}

struct survey {
	struct timeline *t;
	struct pdata_slices *slices;
};

static int survey_sample(void *ctx, uint32_t event, uint64_t time)
{
	struct survey *v = ctx;

	v->t->without_time += !time || time >= PDATA_TIME_OFF_CPU;
	return pdata_slices_add(v->slices, event, time);
}

/*
 * Count samples in a pass over the data. A pipe may announce further events in it; counting is
 * then repeated with these.
 */
static int scan_timeline_source(struct timeline *t, struct source *src)
{
	uint32_t nr;

	for (;;) {
		struct survey v = { .t = t };

		nr = pdata_reader_nr_events(t->s->reader);
		pdata_slices_free(src->own);
		if (pdata_slices_new(&src->own, nr))
			return timeline_no_memory(t);
		v.slices = src->own;
		t->without_time = 0;
		if (each_sample(t, survey_sample, &v) ||
		    pdata_slices_get(src->own, &src->own_times))
			return timeline_no_memory(t);
		if (nr >= pdata_reader_nr_events(t->s->reader))
			break;
		if (rep_session_reread(t->s) != REP_OK)
			return -1;
	}
	src->times = &src->own_times;
	return 0;
}

static int count_sample(void *ctx, uint32_t event, uint64_t time)
{
	struct timeline *t = ctx;

	if (time >= t->from && time < t->to && event < t->nr_events)
		t->counts[(time - t->start) / t->interval * t->nr_events + event]++;
	return 0;
}

/*
 * Count from the data if the source's slices do not fit. Only the needed part of the data is read,
 * unless samples have counter values: these are compared with the values of the sample before.
 */
static int count_data(struct timeline *t)
{
	if (!t->indexed && rep_session_reread(t->s) != REP_OK)
		return -1;
	t->partly = !read_group_any(t->s->reader) &&
		    pdata_reader_set_time(t->s->reader, t->from, t->to - 1) == 1;
	t->indexed = false;
	return each_sample(t, count_sample, t);
}

/* ---- counts of the index or of the pass -------------------------------------------------- */

static uint64_t timed_samples(const struct pdata_times *times)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < times->nr; i++)
		for (uint32_t k = 0; k < times->slices[i].nr_counts; k++)
			nr += times->slices[i].counts[k].nr_samples;
	return nr;
}

/* Whether each slice of @times lies in one requested slice, and completely inside the range. */
static bool fits(const struct timeline *t, const struct pdata_times *times)
{
	return !(t->interval % times->width) && !(t->start % times->width) &&
	       (t->from <= times->first || !(t->from % times->width)) &&
	       (t->to > times->last || !(t->to % times->width));
}

static void count_times(struct timeline *t, const struct pdata_times *times)
{
	for (uint32_t i = 0; i < times->nr; i++) {
		const struct pdata_slice *s = &times->slices[i];
		uint64_t at = (times->base + s->slice) * times->width;

		/*
		 * The first slice may begin before the range, but it contains no samples before
		 * the range.
		 */
		at = at < times->first ? times->first : at;
		if (at < t->from || at >= t->to)
			continue;
		for (uint32_t k = 0; k < s->nr_counts; k++)
			t->counts[(at - t->start) / t->interval * t->nr_events +
				  s->counts[k].event] += s->counts[k].nr_samples;
	}
}

/* ---- range and slices -------------------------------------------------------------------- */

static int set_range(struct timeline *t, const char *arg)
{
	struct script_time_range *r;
	uint32_t nr;
	int rc;

	t->from = t->first;
	t->to = t->last + 1;
	if (!arg)
		return 0;
	rc = script_time_parse(arg, t->first, t->last, false, &r, &nr);
	if (rc)
		return rc == -ENOMEM ? timeline_no_memory(t) : script_time_bad(arg);
	if (nr != 1) {
		free(r);
		return rep_error("--time %s: timeline takes only one time range", arg);
	}
	t->from = r->start > t->from ? r->start : t->from;
	/* The end of a range in percent is inclusive. */
	if (r->end && r->end < t->to)
		t->to = r->end + (strchr(arg, '%') != NULL);
	free(r);
	return 0;
}

/*
 * Slices begin at a multiple of their length or, if the user sets no length, of the source's
 * slices, so that the source's counts can be used.
 */
static int set_slices(struct timeline *t, const struct timeline_opts *o, uint64_t width)
{
	if (o->interval_ms > 0) {
		t->interval = (uint64_t)(o->interval_ms * NS_PER_MS + 0.5);
		t->interval += !t->interval;
		t->start = t->from / t->interval * t->interval;
	} else {
		const uint64_t span = t->to - t->from / width * width;

		t->interval = ((span - 1) / o->slices / width + 1) * width;
		t->start = t->from / width * width;
	}
	t->nr = (t->to - 1 - t->start) / t->interval + 1;
	if (t->nr <= NUMBERS_MAX / (t->nr_events + 1))
		return 0;
	return rep_error("%s: too many slices (%llu): use a longer --interval or fewer --slices",
			 t->s->path, (unsigned long long)t->nr);
}

static int count_timeline_samples(struct timeline *t, const struct timeline_opts *o,
				  const struct pdata_times *times)
{
	t->first = times->first;
	t->last = times->last;
	t->nr_events = pdata_reader_nr_events(t->s->reader);
	if (set_range(t, o->time))
		return -1;
	t->of_event = rep_alloc(t->nr_events + 1, sizeof(*t->of_event));
	if (!times->last || t->from >= t->to)
		return 0;
	if (set_slices(t, o, times->width))
		return -1;
	t->counts = rep_alloc((size_t)(t->nr * t->nr_events) + 1, sizeof(*t->counts));
	if (fits(t, times))
		count_times(t, times);
	else if (count_data(t))
		return -1;
	for (uint64_t i = 0; i < t->nr; i++)
		for (uint32_t e = 0; e < t->nr_events; e++)
			t->of_event[e] += t->counts[i * t->nr_events + e];
	return 0;
}

static int run_timeline(struct timeline *t, const struct timeline_opts *o, struct out *out)
{
	struct source src = { .times = pdata_reader_times(t->s->reader) };
	int rc = 0;

	/* The index counts records, and a record with counter values stands for several samples. */
	if (src.times && read_group_any(t->s->reader)) {
		t->counters = true;
		src.times = NULL;
	}
	t->indexed = src.times != NULL;
	if (src.times)
		t->without_time =
			pdata_reader_indexed_samples(t->s->reader) - timed_samples(src.times);
	else
		rc = scan_timeline_source(t, &src);
	if (!rc)
		rc = count_timeline_samples(t, o, src.times);
	if (!rc && o->json)
		timeline_json(t, out);
	else if (!rc)
		timeline_text(t, out);
	pdata_slices_free(src.own);
	free(t->counts);
	free(t->of_event);
	return rc ? REP_FAIL : REP_OK;
}

/* Read the arguments of --slices and --interval. Return: enum rep_exit. */
static int read_lengths(struct timeline_opts *o)
{
	char *end;

	if (o->slices_arg && o->interval_arg)
		return rep_fail("timeline: --slices and --interval exclude each other");
	if (o->slices_arg && (cli_parse_number(o->slices_arg, &o->slices) || !o->slices))
		return rep_fail("timeline: --slices %s: expected a whole number above 0",
				o->slices_arg);
	if (!o->interval_arg)
		return REP_OK;
	o->interval_ms = strtod(o->interval_arg, &end);
	if (end == o->interval_arg || *end || !(o->interval_ms > 0) ||
	    o->interval_ms > MAX_INTERVAL_MS)
		return rep_fail("timeline: --interval %s: expected a number of milliseconds above "
				"0 and at most 1e13",
				o->interval_arg);
	return REP_OK;
}

static int timeline_run(int argc, char **argv)
{
	struct timeline_opts o = { .slices = SLICES_DEFAULT };
	int at = rep_opts_parse(&cmd_timeline, opts, &o, argc, argv), rc;
	struct rep_session s;
	struct timeline t = { .s = &s };
	struct out out;

	if (at < 0)
		return -1 - at;
	if (read_lengths(&o) != REP_OK)
		return REP_FAIL;
	if (rep_input_operand(&o.in, cmd_timeline.name, argc, argv, at))
		return REP_FAIL;
	rc = rep_session_open(&s, &o.in);
	if (rc != REP_OK)
		return rc;
	rep_out_open(&out, STDOUT_FILENO);
	rc = run_timeline(&t, &o, &out);
	if (session_err(&s))
		out.len = 0;
	at = rep_session_close(&s);
	return rep_out_close(&out, rc == REP_FAIL ? rc : at);
}

const struct rep_cmd cmd_timeline = {
	.name = "timeline",
	.help = "count samples over time, from the index if the recording has one",
	.usage = "[FILE]",
	.run = timeline_run,
};
