/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the known name closest to a misspelt one by edit distance, for "Did you mean ...?" in
 * messages.
 */
#include "cli/suggest.h"

#include "common/edit_distance.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 40u /* longer names are not compared */

/*
 * A third of the characters may be wrong, rounded down. In words of two to five characters one may
 * be wrong; a word of one character gets no suggestion.
 */
struct suggestion suggest_begin(const char *word, size_t len)
{
	return (struct suggestion){ .word = word,
				    .len = len,
				    .distance = len < 2	  ? 0
						: len < 6 ? 2
							  : (int)len / 3 + 1 };
}

void suggest_try(struct suggestion *n, const char *name)
{
	const size_t len = name ? strlen(name) : 0;
	int d;

	if (!len || len > LONGEST || n->len > LONGEST)
		return;
	d = pd_edit_distance(n->word, n->len, name, len);
	if (d >= n->distance)
		return;
	n->distance = d;
	n->name = name;
}

const char *suggest_text(struct suggestion *n, const char *prefix)
{
	if (!n->name)
		return ";";
	snprintf(n->text, sizeof(n->text), "; did you mean %s%s?", prefix, n->name);
	return n->text;
}
