/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cache of each thread's name and line prefix for `pdata script` and raw dumps, valid until
 * the thread's name may change.
 */
#include "session/script_threads.h"

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CAP_MIN 256u
#define NR_MAX (1u << 20) /* then all are forgotten: they are only a cache */

int script_threads_init(struct script_threads *t, const struct pdata_tasks *tasks)
{
	*t = (struct script_threads){ .tasks = tasks, .cap = CAP_MIN };
	t->slots = mem_alloc(t->cap, sizeof(*t->slots));
	t->err = t->slots ? 0 : -ENOMEM;
	return t->err;
}

void script_threads_free(struct script_threads *t)
{
	for (uint32_t i = 0; i < t->cap && t->slots; i++)
		free(t->slots[i]);
	free(t->slots);
	t->slots = NULL;
}

static struct script_thread **find_thread_slot(struct script_thread **slots, uint32_t cap,
					       uint32_t pid, uint32_t tid)
{
	const uint64_t key = (uint64_t)pid << 32 | tid;
	uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (cap - 1);

	while (slots[i] && (slots[i]->pid != pid || slots[i]->tid != tid))
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

/* Return: whether there is room; t->err says it too. */
static bool grow_thread_slots(struct script_threads *t)
{
	const uint32_t cap = t->cap * 2;
	struct script_thread **slots;

	if (t->nr >= NR_MAX) {
		script_threads_free(t);
		return !script_threads_init(t, t->tasks);
	}
	slots = mem_alloc(cap, sizeof(*slots));
	if (!slots) {
		t->err = -ENOMEM;
		return false;
	}
	for (uint32_t i = 0; i < t->cap; i++)
		if (t->slots[i])
			*find_thread_slot(slots, cap, t->slots[i]->pid, t->slots[i]->tid) =
				t->slots[i];
	free(t->slots);
	t->slots = slots;
	t->cap = cap;
	return true;
}

/* The slot of a thread, with a thread in it, or NULL when memory is exhausted. */
static struct script_thread **add_script_thread(struct script_threads *t, uint32_t pid,
						uint32_t tid)
{
	struct script_thread **slot;

	if (t->err || (t->nr >= t->cap / 2 && !grow_thread_slots(t)))
		return NULL;
	slot = find_thread_slot(t->slots, t->cap, pid, tid);
	*slot = mem_alloc(1, sizeof(**slot));
	if (!*slot) {
		t->err = -ENOMEM;
		return NULL;
	}
	t->nr++;
	return slot;
}

static struct script_thread *get_script_thread(struct script_threads *t, uint32_t pid, uint32_t tid)
{
	struct script_thread **slot = t->err ? NULL : find_thread_slot(t->slots, t->cap, pid, tid);
	struct script_thread *th;

	if (slot && *slot)
		return *slot;
	slot = add_script_thread(t, pid, tid);
	th = slot ? *slot : &t->spare;
	th->pid = pid;
	th->tid = tid;
	th->from = 1; /* from 1 until 0: no time */
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
