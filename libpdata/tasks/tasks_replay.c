/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replays side-band records in order of time to make the lives of threads. The rules are those by
 * which perf keeps its threads, so that the same recording gives the same names: a thread is
 * identified by its tid alone, the first record about it starts its life, and a FORK starts a new
 * one. An exec leaves the old maps in place until new ones cover them: samples taken in the exec
 * itself, before the new program runs, still show where it was called.
 */
#include "common/hash_table.h"
#include "tasks/tasks_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PD_HASH_TABLE(tids, struct pd_tid, s->nr, s->tid == k->tid, ((seed | 1) * k->tid) >> 32)

struct pd_tid *pd_tid_find(const struct pdata_tasks *t, uint32_t tid)
{
	const struct pd_tid key = { .tid = tid };
	struct pd_tid *e = t->tids ? tids_slot(t->tids, t->tids_mask, &key, t->seed) : NULL;

	return e && e->nr ? e : NULL;
}

uint32_t pd_tid_name(struct pdata_tasks *t, uint32_t tid)
{
	char name[16];

	snprintf(name, sizeof(name), ":%d", (int32_t)tid);
	return pd_string(t, &t->comms, name);
}

static int add_thread_name(struct pd_life *l, uint32_t comm, const struct pd_side *s)
{
	struct pd_named *last = l->nr_names ? &l->names[l->nr_names - 1] : NULL;

	if (last && last->comm == comm)
		return 0;
	if (pd_grow(&l->names, &l->names_cap, l->nr_names + 1, sizeof(*l->names)))
		return PDATA_E_NOMEM;
	l->names[l->nr_names++] = (struct pd_named){ s->time, s->seq, comm };
	return 0;
}

static struct pd_addr_space *new_space(struct pdata_tasks *t)
{
	struct pd_addr_space *sp = pd_arena_array(&t->arena, 1, sizeof(*sp));

	if (!sp ||
	    pd_grow(&t->spaces, &t->spaces_cap, t->nr_spaces + 1, sizeof(struct pd_addr_space *)))
		return NULL;
	t->spaces[t->nr_spaces++] = sp;
	return sp;
}

static struct pd_life *current(const struct pdata_tasks *t, uint32_t tid)
{
	struct pd_tid *e = pd_tid_find(t, tid);

	return e ? e->lives[e->nr - 1] : NULL;
}

/* Begin a life of @tid, without a name of its own and without an address space. */
static struct pd_life *begin_thread_life(struct pdata_tasks *t, uint32_t pid, uint32_t tid,
					 const struct pd_side *s)
{
	struct pd_life *l = pd_arena_array(&t->arena, 1, sizeof(*l));
	uint32_t name = pd_tid_name(t, tid);
	const struct pd_tid key = { .tid = tid };
	struct pd_tid *e;

	if (!l || name == UINT32_MAX)
		return NULL;
	if (t->nr_tids * 2 >= t->tids_mask && tids_grow(&t->tids, &t->tids_mask, 256, t->seed))
		return NULL;
	e = tids_slot(t->tids, t->tids_mask, &key, t->seed);
	if (pd_grow(&e->lives, &e->cap, e->nr + 1, sizeof(struct pd_life *)))
		return NULL;
	l->time = s->time;
	l->seq = s->seq;
	l->pid = pid;
	l->tid = tid;
	if (add_thread_name(l, name, s))
		return NULL;
	e->tid = tid;
	e->unnamed = name;
	if (!e->nr)
		t->nr_tids++;
	e->lives[e->nr++] = l;
	return l;
}

/* Get the life of a process's leader, which has the maps that all threads of the process share. */
static struct pd_life *leader(struct pdata_tasks *t, uint32_t pid, const struct pd_side *s)
{
	struct pd_life *l = current(t, pid);

	if (!l)
		l = begin_thread_life(t, pid, pid, s);
	if (l && !l->space)
		l->space = new_space(t);
	return l && l->space ? l : NULL;
}

static struct pd_life *thread(struct pdata_tasks *t, uint32_t pid, uint32_t tid,
			      const struct pd_side *s)
{
	struct pd_life *l = current(t, tid), *lead;

	if (l && (l->pid == pid || pid == UINT32_MAX || l->pid != UINT32_MAX))
		return l;
	if (!l)
		l = begin_thread_life(t, pid, tid, s);
	if (!l)
		return NULL;
	l->pid = pid;
	if (pid == tid || pid == UINT32_MAX) {
		if (!l->space)
			l->space = new_space(t);
		return l->space ? l : NULL;
	}
	lead = leader(t, pid, s);
	if (!lead)
		return NULL;
	l->space = lead->space;
	return l;
}

