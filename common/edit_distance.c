/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes the edit distance of two names; "did you mean" suggests the name with the smallest. */
#include "common/edit_distance.h"

static int lesser(int a, int b)
{
	return a < b ? a : b;
}

int pd_edit_distance(const char *a, size_t la, const char *b, size_t lb)
{
	int rows[3][PD_EDIT_LONGEST + 1], *last = rows[0], *row = rows[1], *older = rows[2];

	if (la > PD_EDIT_LONGEST || lb > PD_EDIT_LONGEST)
		return INT_MAX;
	for (size_t j = 0; j <= lb; j++)
		last[j] = (int)j;
	for (size_t i = 1; i <= la; i++) {
		int *done = older;

		row[0] = (int)i;
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
