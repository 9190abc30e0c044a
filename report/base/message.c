/* SPDX-License-Identifier: BSD-2-Clause */
/* Sends messages to the receiver that the program sets, or holds them back. */
#include "base/message.h"

#include "base/context.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct rep_messages *held;

void rep_set_message_fn(rep_message_fn *fn, void *ctx)
{
	struct rep_context *c = rep_context_get();

	c->message = fn;
	c->message_ctx = ctx;
}

static void hold_line(struct rep_messages *m, const char *line)
{
	const size_t len = strlen(line) + 1;
	char *text = mem_grow(m->text, m->len + len, 1);

	if (!text)
		return;
	memcpy(text + m->len, line, len);
	m->text = text;
	m->len += len;
}

static void say_line(const char *line)
{
	const struct rep_context *c = rep_context_get();

	if (held)
		hold_line(held, line);
	else if (c->message)
		c->message(c->message_ctx, line);
}

void rep_messages_hold(struct rep_messages *m)
{
	held = m;
}

void rep_messages_say(struct rep_messages *m)
{
	for (size_t at = 0; at < m->len; at += strlen(m->text + at) + 1)
		say_line(m->text + at);
	free(m->text);
	*m = (struct rep_messages){ .text = NULL };
}

void rep_err(const char *fmt, ...)
{
	char small[512], *line = NULL;
	va_list ap;
	int n;

	if (!rep_context_get()->message)
		return;
	va_start(ap, fmt);
	n = vsnprintf(small, sizeof(small), fmt, ap);
	va_end(ap);
	/*
	 * If there is no memory, the line is cut. The message that memory is exhausted is short
	 * enough for "small".
	 */
	line = n >= (int)sizeof(small) ? malloc((size_t)n + 1) : NULL;
	if (line) {
		va_start(ap, fmt);
		vsnprintf(line, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	say_line(line ? line : n >= 0 ? small : fmt);
	free(line);
}