static int replay_fork(struct pdata_tasks *t, const struct pd_side *s)
{
	struct pd_life *parent = thread(t, s->ppid, s->ptid, s), *child;

	if (parent &&
	    parent->pid != s->ppid) { /* the tid belonged to another process, which is gone */
		parent = begin_thread_life(t, s->ppid, s->ptid, s);
		if (parent && s->ppid == s->ptid) {
			parent->space = new_space(t);
		} else if (parent) {
			struct pd_life *lead = leader(t, s->ppid, s);

			parent->space = lead ? lead->space : NULL;
		}
	}
	child = parent && parent->space ? begin_thread_life(t, s->pid, s->tid, s) : NULL;
	if (!child)
		return PDATA_E_NOMEM;
	child->forked = true;
	if (parent->named) {
		child->named = true;
		child->nr_names = 0; /* the child never was without a name */
		if (add_thread_name(child, parent->names[parent->nr_names - 1].comm, s))
			return PDATA_E_NOMEM;
	}
	if (s->pid != s->tid && s->pid != UINT32_MAX) {
		struct pd_life *lead = leader(t, s->pid, s);

		child->space = lead ? lead->space : NULL;
		return lead ? 0 : PDATA_E_NOMEM;
	}
	child->space = new_space(t);
	if (!child->space)
		return PDATA_E_NOMEM;
	if (s->misc & PDATA_MISC_FORK_EXEC || s->pid == parent->pid)
		return 0;
	return pd_addr_space_copy(&t->maker, child->space, parent->space, s->time, s->seq);
}

static int replay_map(struct pdata_tasks *t, const struct pd_side *s)
{
	unsigned mode = s->misc & PDATA_MISC_CPUMODE;
	struct pd_life *l;

	if (mode == PDATA_CPUMODE_KERNEL)
		return pd_addr_space_map(&t->maker, &t->kernel, s->map, s->time, s->seq);
	if (mode == PDATA_CPUMODE_GUEST_KERNEL || mode == PDATA_CPUMODE_GUEST_USER)
		return 0;
	l = thread(t, s->pid, s->tid, s);
	if (!l)
		return PDATA_E_NOMEM;
	return pd_addr_space_map(&t->maker, l->space, s->map, s->time, s->seq);
}

static int replay_ksymbol(struct pdata_tasks *t, const struct pd_side *s)
{
	if (s->remove)
		return pd_addr_space_unmap(&t->maker, &t->kernel, s->map, s->time, s->seq);
	return pd_addr_space_map(&t->maker, &t->kernel, s->map, s->time, s->seq);
}

static int replay_comm(struct pdata_tasks *t, const struct pd_side *s)
{
	struct pd_life *l = thread(t, s->pid, s->tid, s);

	if (!l)
		return PDATA_E_NOMEM;
	l->named = true;
	return add_thread_name(l, s->comm, s);
}

/* Begin the life of the idle task: it exists from the start, and no record announces it. */
static int begin_idle(struct pdata_tasks *t)
{
	struct pd_side s = { .comm = pd_string(t, &t->comms, "swapper") };
	struct pd_life *idle = s.comm == UINT32_MAX ? NULL : begin_thread_life(t, 0, 0, &s);

	if (!idle)
		return PDATA_E_NOMEM;
	idle->named = true;
	idle->nr_names = 0;
	idle->space = new_space(t);
	return idle->space ? add_thread_name(idle, s.comm, &s) : PDATA_E_NOMEM;
}

static int compare_seen(const void *pa, const void *pb)
{
	const struct pd_seen *a = pa, *b = pb;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return a->tid < b->tid ? -1 : a->tid > b->tid;
}

/* Make the table of threads that samples name a list without free slots, which is sorted. */
static void sort_seen(struct pdata_tasks *t)
{
	size_t nr = 0;

	for (size_t i = 0; t->seen && i <= t->seen_mask; i++)
		if (t->seen[i].used)
			t->seen[nr++] = t->seen[i];
	if (nr)
		qsort(t->seen, nr, sizeof(*t->seen), compare_seen);
}

/* Begin the lives of threads that only samples have: they exist from the start. */
static int begin_seen(struct pdata_tasks *t)
{
	const struct pd_side start = { 0 };

	sort_seen(t);
	for (size_t i = 0; i < t->nr_seen; i++) {
		const struct pd_seen *s = &t->seen[i];

		if (!pd_tid_find(t, s->tid) && !thread(t, s->pid, s->tid, &start))
			return PDATA_E_NOMEM;
	}
	pd_free(t->seen);
	t->seen = NULL;
	t->nr_seen = t->seen_mask = 0;
	return 0;
}

int pd_tasks_replay(struct pdata_tasks *t)
{
	int ret;

	t->maker.first_sample = t->first_sample;
	/*
	 * Copies of spaces for forks take memory in proportion to the number of records; above
	 * that, they share trees.
	 */
	t->maker.copies_left = t->nr_sides + 65536;
	ret = begin_idle(t);

	for (size_t i = 0; !ret && i < t->nr_sides; i++) {
		const struct pd_side *s = &t->sides[i];

		switch (s->type) {
		case PDATA_RECORD_FORK:
			ret = replay_fork(t, s);
			break;
		case PDATA_RECORD_COMM:
			ret = replay_comm(t, s);
			break;
		case PDATA_RECORD_KSYMBOL:
			ret = replay_ksymbol(t, s);
			break;
		default:
			ret = replay_map(t, s);
		}
	}
	return ret ? ret : begin_seen(t);
}
