/* SPDX-License-Identifier: BSD-2-Clause */
#include "script_filter.h"

#include "script.h"
#include "sym.h"

#include <pdata/trailer.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void set_words(struct script_words *w, const char *arg)
{
	char *save = NULL;

	if (!arg)
		return;
	w->text = rep_strdup(arg);
	w->word = rep_alloc(strlen(arg) + 1, sizeof(*w->word));
	for (char *s = strtok_r(w->text, ",", &save); s; s = strtok_r(NULL, ",", &save))
		w->word[w->nr++] = s;
}

static bool has_word(const struct script_words *w, const char *s)
{
	for (uint32_t i = 0; i < w->nr; i++)
		if (!strcmp(w->word[i], s))
			return true;
	return false;
}

static const char *take_number(const char *s, uint64_t *v)
{
	char *end;

	if (*s < '0' || *s > '9')
		return NULL;
	errno = 0;
	*v = strtoull(s, &end, 0);
	return errno || *v > INT32_MAX ? NULL : end;
}

/* "N", "N-M" and commas. Not 0: not of that form. */
static int set_numbers(struct script_numbers *n, const char *arg)
{
	size_t max = 1;

	if (!arg)
		return 0;
	n->set = true;
	for (const char *s = arg; *s; s++)
		max += *s == ',';
	n->from = rep_alloc(max, sizeof(*n->from));
	n->to = rep_alloc(max, sizeof(*n->to));
	for (const char *s = arg; s && *s; n->nr++) {
		s = take_number(s, &n->from[n->nr]);
		n->to[n->nr] = n->from[n->nr];
		if (s && *s == '-')
			s = take_number(s + 1, &n->to[n->nr]);
		if (!s || (*s && *s != ',') || n->to[n->nr] < n->from[n->nr])
			return -1;
		s += *s == ',';
	}
	return 0;
}

static bool has_number(const struct script_numbers *n, uint64_t v)
{
	for (uint32_t i = 0; i < n->nr; i++)
		if (v >= n->from[i] && v <= n->to[i])
			return true;
	return false;
}

/* What percents are of. */
static void sample_times(struct rep_session *s, uint64_t *first, uint64_t *last)
{
	const struct pdata_feature *feat;
	const struct pdata_times *t;

	*first = *last = 0;
	if (!pdata_reader_feature(s->reader, PDATA_FEAT_SAMPLE_TIME, &feat, NULL)) {
		*first = feat->u.sample_time.first;
		*last = feat->u.sample_time.last;
	}
	if (*last)
		return;
	t = pdata_reader_times(s->reader); /* an index knows, too */
	*first = t ? t->first : 0;
	*last = t ? t->last : 0;
}

void script_filter_limit(const char *time, struct rep_session *s, bool reltime)
{
	struct script_time_range *t;
	uint64_t first, last, from = UINT64_MAX, to = 0;
	uint32_t nr;

	if (!time)
		return;
	sample_times(s, &first, &last);
	if (((strchr(time, '%') || reltime) && !last) || script_time_parse(time, first, last, reltime, &t, &nr))
		return;
	for (uint32_t i = 0; i < nr; i++) {
		from = t[i].start < from ? t[i].start : from;
		to = t[i].end && t[i].end > to ? t[i].end : t[i].end ? to : UINT64_MAX;
	}
	if (nr)
		pdata_reader_set_time(s->reader, from, to);
	free(t);
}

static int set_times(struct script_filter *f, const char *arg, struct rep_session *s, bool reltime)
{
	uint64_t first, last;

	if (!arg)
		return 0;
	sample_times(s, &first, &last);
	if ((strchr(arg, '%') || reltime) && !first && !last) {
		rep_err("%s: no time of the first and last sample in it: percents and relative times "
			"mean nothing",
			s->path);
		return -1;
	}
	if (!script_time_parse(arg, first, last, reltime, &f->times, &f->nr_times))
		return 0;
	rep_err("'%s' is no time: START,STOP in seconds, or PERCENT%%/NUMBER, or FROM%%-TO%%", arg);
	return -1;
}

