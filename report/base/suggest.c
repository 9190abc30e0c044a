/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 40u /* of names that are compared */

/* Every third character may be wrong, one in any case, but not the only one. */
struct near near_to(const char *word, size_t len)
{
	return (struct near){ .word = word,
			      .len = len,
			      .distance = len < 2   ? 0
					  : len < 6 ? 2
						    : (unsigned)len / 3 + 1 };
}

static unsigned min(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Characters left out, put in, changed or exchanged with their neighbour. */
static unsigned distance(const char *a, size_t la, const char *b, size_t lb)
{
	unsigned rows[3][LONGEST + 1], *last = rows[0], *row = rows[1], *older = rows[2];

	for (size_t j = 0; j <= lb; j++)
		last[j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned *done = older;

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			row[j] = min(min(row[j - 1], last[j]) + 1,
				     last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = min(row[j], older[j - 2] + 1);
		}
		older = last;
		last = row;
		row = done;
	}
	return last[lb];
}

void near_try(struct near *n, const char *name)
{
	const size_t len = name ? strlen(name) : 0;
	unsigned d;

	if (!len || len > LONGEST || n->len > LONGEST)
		return;
	d = distance(n->word, n->len, name, len);
	if (d >= n->distance)
		return;
	n->distance = d;
	n->name = name;
}

const char *near_text(struct near *n, const char *prefix)
{
	if (!n->name)
		return ";";
	snprintf(n->text, sizeof(n->text), "; did you mean %s%s?", prefix, n->name);
	return n->text;
}
