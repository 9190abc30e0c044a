/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The name that was probably meant, for messages about one that does not exist. */

#include <stddef.h>

struct suggestion {
	const char *word;
	size_t len;
	const char *name; /* the nearest so far, or NULL */
	int distance;	  /* names that are as far away, or farther, are not taken */
	char text[64];
};

/* A search for what the @len characters of @word, which have to stay, are a slip of. */
struct suggestion suggest_begin(const char *word, size_t len);

/*
 * A name that exists; it has to stay. NULL is none. Of several that are as near, the first is
 * taken.
 */
void suggest_try(struct suggestion *n, const char *name);

/*
 * "; did you mean PREFIXname?", or ";" where no name is near: where they are listed follows. Lives
 * as long as @n.
 */
const char *suggest_text(struct suggestion *n, const char *prefix);
