/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A red-black tree of symbols by start address that reproduces perf's insertions and removals, so
 * that overlapping symbols are found as in perf.
 */
#include "object/elf/sym_tree.h"

#include "base/memory.h"

#include <stdlib.h>

#define NIL SYM_TREE_NIL

bool sym_tree_init(struct sym_tree *t, uint32_t nr)
{
	t->node = mem_alloc(nr, sizeof(*t->node));
	t->root = NIL;
	return t->node;
}

void sym_tree_free(struct sym_tree *t)
{
	free(t->node);
	t->node = NULL;
	t->root = NIL;
}

static bool is_red(const struct sym_tree *t, uint32_t i)
{
	return i != NIL && t->node[i].red;
}

/* Put @new in the position of @old below the parent of @old. */
static void replace_child(struct sym_tree *t, uint32_t old, uint32_t new)
{
	uint32_t up = t->node[old].up;

	if (up == NIL)
		t->root = new;
	else if (t->node[up].left == old)
		t->node[up].left = new;
	else
		t->node[up].right = new;
	if (new != NIL)
		t->node[new].up = up;
}

/*
 * Rotate: the child on the other side takes the position of @i, and @i becomes its child on side
 * @left.
 */
static void rotate_tree_node(struct sym_tree *t, uint32_t i, bool left)
{
	struct sym_tree_node *n = &t->node[i];
	uint32_t c = left ? n->right : n->left;
	uint32_t mid = left ? t->node[c].left : t->node[c].right;

	replace_child(t, i, c);
	if (left) {
		n->right = mid;
		t->node[c].left = i;
	} else {
		n->left = mid;
		t->node[c].right = i;
	}
	if (mid != NIL)
		t->node[mid].up = i;
	n->up = c;
}

static void balance_insert(struct sym_tree *t, uint32_t i)
{
	struct sym_tree_node *n = t->node;

	while (is_red(t, n[i].up)) {
		uint32_t up = n[i].up, grand = n[up].up;
		bool on_left = n[grand].left == up;
		uint32_t uncle = on_left ? n[grand].right : n[grand].left;

		if (is_red(t, uncle)) {
			n[up].red = n[uncle].red = false;
			n[grand].red = true;
			i = grand;
			continue;
		}
		if (i == (on_left ? n[up].right : n[up].left)) {
			rotate_tree_node(t, up, on_left);
			i = up;
			up = n[i].up;
		}
		n[up].red = false;
		n[grand].red = true;
		rotate_tree_node(t, grand, !on_left);
	}
	n[t->root].red = false;
}

void sym_tree_insert(struct sym_tree *t, uint32_t i, uint64_t start)
{
	uint32_t up = NIL, at = t->root;
	bool left = false;

	while (at != NIL) {
		up = at;
		left = start < t->node[at].start;
		at = left ? t->node[at].left : t->node[at].right;
	}
	t->node[i] = (struct sym_tree_node){
		.start = start,
		.left = NIL,
		.right = NIL,
		.up = up,
		.red = true,
	};
	if (up == NIL)
		t->root = i;
	else if (left)
		t->node[up].left = i;
	else
		t->node[up].right = i;
	balance_insert(t, i);
}

/*
 * Balance the tree after a removal: one black node is missing on the path to @i, which is below
 * @up and may be NIL.
 */
static void balance_remove(struct sym_tree *t, uint32_t i, uint32_t up)
{
	struct sym_tree_node *n = t->node;

	while (i != t->root && !is_red(t, i)) {
		bool on_left = n[up].left == i;
		uint32_t sib = on_left ? n[up].right : n[up].left;
		uint32_t near, far;

		if (n[sib].red) {
			n[sib].red = false;
			n[up].red = true;
			rotate_tree_node(t, up, on_left);
			sib = on_left ? n[up].right : n[up].left;
		}
		near = on_left ? n[sib].left : n[sib].right;
		far = on_left ? n[sib].right : n[sib].left;
		if (!is_red(t, near) && !is_red(t, far)) {
			n[sib].red = true;
			i = up;
			up = n[i].up;
			continue;
		}
		if (!is_red(t, far)) {
			n[near].red = false;
			n[sib].red = true;
			rotate_tree_node(t, sib, !on_left);
			far = sib;
			sib = near;
		}
		n[sib].red = n[up].red;
		n[up].red = false;
		n[far].red = false;
		rotate_tree_node(t, up, on_left);
		i = t->root;
	}
	if (i != NIL)
		n[i].red = false;
}

/*
 * Put @next, the first node after @i and without a left child, in the position of @i, with the
 * colour of @i.
 */
static void replace_tree_node(struct sym_tree *t, uint32_t i, uint32_t next)
{
	struct sym_tree_node *n = t->node;

	replace_child(t, i, next);
	n[next].left = n[i].left;
	n[n[next].left].up = next;
	n[next].red = n[i].red;
}

void sym_tree_remove(struct sym_tree *t, uint32_t i)
{
	struct sym_tree_node *n = t->node;
	bool lost_black = !n[i].red;
	uint32_t child, up;

	if (n[i].left == NIL || n[i].right == NIL) {
		child = n[i].left == NIL ? n[i].right : n[i].left;
		up = n[i].up;
		replace_child(t, i, child);
	} else {
		uint32_t next = n[i].right;

		while (n[next].left != NIL)
			next = n[next].left;
		lost_black = !n[next].red;
		child = n[next].right;
		up = n[next].up;
		if (up == i) {
			up = next;
		} else {
			replace_child(t, next, child);
			n[next].right = n[i].right;
			n[n[next].right].up = next;
		}
		replace_tree_node(t, i, next);
	}
	if (lost_black && t->root != NIL)
		balance_remove(t, child, up);
}
