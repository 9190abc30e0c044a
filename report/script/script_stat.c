/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints recordings of perf stat: the counter values of each round as a table. */
#include "script/script_stat.h"

#include "console/command.h"
#include "script/script.h"
#include "script/script_event.h"
#include "session/cpu_map.h"

#include <errno.h>
#include <stdlib.h>

#define CELLS_MAX (1u << 22)

/* STAT_CONFIG tags, and the aggr_mode that sums all values. */
enum { TAG_AGGR_MODE = 0, TAG_SCALE = 2 };
#define AGGR_GLOBAL 1u

struct cell {
	uint64_t val, ena, run;
};

struct script_stat {
	int32_t *cpus, *tids;
	uint32_t nr_cpus, nr_tids;
	bool has_cpus, has_tids;
	struct cell *now, *before; /* by event, thread, cpu */
	uint64_t aggr_mode, scale;
	bool titled, complained;
};

static void take_cpus(struct script *s, struct script_stat *st, const struct pdata_cpu_map *m)
{
	if (st->has_cpus)
		return;
	st->has_cpus = true;
	st->cpus = cpu_map_list(m, &st->nr_cpus);
	session_set_err(&s->ses, st->cpus ? 0 : -ENOMEM);
}

static void take_threads(struct script_stat *st, const struct pdata_thread_map *m)
{
	if (st->has_tids)
		return;
	st->has_tids = true;
	st->tids = rep_alloc(m->entries.nr + 1, sizeof(*st->tids));
	for (uint64_t i = 0; i < m->entries.nr; i++)
		st->tids[i] = (int32_t)pdata_thread_entry_at(&m->entries, i).tid;
	st->nr_tids = (uint32_t)m->entries.nr;
}

static void take_config(struct script_stat *st, const struct pdata_stat_config *c)
{
	for (uint64_t i = 0; i < c->entries.nr; i++) {
		struct pdata_stat_config_entry e = pdata_stat_config_entry_at(&c->entries, i);

		if (e.tag == TAG_AGGR_MODE)
			st->aggr_mode = e.value;
		if (e.tag == TAG_SCALE)
			st->scale = e.value;
	}
}

/* Allocate the values, once both maps are known. */
static void make_cells(struct script *s)
{
	struct script_stat *st = s->stat;
	uint64_t nr = (uint64_t)st->nr_cpus * st->nr_tids;

	if (st->now || !nr || nr > CELLS_MAX || nr * s->nr_events > CELLS_MAX)
		return;
	st->now = rep_alloc(nr * s->nr_events, sizeof(*st->now));
	st->before = rep_alloc(nr * s->nr_events, sizeof(*st->before));
}

static size_t cell_index(const struct script_stat *st, uint32_t event, uint32_t thread,
			 uint32_t cpu)
{
	return ((size_t)event * st->nr_tids + thread) * st->nr_cpus + cpu;
}

static const struct pdata_event *find_stat_event(struct script *s, uint64_t id)
{
	if (s->nr_events == 1 || !id)
		return pdata_reader_event(s->ses.reader, 0);
	return pdata_reader_event_by_id(s->ses.reader, id);
}

/*
 * Note that a value of a CPU or thread outside the maps is left out; one message is printed for
 * all such values.
 */
static void complain(struct script *s, const struct pdata_stat *v, const char *event)
{
	s->ses.status = REP_PART;
	if (s->stat->complained)
		return;
	s->stat->complained = true;
	rep_err("%s: a counter value of %s is left out: the recording does not describe its event, "
		"its cpu %d or its thread number %u",
		s->ses.path, event, (int)v->cpu, v->thread);
}

static void take_value(struct script *s, const struct pdata_stat *v)
{
	const struct pdata_event *ev = find_stat_event(s, v->id);
	struct script_stat *st = s->stat;
	uint32_t cpu = 0;

	if (!ev) {
		complain(s, v, "an unknown event");
		return;
	}
	while (cpu < st->nr_cpus && st->cpus[cpu] != (int32_t)v->cpu)
		cpu++;
	if (!st->now || cpu == st->nr_cpus || v->thread >= st->nr_tids) {
		complain(s, v, s->events[ev->index].name);
		return;
	}
	st->now[cell_index(st, ev->index, v->thread, cpu)] =
		(struct cell){ v->val, v->ena, v->run };
}

/*
 * Except for AGGR_GLOBAL, values are differences between rounds, and are scaled by time enabled /
 * time running if STAT_CONFIG says so.
 */
static void scale_stat_cell(const struct script_stat *st, struct cell *now, struct cell *before)
{
	const struct cell was = *before;

	if (st->aggr_mode == AGGR_GLOBAL)
		return;
	*before = *now;
	now->val -= was.val;
	now->ena -= was.ena;
	now->run -= was.run;
	if (!st->scale)
		return;
	if (!now->run)
		now->val = 0;
	else if (now->run < now->ena)
		now->val = (uint64_t)((double)now->val * (double)now->ena / (double)now->run);
}

static void print_stat_event(struct script *s, uint32_t event, uint64_t time)
{
	struct script_stat *st = s->stat;

	for (uint32_t t = 0; t < st->nr_tids; t++) {
		for (uint32_t c = 0; c < st->nr_cpus; c++) {
			size_t i = cell_index(st, event, t, c);
			struct cell *now = &st->now[i];

			scale_stat_cell(st, now, &st->before[i]);
			out_printf(&s->out, "%3d %8d %15llu %15llu %15llu %15llu %s\n", st->cpus[c],
				   st->tids[t], (unsigned long long)now->val,
				   (unsigned long long)now->ena, (unsigned long long)now->run,
				   (unsigned long long)time, s->events[event].name);
		}
	}
}

static void print_round(struct script *s, uint64_t time)
{
	struct script_stat *st = s->stat;

	if (!st->now)
		return;
	if (!st->titled)
		out_printf(&s->out, "%3s %8s %15s %15s %15s %15s %s\n", "CPU", "THREAD", "VAL",
			   "ENA", "RUN", "TIME", "EVENT");
	st->titled = true;
	for (uint32_t i = 0; i < s->nr_events; i++)
		print_stat_event(s, i, time);
}

static bool is_stat(uint32_t type)
{
	return type >= PDATA_RECORD_THREAD_MAP && type <= PDATA_RECORD_STAT_ROUND;
}

void script_stat(struct script *s, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (!is_stat(rec->type) || pdata_record_decode(rec, &v, NULL))
		return;
	if (!s->stat)
		s->stat = rep_alloc(1, sizeof(*s->stat));
	switch (rec->type) {
	case PDATA_RECORD_THREAD_MAP:
		take_threads(s->stat, &v.u.thread_map);
		make_cells(s);
		break;
	case PDATA_RECORD_CPU_MAP:
		take_cpus(s, s->stat, &v.u.cpu_map);
		make_cells(s);
		break;
	case PDATA_RECORD_STAT_CONFIG:
		take_config(s->stat, &v.u.stat_config);
		break;
	case PDATA_RECORD_STAT:
		take_value(s, &v.u.stat);
		break;
	default:
		print_round(s, v.u.stat_round.time);
		break;
	}
}

void script_stat_free(struct script *s)
{
	if (!s->stat)
		return;
	free(s->stat->cpus);
	free(s->stat->tids);
	free(s->stat->now);
	free(s->stat->before);
	free(s->stat);
}
