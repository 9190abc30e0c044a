/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the name that the user probably meant, for messages about a name that does not exist. */

#include <stddef.h>

struct suggestion {
	const char *word;
	size_t len;
	const char *name; /* the closest name so far; NULL: no name is close enough */
	/*
	 * suggest_try() stores a name in @name if the edit distance between this name and @word is
	 * below this limit
	 */
	int distance;
	char text[64];
};

/*
 * Begin a search for the name closest to the @len characters at @word. The text at @word must stay
 * valid during the search.
 */
struct suggestion suggest_begin(const char *word, size_t len);

/*
 * Compare the word of the search @n with @name, an existing name. @name must stay valid during the
 * search; NULL is ignored. If several names are equally close, the first one is suggested.
 */
void suggest_try(struct suggestion *n, const char *name);

/*
 * Return the text "; did you mean PREFIXNAME?", where PREFIX is @prefix, such as "--", and NAME is
 * the closest name. If no name is close enough, return ";". Behind this text, the caller's message
 * says where all names are listed. The text is valid as long as @n.
 */
const char *suggest_text(struct suggestion *n, const char *prefix);
