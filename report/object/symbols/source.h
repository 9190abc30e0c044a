/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Lines of source files, as they are on this machine: only where they were asked for. */

#include <stddef.h>
#include <stdint.h>

struct source;

struct sources {
	struct source *all;
	int err; /* 0, or -ENOMEM: some lines were not found for want of memory */
};

/*
 * Line @line of @path, which is below @dir (or NULL) unless it begins with a slash, without its
 * end; @len bytes that last as long as @s. NULL: there is no such file or line, or see err.
 */
const char *sources_line(struct sources *s, const char *dir, const char *path, uint32_t line,
			 size_t *len);
void sources_free(struct sources *s);
