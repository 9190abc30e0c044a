/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The context of a thread: the function that receives the messages of the thread, and the count of
 * failed allocations of all threads that use the context. A program uses one context. A library has
 * one context for each open recording, and enters the context at the start of each call, so that
 * two recordings do not share messages or failures.
 *
 * A thread begins with a context of its own. A thread that rep_thread_start() starts uses the
 * context of its creator, and this context must exist until the thread ends.
 */

#include "base/message.h"

#include <pthread.h>
#include <stdatomic.h>

struct rep_context {
	rep_message_fn *message; /* receives messages; NULL: they are dropped */
	void *message_ctx;
	atomic_uint nr_failures; /* count of failed allocations, see memory.h */
	/*
	 * Path of the pipe that pipe_copy_of() has copied; NULL: no pipe was copied.
	 * rep_context_end() frees the path.
	 */
	char *pipe_path;
	/* path of the copy of the pipe, in /proc/self/fd; valid if pipe_path is set */
	char copy_path[32];
	/* descriptor of the copy of the pipe; rep_context_end() closes it if pipe_path is set */
	int copy_fd;
};

/* Free what the context @c owns, but not @c itself. No thread may use @c any more. */
void rep_context_end(struct rep_context *c);

/* Return: the context of the calling thread. */
struct rep_context *rep_context_get(void);

/*
 * Make @c the context of the calling thread. @c NULL: use the context with which the thread began.
 * Return: the context that the thread used before this call; a second call of this function with
 * that context restores it.
 */
struct rep_context *rep_context_enter(struct rep_context *c);

/*
 * As pthread_create(), but the new thread uses the context of the calling thread. Return: 0, or a
 * (positive) errno code if no thread was started.
 */
int rep_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);
