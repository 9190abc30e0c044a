/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The context of a thread: who receives the messages of its work, and how many allocations of that
 * work failed. A program has one context. A library has one for each open recording, and enters it
 * at the start of each call, so that two recordings do not share messages or failures.
 *
 * A thread begins with a context of its own. Threads that rep_thread_start() starts use the
 * context of the thread that started them. That context has to exist until they end.
 */

#include "base/message.h"

#include <pthread.h>
#include <stdatomic.h>

struct rep_context {
	rep_message_fn *message; /* receiver of messages; NULL: messages are dropped */
	void *message_ctx;
	atomic_uint nr_failures; /* failed allocations, see memory.h */
	/*
	 * Path of the pipe that pipe_copy_of() has copied, and path and descriptor of the copy;
	 * pipe_path is NULL if there is none. rep_context_end() frees them.
	 */
	char *pipe_path;
	char copy_path[32];
	int copy_fd;
};

/* Free what the context @c owns, but not @c itself. No thread may use it any more. */
void rep_context_end(struct rep_context *c);

/* Return: the context of the calling thread. */
struct rep_context *rep_context_get(void);

/*
 * Give the calling thread the context @c; NULL: the thread's own. Return: the former context, for
 * the next call of this function.
 */
struct rep_context *rep_context_enter(struct rep_context *c);

/*
 * As pthread_create(), but the thread uses the context of the calling thread. Return: 0, or an
 * error number if no thread was started.
 */
int rep_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);
