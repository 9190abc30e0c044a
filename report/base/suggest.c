/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 40u /* of names that are compared */

/* Every third character may be wrong, one in any case, but not the only one. */
struct suggestion suggest_begin(const char *word, size_t len)
{
	return (struct suggestion){ .word = word,
				    .len = len,
				    .distance = len < 2	  ? 0
						: len < 6 ? 2
							  : (unsigned)len / 3 + 1 };
}

static unsigned lesser(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Characters left out, put in, changed or exchanged with their neighbour. */
static unsigned pd_edit_distance(const char *a, size_t la, const char *b, size_t lb)
{
	unsigned rows[3][LONGEST + 1], *last = rows[0], *row = rows[1], *older = rows[2];

	for (size_t j = 0; j <= lb; j++)
		last[j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned *done = older;

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			row[j] = lesser(lesser(row[j - 1], last[j]) + 1,
					last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = lesser(row[j], older[j - 2] + 1);
		}
		older = last;
		last = row;
		row = done;
	}
	return last[lb];
}

void suggest_try(struct suggestion *n, const char *name)
{
	const size_t len = name ? strlen(name) : 0;
	unsigned d;

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
