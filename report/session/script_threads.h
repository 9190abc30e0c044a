/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Caches the threads that pdata script has printed lately: their names, and the text (name, pid
 * and tid) that each printed line of a thread contains.
 */

#include <pdata/tasks.h>

#define SCRIPT_HEAD_MAX 64

struct script_thread {
	uint32_t pid, tid;
	/* @at, @unnamed and @head are valid for records with @from <= time in ns < @until */
	uint64_t from, until;
	struct pdata_thread_at at;
	/* ":TID", the name that is printed if no record of the recording is about the thread */
	char unnamed[16];
	/*
	 * SCRIPT_TASK_ bits that say which task columns (name, pid, tid) @head has, and in which
	 * format; 0: @head was not made yet
	 */
	uint32_t head_kind;
	uint32_t head_len;
	const char *src_path; /* source file that was printed last for this thread; NULL: none */
	uint32_t src_line;
	/*
	 * the task columns (name, pid, tid) that each printed line of the thread contains, as
	 * @head_len bytes of text; the array is larger than SCRIPT_HEAD_MAX, because 32 bytes at a
	 * time are copied from it
	 */
	char head[SCRIPT_HEAD_MAX + 32];
};

struct script_thread_slot {
	uint32_t pid, tid;
	struct script_thread *th; /* NULL: this element of the hash table is not used */
};

struct script_threads {
	const struct pdata_tasks *tasks;
	struct script_thread_slot *slots; /* hash table by pid and tid */
	size_t mask;
	uint32_t nr;
	struct script_thread *last;
	/*
	 * 0; -ENOMEM: memory was exhausted, so that threads may be missing in the cache, and the
	 * caller must not use its answers
	 */
	int err;
	/*
	 * result of script_threads_at() if memory for a new struct script_thread is exhausted
	 */
	struct script_thread spare;
};

/*
 * Set up @t as an empty cache. Return: 0; -ENOMEM: memory is exhausted, and @t->err is -ENOMEM,
 * too.
 */
int script_threads_init(struct script_threads *t, const struct pdata_tasks *tasks);
void script_threads_free(struct script_threads *t);

/*
 * Return the thread @tid of the process @pid as it was at a record with the time @time (in ns) and
 * the pdata_record.seq @seq. The result is never NULL, and valid until the next call. If memory is
 * exhausted, @t->err is set.
 */
struct script_thread *script_threads_at(struct script_threads *t, uint32_t pid, uint32_t tid,
					uint64_t time, uint64_t seq);

#define SCRIPT_THREADS_STEPS 4u
/*
 * Prefetch memory into the processor's caches for a later call of script_threads_at() for the
 * thread @tid of the process @pid, and for a search of the thread's maps. The caller calls this
 * function once for each @step from 0 to SCRIPT_THREADS_STEPS - 1, and does other work in between.
 */
void script_threads_prefetch(const struct script_threads *t, uint32_t pid, uint32_t tid,
			     unsigned step);
