/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the result of `pdata timeline`, the samples of each event per interval of time, as a text
 * table with bars or as JSON.
 */
#include "base/out_json.h"
#include "common/plural.h"
#include "files/timeline.h"
#include "session/event_names.h"

#include <inttypes.h>

static uint64_t sum_of_slice(const struct timeline *t, uint64_t slice)
{
	uint64_t sum = 0;

	for (uint32_t e = 0; e < t->nr_events; e++)
		sum += t->counts[slice * t->nr_events + e];
	return sum;
}

#define BAR 40u
#define NS_PER_S UINT64_C(1000000000)

static uint64_t total(const struct timeline *t)
{
	uint64_t sum = 0;

	for (uint32_t e = 0; e < t->nr_events; e++)
		sum += t->of_event[e];
	return sum;
}

static uint32_t nr_shown(const struct timeline *t)
{
	uint32_t nr = 0;

	for (uint32_t e = 0; e < t->nr_events; e++)
		nr += t->of_event[e] != 0;
	return nr;
}

static const char *timeline_event_name(const struct timeline *t, uint32_t event)
{
	return rep_event_name(t->s, pdata_reader_event(t->s->reader, event));
}

static void print_timeline_time(struct out *o, uint64_t ns)
{
	out_printf(o, "%8" PRIu64 ".%09" PRIu64, ns / NS_PER_S, ns % NS_PER_S);
}

static void print_timeline_head(const struct timeline *t, struct out *o)
{
	uint32_t nr = 0;

	out_printf(o, "# %" PRIu64 " sample%s", total(t), pd_plural(total(t)));
	if (t->nr)
		out_printf(o, " in slices of %.9g ms", (double)t->interval / 1e6);
	out_printf(o, ": %s\n",
		   t->indexed	 ? "from the index"
		   : t->partly	 ? "counted from the samples, which the index located in the file"
		   : t->counters ? "counted from all records, because the index does not count the "
				   "samples of group members"
				 : "counted from all records: the recording has no index");
	if (t->without_time)
		out_printf(o, "# %" PRIu64 " sample%s of the recording %s\n", t->without_time,
			   pd_plural(t->without_time),
			   pd_one_or_many(t->without_time,
					  "is in no slice: it has no time, or is a sum of "
					  "--off-cpu",
					  "are in no slice: they have no time, or are sums of "
					  "--off-cpu"));
	for (uint32_t e = 0; e < t->nr_events; e++)
		if (t->of_event[e])
			out_printf(o, "# [%u] %s: %" PRIu64 "\n", ++nr, timeline_event_name(t, e),
				   t->of_event[e]);
	out_str(o, "#\n");
}

static void put_columns(const struct timeline *t, struct out *o)
{
	const uint32_t nr = nr_shown(t);

	out_printf(o, "# %16s", "time");
	for (uint32_t i = 1; i <= nr && nr > 1; i++) {
		char name[16];

		snprintf(name, sizeof(name), "[%u]", i);
		out_printf(o, " %9s", name);
	}
	out_printf(o, " %9s\n", "samples");
}

void timeline_text(const struct timeline *t, struct out *o)
{
	const bool many = nr_shown(t) > 1;
	uint64_t most = 1;

	for (uint64_t i = 0; i < t->nr; i++)
		most = sum_of_slice(t, i) > most ? sum_of_slice(t, i) : most;
	print_timeline_head(t, o);
	if (t->nr)
		put_columns(t, o);
	for (uint64_t i = 0; i < t->nr; i++) {
		const uint64_t sum = sum_of_slice(t, i);
		const size_t bar = (size_t)((double)sum / (double)most * BAR + 0.5);

		print_timeline_time(o, t->start + i * t->interval);
		for (uint32_t e = 0; e < t->nr_events && many; e++)
			if (t->of_event[e])
				out_printf(o, " %9" PRIu64, t->counts[i * t->nr_events + e]);
		out_printf(o, " %9" PRIu64, sum);
		if (sum)
			out_str(o, "  ");
		out_pad(o, '#', sum && !bar ? 1 : bar);
		out_char(o, '\n');
	}
}

static void put_events(const struct timeline *t, struct pd_json *j)
{
	pd_json_open(j, "events", '[');
	for (uint32_t e = 0; e < t->nr_events; e++) {
		pd_json_open(j, NULL, '{');
		pd_json_str(j, "name", timeline_event_name(t, e));
		pd_json_u64(j, "samples", t->of_event[e]);
		pd_json_close(j, '}');
	}
	pd_json_close(j, ']');
}

static void put_slices(const struct timeline *t, struct pd_json *j)
{
	pd_json_open(j, "slices", '[');
	for (uint64_t i = 0; i < t->nr; i++) {
		pd_json_open(j, NULL, '{');
		pd_json_u64(j, "time", t->start + i * t->interval);
		pd_json_open(j, "samples", '[');
		for (uint32_t e = 0; e < t->nr_events; e++)
			pd_json_u64(j, NULL, t->counts[i * t->nr_events + e]);
		pd_json_close(j, ']');
		pd_json_close(j, '}');
	}
	pd_json_close(j, ']');
}

void timeline_json(const struct timeline *t, struct out *o)
{
	struct pd_json j = out_json(o);

	pd_json_open(&j, NULL, '{');
	pd_json_str(&j, "source", t->indexed ? "index" : t->partly ? "index and data" : "data");
	pd_json_u64(&j, "first_time", t->first);
	pd_json_u64(&j, "last_time", t->last);
	pd_json_u64(&j, "without_time", t->without_time);
	pd_json_u64(&j, "interval", t->interval);
	put_events(t, &j);
	put_slices(t, &j);
	pd_json_close(&j, '}');
	out_char(o, '\n');
}