/* -C needs the cpu in the first event of each type. */
static int check_cpus(struct rep_session *s)
{
	bool seen[SCRIPT_NR_TYPES] = { false };

	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++) {
		const struct pdata_attr *a = &pdata_reader_event(s->reader, i)->attr;
		bool *done = &seen[script_type_of(a->type)];

		if (!*done && a->type < SCRIPT_TYPE_SYNTH && !(a->sample_type & PDATA_SAMPLE_CPU)) {
			rep_err("%s: its samples have no cpu: --cpu means nothing", s->path);
			return -1;
		}
		*done = true;
	}
	return 0;
}

static int find_event(struct rep_session *s, const char *option, const char *name, int64_t *index)
{
	*index = -1;
	for (uint32_t i = 0; name && i < pdata_reader_nr_events(s->reader); i++)
		if (!strcmp(rep_event_name(s, pdata_reader_event(s->reader, i)), name)) {
			*index = i;
			return 0;
		}
	if (name)
		rep_err("%s: --%s %s: it has no such event", s->path, option, name);
	return name ? -1 : 0;
}

int script_filter_init(struct script_filter *f, const struct script_filter_opts *o, struct rep_session *s,
		       bool reltime)
{
	set_words(&f->comms, o->comms);
	set_words(&f->dsos, o->dsos);
	set_words(&f->symbols, o->symbols);
	set_words(&f->stops, o->stop_bt);
	if (find_event(s, "switch-on", o->switch_on, &f->on) || find_event(s, "switch-off", o->switch_off, &f->off))
		return -1;
	f->silent = o->switch_on;
	f->show_switches = o->show_switches;
	if (set_numbers(&f->cpus, o->cpus) || set_numbers(&f->pids, o->pids) ||
	    set_numbers(&f->tids, o->tids)) {
		rep_err("lists of cpus, pids and tids are numbers with commas");
		return -1;
	}
	if (o->cpus && check_cpus(s))
		return -1;
	f->thread = o->comms || o->pids || o->tids;
	f->place = o->dsos || o->symbols;
	return set_times(f, o->time, s, reltime);
}

void script_filter_free(struct script_filter *f)
{
	struct script_words *const words[] = { &f->comms, &f->dsos, &f->symbols, &f->stops };
	struct script_numbers *const numbers[] = { &f->cpus, &f->pids, &f->tids };

	for (unsigned i = 0; i < 4; i++) {
		free(words[i]->text);
		free(words[i]->word);
	}
	for (unsigned i = 0; i < 3; i++) {
		free(numbers[i]->from);
		free(numbers[i]->to);
	}
	free(f->times);
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
	return has_word(&f->stops, symbol);
}

bool script_filter_cpu(const struct script_filter *f, uint32_t cpu)
{
	return !f->cpus.set || cpu == UINT32_MAX || has_number(&f->cpus, cpu);
}

bool script_filter_thread(const struct script_filter *f, uint32_t pid, uint32_t tid)
{
	return (!f->pids.set || has_number(&f->pids, pid)) && (!f->tids.set || has_number(&f->tids, tid));
}

static bool passes_thread(const struct script_filter *f, const struct script_line *l)
{
	return (!f->comms.text || has_word(&f->comms, l->th->at.comm)) &&
	       script_filter_thread(f, l->th->pid, l->th->tid);
}

static bool passes_place(struct script *s, const struct script_line *l)
{
	const struct script_filter *f = &s->filter;
	struct script_where w;

	script_resolve(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip, &w);
	if (f->dsos.text &&
	    (!w.map || (!has_word(&f->dsos, symbols_dso_short(s->ses.syms, w.map->object)) &&
			!has_word(&f->dsos, symbols_dso_long(s->ses.syms, w.map->object)))))
		return false;
	return !f->symbols.text || (w.sym && has_word(&f->symbols, w.sym->name));
}

bool script_filter_line(struct script *s, const struct script_line *l)
{
	if (s->filter.thread && !passes_thread(&s->filter, l))
		return false;
	return !s->filter.place || passes_place(s, l);
}
