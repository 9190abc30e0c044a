/* SPDX-License-Identifier: BSD-2-Clause */
#include "row_tree.h"

#include <stdlib.h>
#include <string.h>

struct tree_node {
	uint32_t left, right, up; /* index + 1 */
	bool red;
};

struct tree {
	struct tree_node *n; /* 1... */
	uint32_t root;
};

static void tree_rotate(struct tree *t, uint32_t x, bool left)
{
	struct tree_node *n = t->n;
	uint32_t y = left ? n[x].right : n[x].left;
	uint32_t mid = left ? n[y].left : n[y].right;

	if (left)
		n[x].right = mid;
	else
		n[x].left = mid;
	if (mid)
		n[mid].up = x;
	n[y].up = n[x].up;
	if (!n[x].up)
		t->root = y;
	else if (n[n[x].up].left == x)
		n[n[x].up].left = y;
	else
		n[n[x].up].right = y;
	if (left)
		n[y].left = x;
	else
		n[y].right = x;
	n[x].up = y;
}

static void tree_balance(struct tree *t, uint32_t x)
{
	struct tree_node *n = t->n;

	while (n[x].up && n[n[x].up].red) {
		uint32_t p = n[x].up, g = n[p].up;
		bool left = n[g].left == p;
		uint32_t uncle = left ? n[g].right : n[g].left;

		if (uncle && n[uncle].red) {
			n[p].red = n[uncle].red = false;
			n[g].red = true;
			x = g;
			continue;
		}
		if (x == (left ? n[p].right : n[p].left)) {
			tree_rotate(t, p, left);
			x = p;
			p = n[x].up;
		}
		n[p].red = false;
		n[g].red = true;
		tree_rotate(t, g, !left);
	}
	n[t->root].red = false;
}

static void tree_insert(struct tree *t, const struct report *rp, struct rep_row *const *rows, uint32_t x,
			row_before_fn before)
{
	uint32_t at = t->root, up = 0;
	bool left = false;

	while (at) {
		up = at;
		left = before(rp, rows[x - 1], rows[at - 1]);
		at = left ? t->n[at].left : t->n[at].right;
	}
	t->n[x] = (struct tree_node){ .up = up, .red = true };
	if (!up)
		t->root = x;
	else if (left)
		t->n[up].left = x;
	else
		t->n[up].right = x;
	tree_balance(t, x);
}

static uint32_t tree_first(const struct tree *t, uint32_t x)
{
	while (x && t->n[x].left)
		x = t->n[x].left;
	return x;
}

static uint32_t tree_next(const struct tree *t, uint32_t x)
{
	if (t->n[x].right)
		return tree_first(t, t->n[x].right);
	while (t->n[x].up && t->n[t->n[x].up].right == x)
		x = t->n[x].up;
	return t->n[x].up;
}

void row_tree_sort(const struct report *rp, struct rep_row **rows, uint32_t nr, row_before_fn before)
{
	struct tree t = { .n = rep_alloc((size_t)nr + 1, sizeof(struct tree_node)) };
	struct rep_row **sorted = rep_alloc(nr + 1u, sizeof(struct rep_row *));
	uint32_t out = 0;

	for (uint32_t x = 1; x <= nr; x++)
		tree_insert(&t, rp, rows, x, before);
	for (uint32_t x = tree_first(&t, t.root); x; x = tree_next(&t, x))
		sorted[out++] = rows[x - 1];
	if (nr)
		memcpy(rows, sorted, nr * sizeof(struct rep_row *));
	free(t.n);
	free(sorted);
}
