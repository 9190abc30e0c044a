/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads lines of source files of this machine; used only if an option asks for them. */

#include <stddef.h>
#include <stdint.h>

struct source;

struct sources {
	struct source *all;
	int err; /* 0; -ENOMEM: some lines were not found because memory was exhausted */
};

/*
 * Return: line @line of @path without its line end, @len bytes that live as long as @s. A path
 * that does not begin with a slash is below @dir, which may be NULL. NULL: there is no such file
 * or line, or see err.
 */
const char *sources_line(struct sources *s, const char *dir, const char *path, uint32_t line,
			 size_t *len);
void sources_free(struct sources *s);
