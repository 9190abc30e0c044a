/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers queries of sealed tasks: the names and maps of a thread at a time. */
#include "common/binary_search.h"
#include "tasks/tasks_int.h"

#include <stdio.h>

static bool before(uint64_t time, uint64_t seq, uint64_t at_time, uint64_t at_seq)
{
	return time < at_time || (time == at_time && seq <= at_seq);
}

/*
 * perf sorts records by time and delivers them at the end of each round, but delivers records
 * without a time at once: these come after the records that earlier rounds have delivered.
 */
uint64_t pd_tasks_moment(const struct pdata_tasks *t, uint64_t time, uint64_t seq)
{
	size_t lo;

	if (t->file_order)
		return 0;
	if ((time && time != UINT64_MAX) || !t->untimed || seq == UINT64_MAX)
		return time;
	lo = pd_first_above(t->moments, t->nr_moments, seq, seq);
	return lo ? t->moments[lo - 1].time : 0;
}

/*
 * Narrow the interval in which the answer is valid: it changes at @time. @now: the time that was
 * asked for.
 */
static void bound(struct pdata_thread_at *out, uint64_t time, uint64_t now)
{
	if (time <= now && time > out->since)
		out->since = time;
	if (time >= now && time < out->until)
		out->until = time;
}

static const struct pd_life *life_at(const struct pd_tid *e, uint64_t time, uint64_t seq,
				     struct pdata_thread_at *out)
{
	size_t lo = 0, hi = e->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (before(e->lives[mid]->time, e->lives[mid]->seq, time, seq))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo)
		bound(out, e->lives[lo - 1]->time, time);
	if (lo < e->nr)
		bound(out, e->lives[lo]->time, time);
	return lo ? e->lives[lo - 1] : NULL;
}

/* Get the first name that a life got after it began without one. */
static uint32_t first_name(const struct pd_life *l)
{
	return l->names[l->nr_names > 1].comm;
}

static void name_at(const struct pd_tid *e, const struct pd_life *l, uint64_t time, uint64_t seq,
		    struct pdata_thread_at *out)
{
	size_t lo = 0, hi = l->nr_names;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (before(l->names[mid].time, l->names[mid].seq, time, seq))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < l->nr_names)
		bound(out, l->names[lo].time, time);
	lo -= !!lo;
	bound(out, l->names[lo].time, time);
	out->comm_index = out->first_index = l->names[lo].comm;
	if (!lo && out->comm_index == e->unnamed)
		out->first_index = first_name(l);
}

static uint32_t last_name(const struct pd_life *l)
{
	return l->names[l->nr_names - 1].comm;
}

static void maps_at(const struct pdata_tasks *t, const struct pd_addr_space *s, uint64_t time,
		    uint64_t seq, struct pdata_thread_at *out)
{
	const struct pdata_mapset *m = s ? pd_addr_space_find(s, time, seq) : NULL;
	const struct pdata_mapset *next = m ? m + 1 : s && s->nr ? s->versions : NULL;

	out->maps = m ? m : &t->no_maps;
	out->epoch = out->maps->epoch;
	if (m)
		bound(out, m->time, time);
	if (next && next < s->versions + s->nr)
		bound(out, next->time, time);
}

static void find_at(const struct pdata_tasks *t, uint32_t pid, uint32_t tid, uint64_t time,
		    uint64_t seq, struct pdata_thread_at *out)
{
	const struct pd_tid *e = pd_tid_find(t, tid);
	const struct pd_life *l;
	uint32_t last = 0;

	*out = (struct pdata_thread_at){ .pid = pid, .tid = tid, .until = UINT64_MAX };
	l = e ? life_at(e, time, seq, out) : NULL;
	if (l) {
		out->pid = l->pid;
		name_at(e, l, time, seq, out);
		last = last_name(l);
		maps_at(t, l->space, time, seq, out);
	} else {
		/* Until a record is about the thread, it has the maps of its process. */
		const struct pd_tid *p = pid != tid && pid != UINT32_MAX ? pd_tid_find(t, pid)
									 : NULL;

		l = p ? life_at(p, time, seq, out) : NULL;
		maps_at(t, l ? l->space : NULL, time, seq, out);
		out->comm_index = out->first_index = last = e ? e->unnamed : UINT32_MAX;
		/* the first life begins later; its names are known */
		if (e && !e->lives[0]->forked) {
			out->first_index = first_name(e->lives[0]);
			last = last_name(e->lives[0]);
		}
	}
	out->comm = e ? t->comms.str[out->comm_index] : "";
	out->first_comm = e ? t->comms.str[out->first_index] : "";
	out->final_comm = e ? t->comms.str[last] : "";
}

void pdata_tasks_at(const struct pdata_tasks *t, uint32_t pid, uint32_t tid, uint64_t time,
		    uint64_t seq, struct pdata_thread_at *out)
{
	const uint64_t moment = pd_tasks_moment(t, time, seq);

	find_at(t, pid, tid, moment, seq, out);
	/*
	 * The answer is valid for this record only: the next record without a time may have
	 * another answer, and its time does not tell that.
	 */
	if (t->file_order || moment != time)
		out->since = out->until = time;
}

const struct pdata_map *pdata_tasks_kernel_map(const struct pdata_tasks *t, uint64_t addr,
					       uint64_t time, uint64_t seq)
{
	const struct pdata_mapset *m =
		pd_addr_space_find(&t->kernel, pd_tasks_moment(t, time, seq), seq);

	return m ? pdata_mapset_find(m, addr) : NULL;
}
