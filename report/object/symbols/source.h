/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads lines of source files of this machine; used only if an option asks for them. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source;
struct source_dir;

struct sources {
	struct source *all;
	int err; /* 0; -ENOMEM: some lines were not found because memory was exhausted */
	/* Read only files below this directory, see source_dir_read(); NULL: all files. */
	const struct source_dir *below;
};

/* A source file. */
struct source_text {
	const char *text; /* NULL: there is no such file, or see sources.err */
	size_t len;
	int64_t mtime;	  /* seconds since 1970; only of files below a directory */
	const char *path; /* as it was asked for, or below the directory */
};

/*
 * Return: line @line of @path without its line end, @len bytes that live as long as @s. A path
 * that does not begin with a slash is below @dir, which may be NULL. NULL: there is no such file
 * or line, or see err.
 */
const char *sources_line(struct sources *s, const char *dir, const char *path, uint32_t line,
			 size_t *len);

/* Return: the file in which sources_line() looks for @path; it lives as long as @s. */
const struct source_text *sources_file(struct sources *s, const char *dir, const char *path);
void sources_free(struct sources *s);
