/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Messages of the rooms that do not print: each line of text goes to the receiver of the thread's
 * context (see context.h). Without a receiver, messages are dropped.
 */

#include "base/exit_status.h"

#include <stddef.h>

/* @line: one line without a line end. Text from files is not escaped in it. */
typedef void rep_message_fn(void *ctx, const char *line);

/* Set the receiver of the thread's context. Call it before the context has other threads. */
void rep_set_message_fn(rep_message_fn *fn, void *ctx);

/* Send one line to the receiver. Thread-safe if the receiver is. */
void rep_err(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * rep_err() with a value: -1 for functions that return it on failure, or the exit status REP_FAIL.
 */
#define rep_error(...) (rep_err(__VA_ARGS__), -1)
#define rep_fail(...) (rep_err(__VA_ARGS__), REP_FAIL)

/*
 * Messages that are held back: the work that reports them is done out of order, and the user is to
 * read them in order.
 */
struct rep_messages {
	char *text; /* NULL: none; each line ends with a NUL */
	size_t len;
};

/*
 * Add the lines of the calling thread to @m from now on; NULL: send them to the receiver again. If
 * there is no memory for a line, a failed allocation is counted.
 */
void rep_messages_hold(struct rep_messages *m);

/* Send the lines of @m to the receiver, in their order, and free them; @m is empty then. */
void rep_messages_say(struct rep_messages *m);
