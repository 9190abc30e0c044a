/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Sends the messages of code that must not print. Each message is a line of text and goes to the
 * receiver in the context of the thread (see context.h). Without a receiver, messages are dropped.
 */

#include "base/exit_status.h"

#include <stddef.h>

/*
 * A function that receives messages. @line: the message, one line without a newline. Control
 * characters in names from files are not escaped in @line.
 */
typedef void rep_message_fn(void *ctx, const char *line);

/*
 * Make @fn the receiver of the messages of all threads that use the same struct rep_context as the
 * calling thread. @ctx becomes the first argument of @fn. Call this function before a second thread
 * uses this struct rep_context.
 */
void rep_set_message_fn(rep_message_fn *fn, void *ctx);

/*
 * Format a message as printf() does, and send it to the receiver as one line. This is thread-safe
 * if the receiver is thread-safe.
 */
void rep_err(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Send a message as rep_err() does. The value of rep_error() is -1, for functions that return -1 on
 * failure; the value of rep_fail() is the exit status REP_FAIL.
 */
#define rep_error(...) (rep_err(__VA_ARGS__), -1)
#define rep_fail(...) (rep_err(__VA_ARGS__), REP_FAIL)

/*
 * Messages that are held back. If jobs are done out of order, the messages of each job are held
 * back and sent later, in the order of the jobs.
 */
struct rep_messages {
	char *text; /* lines, each with a NUL at its end; NULL: no line */
	size_t len;
};

/*
 * From now on, append the messages of the calling thread to @m, instead of sending them to the
 * receiver, the function that rep_set_message_fn() has set. If @m is NULL, send them to the
 * receiver again. If there is no memory for a message, it is dropped, and a failed allocation is
 * counted.
 */
void rep_messages_hold(struct rep_messages *m);

/*
 * Send the lines of @m, in their order, to the receiver, the function that rep_set_message_fn()
 * has set, and free them. Afterwards @m is empty.
 */
void rep_messages_say(struct rep_messages *m);
