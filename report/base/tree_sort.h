/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Sorts by insertion into a red-black tree as perf does, which gives perf's order even where the
 * comparison is not transitive. The functions are inline, because calls of the comparison would be
 * a fifth of the time.
 */

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Function that returns whether the item with index @a comes before the item with index @b. */
typedef bool (*tree_before_fn)(const void *ctx, uint32_t a, uint32_t b);

struct tree_node {
	uint32_t left, right, up; /* indexes in tree.n; 0: none */
	bool red;
};

struct tree {
	struct tree_node *n; /* index 0 is not used */
	uint32_t root;
};

static inline void tree_rotate(struct tree *t, uint32_t x, bool left)
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

static inline void tree_balance(struct tree *t, uint32_t x)
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

static inline __attribute__((always_inline)) void tree_insert(struct tree *t, uint32_t x,
							      tree_before_fn before,
							      const void *ctx)
{
	uint32_t at = t->root, up = 0;
	bool left = false;

	while (at) {
		up = at;
		left = before(ctx, x - 1, at - 1);
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

static inline uint32_t tree_first(const struct tree *t, uint32_t x)
{
	while (x && t->n[x].left)
		x = t->n[x].left;
	return x;
}

static inline uint32_t tree_next(const struct tree *t, uint32_t x)
{
	if (t->n[x].right)
		return tree_first(t, t->n[x].right);
	while (t->n[x].up && t->n[t->n[x].up].right == x)
		x = t->n[x].up;
	return t->n[x].up;
}

/*
 * Sort the items with the indexes 0 to @nr - 1 as perf does: insert one item after the other into a
 * red-black tree. Some of perf's comparisons are not transitive; with such a comparison, the order
 * depends on which pairs of items the tree compares. @out gets the indexes of the items in order.
 * Return: 0; -ENOMEM: the items are not sorted, and @out has the indexes 0 to @nr - 1.
 */
static inline __attribute__((always_inline)) int tree_sort(uint32_t *out, uint32_t nr,
							   tree_before_fn before, const void *ctx)
{
	struct tree t = { .n = mem_alloc((size_t)nr + 1, sizeof(struct tree_node)) };

	for (uint32_t x = 0; !t.n && x < nr; x++)
		out[x] = x;
	if (!t.n)
		return -ENOMEM;
	for (uint32_t x = 1; x <= nr; x++)
		tree_insert(&t, x, before, ctx);
	for (uint32_t x = tree_first(&t, t.root); x; x = tree_next(&t, x))
		*out++ = x - 1;
	free(t.n);
	return 0;
}
