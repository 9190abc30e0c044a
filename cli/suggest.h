/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the name that the user probably meant, for messages about a name that does not exist. */

#include <stddef.h>

struct suggestion {
	const char *word;
	size_t len;
	const char *name; /* the closest name so far, or NULL */
	int distance;	  /* the next name must have a smaller edit distance than this */
	char text[64];
};

/* Begin a search for the name closest to the @len characters at @word, which the caller keeps. */
struct suggestion suggest_begin(const char *word, size_t len);

/*
 * Compare the word with @name, an existing name that the caller keeps; a @name of NULL is ignored.
 * If several names are equally close, the first one is suggested.
 */
void suggest_try(struct suggestion *n, const char *name);

/*
 * Return "; did you mean PREFIXname?", or ";" if no name is close enough. The caller's message goes
 * on with the place where the names are listed. The text lives as long as @n.
 */
const char *suggest_text(struct suggestion *n, const char *prefix);
