/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads lines of source files on this machine, for options that print source lines. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source;

struct sources {
	struct source *all;
	/*
	 * Directory on this machine that has the source files. The file of an absolute path is read
	 * at @prefix followed by the path without its first @strip directories. NULL: paths are
	 * used as they are.
	 */
	const char *prefix;
	uint64_t strip;
	int err; /* 0; -ENOMEM: memory was exhausted, so sources_line() did not find some lines */
};

/*
 * Return: the text of line @line, counted from 1, of the source file @path; NULL if the file or
 * the line does not exist, or if memory is exhausted (then @s->err is -ENOMEM). The text has *@len
 * bytes without the newline and is valid until sources_free(). A path that does not begin with a
 * slash is relative to the directory @dir, or to the working directory if @dir is NULL.
 */
const char *sources_line(struct sources *s, const char *dir, const char *path, uint32_t line,
			 size_t *len);

void sources_free(struct sources *s);
