/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps the context of each thread, and starts threads in the context of their creator. */
#include "base/context.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local struct rep_context own;
static _Thread_local struct rep_context *entered; /* NULL: own */

struct rep_context *rep_context_get(void)
{
	return entered ? entered : &own;
}

struct rep_context *rep_context_enter(struct rep_context *c)
{
	struct rep_context *former = entered;

	entered = c;
	return former;
}

void rep_context_end(struct rep_context *c)
{
	if (c->pipe_path)
		close(c->copy_fd);
	free(c->pipe_path);
	c->pipe_path = NULL;
}

struct thread_start {
	struct rep_context *context;
	void *(*run)(void *arg);
	void *arg;
};

static void *run_in_context(void *start)
{
	const struct thread_start s = *(struct thread_start *)start;

	free(start);
	rep_context_enter(s.context);
	return s.run(s.arg);
}

int rep_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	/* A failure is not counted: without the thread, its creator does the work. */
	struct thread_start *s = malloc(sizeof(*s));
	int err = ENOMEM;

	if (s) {
		*s = (struct thread_start){ rep_context_get(), run, arg };
		err = pthread_create(thread, NULL, run_in_context, s);
	}
	if (err)
		free(s);
	return err;
}
