/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the runs that wait in time order: a heap of those that have not begun, and a tree of those
 * that have.
 */
#include "reader/order.h"

#include <string.h>

/* ---- the heap ------------------------------------------------------------------------------ */

int pd_order_heap_add(struct pd_order *o, struct pd_run *run)
{
	/* A new run has one record, whose time is last_time. */
	const struct pd_run_head head = { run->last_time, run };
	const size_t runs = o->nr_heap + o->nr_tree + 1;
	size_t i = o->nr_heap;

	/*
	 * The tree has twice as many elements as leaves, and the number of leaves is a power of
	 * two: this is enough, so that no later call needs to allocate.
	 */
	if (pd_grow(&o->heap, &o->heap_cap, runs, sizeof(*o->heap)) ||
	    pd_grow(&o->tree, &o->tree_cap, 4 * runs, sizeof(*o->tree)))
		return PDATA_E_NOMEM;
	for (o->nr_heap++; i && pd_order_before(&head, &o->heap[(i - 1) / 2]); i = (i - 1) / 2)
		o->heap[i] = o->heap[(i - 1) / 2];
	o->heap[i] = head;
	return 0;
}

static void heap_remove_first(struct pd_order *o)
{
	const struct pd_run_head last = o->heap[--o->nr_heap];
	struct pd_run_head *h = o->heap;
	size_t i = 0, c;

	while ((c = 2 * i + 1) < o->nr_heap) {
		c += c + 1 < o->nr_heap && pd_order_before(&h[c + 1], &h[c]);
		if (!pd_order_before(&h[c], &last))
			break;
		h[i] = h[c];
		i = c;
	}
	h[i] = last;
}

/* ---- the tree ------------------------------------------------------------------------------ */

static const struct pd_run_head *earlier(const struct pd_run_head *tree, size_t i)
{
	return &tree[2 * i + pd_order_before(&tree[2 * i + 1], &tree[2 * i])];
}

static void tree_resize(struct pd_order *o, size_t leaves)
{
	struct pd_run_head *t = o->tree;

	memmove(&t[leaves], &t[o->leaves], o->nr_tree * sizeof(*t));
	for (size_t i = o->nr_tree; i < leaves; i++)
		t[leaves + i] = (struct pd_run_head){ UINT64_MAX, NULL };
	for (size_t i = leaves - 1; i; i--)
		t[i] = *earlier(t, i);
	o->leaves = leaves;
}

static void set_leaf(struct pd_order *o, size_t leaf, struct pd_run_head head)
{
	size_t i = o->leaves + leaf;

	o->tree[i] = head;
	if (head.run)
		head.run->leaf = (uint32_t)leaf;
	while (i /= 2)
		o->tree[i] = *earlier(o->tree, i);
}

void pd_order_leaf_changed(struct pd_order *o, size_t leaf)
{
	struct pd_run *run = o->tree[o->leaves + leaf].run;

	set_leaf(o, leaf, (struct pd_run_head){ run->w->time, run });
}

void pd_order_begin(struct pd_order *o)
{
	struct pd_run_head head = o->heap[0];

	heap_remove_first(o);
	if (o->nr_tree == o->leaves)
		tree_resize(o, o->leaves ? 2 * o->leaves : 2);
	set_leaf(o, o->nr_tree++, head);
	o->cold |= pd_order_is_cold(head.run->first);
}

void pd_order_leaf_done(struct pd_order *o, size_t leaf)
{
	const size_t last = --o->nr_tree;

	if (leaf != last)
		set_leaf(o, leaf, o->tree[o->leaves + last]);
	set_leaf(o, last, (struct pd_run_head){ UINT64_MAX, NULL });
	if (o->leaves > 2 && o->nr_tree <= o->leaves / 4)
		tree_resize(o, o->leaves / 2);
}
