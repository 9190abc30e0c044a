/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Caches the threads that were printed lately: their names, and the formatted beginning of their
 * lines.
 */

#include <pdata/tasks.h>

#define SCRIPT_HEAD_MAX 64

struct script_thread {
	uint32_t pid, tid;
	uint64_t from, until; /* range of times at which the following members are valid */
	struct pdata_thread_at at;
	char unnamed[16];   /* ":TID", the name of a thread for which there are no records */
	uint32_t head_kind; /* kind of line for which @head was made; 0: @head is not set */
	uint32_t head_len;
	const char *src_path; /* source file of the line that was printed last; NULL: none */
	uint32_t src_line;
	/* formatted beginning of the thread's lines; read in steps of 32 bytes */
	char head[SCRIPT_HEAD_MAX + 32];
};

struct script_thread_slot {
	uint32_t pid, tid;
	struct script_thread *th; /* NULL: the slot is free */
};

struct script_threads {
	const struct pdata_tasks *tasks;
	struct script_thread_slot *slots; /* hash table by pid and tid */
	size_t mask;
	uint32_t nr;
	struct script_thread *last;
	/* 0, or -ENOMEM: memory was exhausted, and results are not valid */
	int err;
	/*
	 * script_threads_at() returns @spare if memory for a new struct script_thread is exhausted
	 */
	struct script_thread spare;
};

/* Set up @t. Return: 0 or -ENOMEM, which is also stored in t->err. */
int script_threads_init(struct script_threads *t, const struct pdata_tasks *tasks);
void script_threads_free(struct script_threads *t);

/*
 * Return the thread @pid/@tid as it is at @time. The result is never NULL, and is valid until the
 * next call. If memory is exhausted, t->err is set.
 */
struct script_thread *script_threads_at(struct script_threads *t, uint32_t pid, uint32_t tid,
					uint64_t time, uint64_t seq);

#define SCRIPT_THREADS_STEPS 4u
/*
 * Prefetch the memory that script_threads_at(), and then a search of maps, will read for a thread.
 * Call this function once for each @step from 0 to SCRIPT_THREADS_STEPS - 1, with other work in
 * between.
 */
void script_threads_prefetch(const struct script_threads *t, uint32_t pid, uint32_t tid,
			     unsigned step);
