/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers threads by pid, tid and name, and notes when they started and ended. */
#include "profile/tables/tables_int.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256u

PD_HASH_TABLE(tables_task, struct tables_task, s->used, s->pid == k->pid && s->tid == k->tid,
	      hash_mix(k->pid, k->tid) >> 7)

/* Add a row for a thread and its name. The name is the interner's, after the two numbers. */
static uint32_t add_thread(struct tables *t, const struct thread_ctx *who)
{
	const size_t len = strlen(who->comm) + 1;
	const size_t size = 2 * sizeof(uint32_t) + len;
	uint8_t small[128], *key = size <= sizeof(small) ? small : mem_alloc(size, 1);
	uint32_t n;

	if (!key)
		return 0;
	memcpy(key, &who->pid, sizeof(uint32_t));
	memcpy(key + sizeof(uint32_t), &who->tid, sizeof(uint32_t));
	memcpy(key + 2 * sizeof(uint32_t), who->comm, len);
	n = interner_add(&t->thread_keys, key, (uint32_t)size);
	if (key != small)
		free(key);
	if (!n || !mem_room(&t->threads, &t->cap_threads, n, sizeof(*t->threads)))
		return 0;
	if (n > t->nr_threads) {
		t->nr_threads = n;
		t->threads[n] = (struct tables_thread){
			.pid = who->pid,
			.tid = who->tid,
			.comm = (const char *)t->thread_keys.all[n].data + 2 * sizeof(uint32_t),
		};
	}
	return n;
}

uint32_t tables_number_thread(struct tables *t, uint32_t who)
{
	struct thread_ctx *ctx = &t->rp.hist->whos[who];
	uint32_t n;

	if (who < t->cap_thread_of && t->thread_of[who])
		return t->thread_of[who];
	n = mem_room_zeroed(&t->thread_of, &t->cap_thread_of, who, sizeof(*t->thread_of))
		    ? add_thread(t, ctx)
		    : 0;
	if (!n || hist_spaces_join(&t->spaces, 0, ctx->maps, &ctx->epoch)) {
		session_set_err(&t->s, -ENOMEM);
		return 0;
	}
	return t->thread_of[who] = n;
}

uint32_t tables_number_wanted_thread(struct tables *t, uint32_t who)
{
	const struct thread_ctx *w = &t->rp.hist->whos[who];

	return sample_filter_task(&t->filter, w->comm, w->pid, w->tid)
		       ? tables_number_thread(t, who)
		       : 0;
}

/* Return: the task, which is added if it is new; NULL: memory is exhausted. */
static struct tables_task *get_task(struct tables *t, uint32_t pid, uint32_t tid)
{
	const struct tables_task key = { .pid = pid, .tid = tid, .used = true };
	struct tables_task *task;

	if ((!t->tasks || t->nr_tasks * 2 >= t->tasks_mask) &&
	    !mem_check(!tables_task_grow(&t->tasks, &t->tasks_mask, FIRST_SLOTS, 0))) {
		session_set_err(&t->s, -ENOMEM);
		return NULL;
	}
	task = tables_task_slot(t->tasks, t->tasks_mask, &key, 0);
	if (!task->used) {
		*task = key;
		t->nr_tasks++;
	}
	return task;
}

void tables_note_task(struct tables *t, const struct pdata_record *rec)
{
	const bool fork = rec->type == PDATA_RECORD_FORK;
	struct tables_task *task;
	struct pdata_value v;

	if (t->complete || (!fork && rec->type != PDATA_RECORD_EXIT) ||
	    pdata_record_decode(rec, &v, NULL))
		return;
	task = get_task(t, v.u.task.pid, v.u.task.tid);
	if (!task)
		return;
	if (!fork) {
		task->has_end = rec->time != 0;
		task->end = rec->time;
		return;
	}
	/* FORK records of time 0 describe what ran before the recording. */
	task->has_parent = true;
	task->has_start = rec->time != 0;
	task->start = rec->time;
	/* The kernel has given the ids of a thread that ended to a new one. */
	if (task->has_start)
		task->has_end = false;
	task->parent_pid = v.u.task.ppid;
	task->parent_tid = v.u.task.ptid;
}

/* The table of tasks does not grow any more, so pointers into it stay valid. */
void tables_link_tasks(struct tables *t)
{
	for (uint32_t n = 1; n <= t->nr_threads && t->tasks; n++) {
		const struct tables_task key = { .pid = t->threads[n].pid,
						 .tid = t->threads[n].tid };
		const struct tables_task *task = tables_task_slot(t->tasks, t->tasks_mask, &key, 0);

		if (task->used)
			t->threads[n].task = task;
	}
}

uint32_t tables_nr_threads(const struct tables *t)
{
	return t->nr_threads;
}

const struct tables_thread *tables_thread(const struct tables *t, uint32_t n)
{
	return &t->threads[n];
}

const char *tables_process_name(const struct tables *t, const struct tables_thread *th)
{
	struct pdata_thread_at at;

	pdata_tasks_at(t->s.tasks, th->pid, th->pid, UINT64_MAX, UINT64_MAX, &at);
	return at.comm_index == UINT32_MAX ? NULL : at.comm;
}
