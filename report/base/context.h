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
	/* receives the messages of the threads; NULL: messages are dropped */
	rep_message_fn *message;
	void *message_ctx;
	/* count of failed allocations in all threads of the context (memory.h) */
	atomic_uint nr_failures;
	/*
	 * Path of the pipe that pipe_copy_of() has copied for a thread of the context; NULL: no
	 * pipe was copied. rep_context_end() frees the path.
	 */
	char *pipe_path;
	/*
	 * Path "/proc/self/fd/N", where N is @copy_fd, for opening the file that contains all bytes
	 * that were read from the pipe. Valid if @pipe_path is not NULL.
	 */
	char copy_path[32];
	/*
	 * Descriptor of the nameless file with the copy of the pipe. Valid if @pipe_path is not
	 * NULL; rep_context_end() closes the descriptor.
	 */
	int copy_fd;
};

/* Free what the context @c owns, but not @c itself. No thread may use @c any more. */
void rep_context_end(struct rep_context *c);

/* Return: the context of the calling thread. */
struct rep_context *rep_context_get(void);

/*
 * Make @c the context of the calling thread. If @c is NULL, the thread uses the context that
 * belongs only to this thread. Return: the value of @c in the previous call for this thread, which
 * may be a call by rep_thread_start(); NULL: there was no previous call. Pass the returned value
 * to a second call to restore the former context.
 */
struct rep_context *rep_context_enter(struct rep_context *c);

/*
 * As pthread_create(), but the new thread uses the context of the calling thread. Return: 0, or a
 * (positive) errno code if no thread was started.
 */
int rep_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);
