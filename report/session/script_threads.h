/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A cache of the threads printed lately: their names and the formatted beginning of their lines.
 */

#include <pdata/tasks.h>

#define SCRIPT_HEAD_MAX 64

struct script_thread {
	uint32_t pid, tid;
	uint64_t from, until; /* times at which the members below are valid */
	struct pdata_thread_at at;
	char unnamed[16];   /* ":TID", the name of a thread without records */
	uint32_t head_kind; /* kind of line that head was made for; 0: none */
	uint32_t head_len;
	const char *src_path; /* file of the source line printed last, or NULL */
	uint32_t src_line;
	char head[SCRIPT_HEAD_MAX + 32]; /* copied in steps of 32 */
};

struct script_thread_slot {
	uint32_t pid, tid;
	struct script_thread *th; /* NULL: a free slot */
};

struct script_threads {
	const struct pdata_tasks *tasks;
	struct script_thread_slot *slots; /* a hash table by pid and tid */
	size_t mask;
	uint32_t nr;
	struct script_thread *last;
	int err;		    /* 0, or -ENOMEM: answers are not valid */
	struct script_thread spare; /* returned when memory for a thread is exhausted */
};

/* Return: 0 or -ENOMEM, which is stored in t->err, too. */
int script_threads_init(struct script_threads *t, const struct pdata_tasks *tasks);
void script_threads_free(struct script_threads *t);

/*
 * Return: the thread at @time, valid until the next call, never NULL. Sets t->err when memory is
 * exhausted.
 */
struct script_thread *script_threads_at(struct script_threads *t, uint32_t pid, uint32_t tid,
					uint64_t time, uint64_t seq);

/*
 * Load into the processor's caches what script_threads_at() and a look-up of maps will read for a
 * thread. Call it with the steps 0 to SCRIPT_THREADS_STEPS - 1; each takes time to be of use to the
 * next.
 */
#define SCRIPT_THREADS_STEPS 4u
void script_threads_prefetch(const struct script_threads *t, uint32_t pid, uint32_t tid,
			     unsigned step);
