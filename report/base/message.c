/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The receiver of messages, which the program sets.
 */
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static rep_message_fn *message_fn;
static void *message_ctx;

void rep_set_message_fn(rep_message_fn *fn, void *ctx)
{
	message_fn = fn;
	message_ctx = ctx;
}

void rep_err(const char *fmt, ...)
{
	char small[512], *line = NULL;
	va_list ap;
	int n;

	if (!message_fn)
		return;
	va_start(ap, fmt);
	n = vsnprintf(small, sizeof(small), fmt, ap);
	va_end(ap);
	/* Without memory the line is cut: that memory is exhausted is a short line. */
	line = n >= (int)sizeof(small) ? malloc((size_t)n + 1) : NULL;
	if (line) {
		va_start(ap, fmt);
		vsnprintf(line, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	message_fn(message_ctx, line ? line : n >= 0 ? small : fmt);
	free(line);
}
