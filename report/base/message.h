/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Messages of the rooms that do not print: a line of text goes to the function that the program
 * sets at its start. Without one, messages are dropped.
 */

#include "base/exit_status.h"

#include <stddef.h>

/* @line: one line without its end; the text of a file is in it as it was read. */
typedef void rep_message_fn(void *ctx, const char *line);

/* Set the receiver of messages. Not thread-safe: call it before other functions. */
void rep_set_message_fn(rep_message_fn *fn, void *ctx);

/* Hand one line to the receiver. Thread-safe if the receiver is. */
void rep_err(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same with a value: of functions that return -1 on failure, and of an exit status. */
#define rep_error(...) (rep_err(__VA_ARGS__), -1)
#define rep_fail(...) (rep_err(__VA_ARGS__), REP_FAIL)

/*
 * Lines that are held back, because the work that has something to say is done in another order
 * than the user is told of it.
 */
struct rep_messages {
	char *text; /* NULL: none; each line ends with a NUL */
	size_t len;
};

/*
 * Lines of the calling thread are added to @m from now on; NULL: they go to the receiver again. A
 * line that there is no memory for counts as a failed allocation.
 */
void rep_messages_hold(struct rep_messages *m);

/* Hand the lines to the receiver, in their order, and free @m, which is empty then. */
void rep_messages_say(struct rep_messages *m);
