/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests samples against --time, --cpu, --pid, --tid, --switch-on and --switch-off. */
#include "profile/filter/sample_filter.h"

#include "base/message.h"
#include "session/event_names.h"
#include "session/read_group.h"
#include "session/session.h"

#include <pdata/trailer.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Set @first and @last to the sample times that percentages in --time refer to; 0: unknown. */
static void sample_times(struct rep_session *s, uint64_t *first, uint64_t *last)
{
	const struct pdata_feature *feat;
	const struct pdata_times *t;

	*first = *last = 0;
	if (!session_feature(s, PDATA_FEAT_SAMPLE_TIME, &feat)) {
		*first = feat->u.sample_time.first;
		*last = feat->u.sample_time.last;
	}
	if (*last && *first <= *last)
		return;
	t = pdata_reader_times(s->reader); /* from the index, if the file has one */
	*first = t ? t->first : 0;
	*last = t ? t->last : 0;
}

void script_filter_limit(const char *time, struct rep_session *s, bool reltime)
{
	struct script_time_range *t;
	uint64_t first, last, from = UINT64_MAX, to = 0;
	uint32_t nr;

	/* PERF_SAMPLE_READ values are differences to the sample before, which is needed, too. */
	if (!time || read_group_any(s->reader))
		return;
	sample_times(s, &first, &last);
	if (((strchr(time, '%') || reltime) && !last) ||
	    script_time_parse(time, first, last, reltime, &t, &nr))
		return;
	for (uint32_t i = 0; i < nr; i++) {
		from = t[i].start < from ? t[i].start : from;
		to = t[i].end && t[i].end > to ? t[i].end : t[i].end ? to : UINT64_MAX;
	}
	if (nr)
		pdata_reader_set_time(s->reader, from, to);
	free(t);
}

static int set_filter_times(struct script_filter *f, const char *arg, struct rep_session *s,
			    bool reltime)
{
	uint64_t first, last;
	int rc;

	if (!arg)
		return 0;
	sample_times(s, &first, &last);
	if ((strchr(arg, '%') || reltime) && !first && !last)
		return rep_error("%s: the recording lacks the times of its first and last sample: "
				 "give --time in seconds, not in percent or relative to the start, "
				 "or use 'pdata repair', whose output has these times",
				 s->path);
	rc = script_time_parse(arg, first, last, reltime, &f->times, &f->nr_times);
	if (rc == -ENOMEM)
		session_set_err(s, rc);
	return rc && rc != -ENOMEM ? script_time_bad(arg) : rc;
}

/* Check that the first event of each event type has PERF_SAMPLE_CPU, which --cpu needs. */
static int check_cpus(struct rep_session *s)
{
	bool seen[PDATA_TYPE_BREAKPOINT + 1] = { false };

	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++) {
		const struct pdata_attr *a = &pdata_reader_event(s->reader, i)->attr;

		if (a->type > PDATA_TYPE_BREAKPOINT || seen[a->type])
			continue;
		if (!(a->sample_type & PDATA_SAMPLE_CPU))
			return rep_error("%s: samples have no cpu: --cpu cannot be used; record "
					 "with --sample-cpu",
					 s->path);
		seen[a->type] = true;
	}
	return 0;
}

static int find_event_by_name(struct rep_session *s, const char *option, const char *name,
			      int64_t *index)
{
	*index = -1;
	for (uint32_t i = 0; name && i < pdata_reader_nr_events(s->reader); i++)
		if (!strcmp(rep_event_name(s, pdata_reader_event(s->reader, i)), name)) {
			*index = i;
			return 0;
		}
	if (name)
		rep_err("%s: --%s %s: the recording has no such event; 'pdata evlist' lists the "
			"events",
			s->path, option, name);
	return name ? -1 : 0;
}

/* Return: as word_list_parse(). */
static int parse_name_lists(struct script_filter *f, const struct script_filter_opts *o)
{
	int err = word_list_parse(&f->comms, "--comms", o->comms);

	err = err ? err : word_list_parse(&f->dsos, "--dsos", o->dsos);
	err = err ? err : word_list_parse(&f->symbols, "--symbols", o->symbols);
	return err ? err : word_list_parse(&f->stops, "--stop-bt", o->stop_bt);
}

/* Return: as number_list_parse(). */
static int parse_numbers(struct script_filter *f, const struct script_filter_opts *o)
{
	int err = number_list_parse(&f->cpus, "--cpu", o->cpus);

	err = err ? err : number_list_parse(&f->pids, "--pid", o->pids);
	return err ? err : number_list_parse(&f->tids, "--tid", o->tids);
}

int script_filter_init(struct script_filter *f, const struct script_filter_opts *o,
		       struct rep_session *s, bool reltime)
{
	int err;

	f->addr_range = o->addr_range;
	err = parse_name_lists(f, o);
	if (err == -ENOMEM)
		session_set_err(s, err);
	if (err)
		return -1;
	if (find_event_by_name(s, "switch-on", o->switch_on, &f->on) ||
	    find_event_by_name(s, "switch-off", o->switch_off, &f->off))
		return -1;
	f->silent = o->switch_on;
	f->show_switches = o->show_switches;
	err = parse_numbers(f, o);
	if (err == -ENOMEM)
		session_set_err(s, err);
	if (err)
		return -1;
	if (o->cpus && check_cpus(s))
		return -1;
	f->thread = o->comms || o->pids || o->tids;
	f->location = o->dsos || o->symbols;
	return set_filter_times(f, o->time, s, reltime);
}

void script_filter_free(struct script_filter *f)
{
	word_list_free(&f->comms);
	word_list_free(&f->dsos);
	word_list_free(&f->symbols);
	word_list_free(&f->stops);
	number_list_free(&f->cpus);
	number_list_free(&f->pids);
	number_list_free(&f->tids);
	free(f->times);
}

bool script_filter_sample_time(const struct script_filter *f, const struct pdata_record *rec)
{
	const bool timed = rec->event->attr.sample_type & PDATA_SAMPLE_TIME;

	return script_filter_time(f, timed ? rec->time : UINT64_MAX);
}

bool script_filter_time(const struct script_filter *f, uint64_t time)
{
	const struct script_time_range *t = f->times;

	if (!f->nr_times || !time)
		return true;
	if (f->nr_times == 1)
		return !(t->start && time < t->start) && !(t->end && time > t->end);
	for (uint32_t i = 0; i < f->nr_times; i++)
		if (time >= t[i].start && (time <= t[i].end || !t[i].end))
			return true;
	return false;
}

bool script_filter_event(struct script_filter *f, uint32_t index)
{
	if (f->silent) {
		if (f->on != (int64_t)index)
			return false;
		f->silent = false;
		return f->show_switches;
	}
	if (f->off != (int64_t)index)
		return true;
	f->silent = true;
	return f->show_switches;
}

bool script_filter_stops(const struct script_filter *f, const char *symbol)
{
	return word_list_has(&f->stops, symbol);
}

bool script_filter_cpu(const struct script_filter *f, uint32_t cpu)
{
	return cpu == UINT32_MAX || number_list_has(&f->cpus, cpu);
}

bool script_filter_thread(const struct script_filter *f, uint32_t pid, uint32_t tid)
{
	return number_list_has(&f->pids, pid) && number_list_has(&f->tids, tid);
}

bool sample_filter_task(const struct script_filter *f, const char *comm, uint32_t pid, uint32_t tid)
{
	return (!f->comms.given || word_list_has(&f->comms, comm)) &&
	       script_filter_thread(f, pid, tid);
}
