/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads lines of source files on this machine, for options that print source lines. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source;

struct sources {
	struct source *all;
	int err; /* 0; -ENOMEM: memory was exhausted, so some lines were not found */
};

/*
 * Return: line @line of the file @path, *@len bytes without the newline, which live as long as @s.
 * A path that does not begin with a slash is relative to @dir; @dir NULL: to the working directory.
 * NULL: the file or the line does not exist, or memory is exhausted (@s->err).
 */
const char *sources_line(struct sources *s, const char *dir, const char *path, uint32_t line,
			 size_t *len);

void sources_free(struct sources *s);
