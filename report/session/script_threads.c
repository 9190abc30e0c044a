/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cache of each thread's name and line prefix for `pdata script` and raw dumps, valid until
 * the thread's name may change.
 */
#include "session/script_threads.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "common/prefetch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CAP_MIN 256u
#define NR_MAX (1u << 20) /* limit of cached threads; at the limit the cache is emptied */

static inline size_t script_thread_hash(const struct script_thread_slot *k)
{
	return ((uint64_t)k->pid << 32 | k->tid) * 0x9e3779b97f4a7c15ull >> 32;
}

PD_HASH_TABLE(script_thread, struct script_thread_slot, s->th, s->pid == k->pid && s->tid == k->tid,
	      script_thread_hash(k))

/* Return: whether the table has room for a thread; if not, t->err is set. */
static bool grow_script_threads(struct script_threads *t)
{
	if (!script_thread_grow(&t->slots, &t->mask, CAP_MIN, 0))
		return true;
	mem_count_failure();
	t->err = -ENOMEM;
	return false;
}

int script_threads_init(struct script_threads *t, const struct pdata_tasks *tasks)
{
	*t = (struct script_threads){ .tasks = tasks };
	grow_script_threads(t);
	return t->err;
}

void script_threads_free(struct script_threads *t)
{
	for (size_t i = 0; t->slots && i <= t->mask; i++)
		free(t->slots[i].th);
	pd_free(t->slots);
	t->slots = NULL;
}

static bool make_thread_room(struct script_threads *t)
{
	if (t->nr * 2 <= t->mask)
		return true;
	if (t->nr < NR_MAX)
		return grow_script_threads(t);
	script_threads_free(t);
	return !script_threads_init(t, t->tasks);
}

static struct script_thread_slot *find_thread_slot(const struct script_threads *t, uint32_t pid,
						   uint32_t tid)
{
	const struct script_thread_slot key = { .pid = pid, .tid = tid };

	return script_thread_slot(t->slots, t->mask, &key, 0);
}

/* A new thread in the table, or NULL when memory is exhausted. */
static struct script_thread *add_script_thread(struct script_threads *t, uint32_t pid, uint32_t tid)
{
	struct script_thread *th;

	if (t->err || !make_thread_room(t))
		return NULL;
	th = mem_alloc(1, sizeof(*th));
	if (!th) {
		t->err = -ENOMEM;
		return NULL;
	}
	*find_thread_slot(t, pid, tid) = (struct script_thread_slot){ pid, tid, th };
	t->nr++;
	return th;
}

static struct script_thread *get_script_thread(struct script_threads *t, uint32_t pid, uint32_t tid)
{
	struct script_thread *th = t->err ? NULL : find_thread_slot(t, pid, tid)->th;

	if (th)
		return th;
	th = add_script_thread(t, pid, tid);
	if (!th)
		th = &t->spare;
	th->pid = pid;
	th->tid = tid;
	th->from = 1; /* from > until: the answer is valid at no time */
	th->until = 0;
	return th;
}

struct script_thread *script_threads_at(struct script_threads *t, uint32_t pid, uint32_t tid,
					uint64_t time, uint64_t seq)
{
	struct script_thread *th = t->last;

	if (!th || th->tid != tid || th->pid != pid)
		th = t->last = get_script_thread(t, pid, tid);
	if (time >= th->from && time < th->until)
		return th;
	pdata_tasks_at(t->tasks, pid, tid, time, seq, &th->at);
	if (!th->at.comm || th->at.comm_index == UINT32_MAX) {
		snprintf(th->unnamed, sizeof(th->unnamed), ":%d", (int)tid);
		th->at.comm = th->unnamed;
	}
	th->from = time;
	th->until = th->at.until;
	th->head_kind = 0;
	return th;
}

void script_threads_prefetch(const struct script_threads *t, uint32_t pid, uint32_t tid,
			     unsigned step)
{
	const struct script_thread_slot key = { .pid = pid, .tid = tid };
	const struct script_thread *th;

	if (!step) {
		pd_prefetch(&t->slots[script_thread_hash(&key) & t->mask]);
		return;
	}
	th = find_thread_slot(t, pid, tid)->th;
	if (th && step == 1)
		for (size_t i = 0; i < sizeof(*th); i += 64)
			pd_prefetch((const char *)th + i);
	else if (th && th->at.maps && step == 2)
		pd_prefetch(th->at.maps);
	else if (th && th->at.maps)
		pdata_mapset_prefetch(th->at.maps);
}
