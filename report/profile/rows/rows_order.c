/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts rows in perf's two orders: by keys, and the order of printing. */
#include "base/memory.h"
#include "base/tree_sort.h"
#include "profile/keys/key_table.h"
#include "profile/rows/rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- order of keys ----------------------------------------------------------------------- */

/*
 * Return a bit (1 << scope) for each scope whose keys are equal in both rows. Rows of one event
 * with equal values of all keys of a scope have equal numbers (group or part). KEY_SUM is always
 * set, because sums do not distinguish rows.
 */
static unsigned equal_scopes(const struct rep_row *a, const struct rep_row *b)
{
	const bool event = a->event == b->event;

	return 1u << KEY_SUM | (unsigned)(event && a->group == b->group) << KEY_THREAD |
	       (unsigned)(event && a->part == b->part) << KEY_LOCATION;
}

int rows_key_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b,
		   uint32_t first, uint32_t end)
{
	const unsigned equal = equal_scopes(a, b);
	int c;

	for (uint32_t i = first; i < end; i++)
		if (!(equal >> rp->keys[i]->scope & 1) && (c = rep_key_cmp(rp, rp->keys[i], a, b)))
			return c;
	return 0;
}

static int key_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	return rows_key_order(rp, a, b, 0, rp->nr_keys);
}

static int compare_row_keys(const void *a, const void *b, void *rp)
{
	return key_order(rp, *(struct rep_row *const *)b, *(struct rep_row *const *)a);
}

/* ---- order of printing ------------------------------------------------------------------- */

static int pair_order(const struct rep_key *k, const struct rep_row *a, const struct rep_row *b,
		      uint32_t position)
{
	const struct rep_row *p = row_pair(a, position), *q = row_pair(b, position);
	uint64_t x = p ? rep_key_sum(k, p) : 0, y = q ? rep_key_sum(k, q) : 0;

	return x > y ? 1 : x < y ? -1 : 0;
}

static int pairs_order(const struct event_rows *ev, const struct rep_key *k,
		       const struct rep_row *a, const struct rep_row *b)
{
	int c = 0;

	for (uint32_t i = 1; i < ev->members && !c; i++)
		c = pair_order(k, a, b, i);
	return c;
}

static int sum_order(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		     const struct rep_row *b)
{
	const struct event_rows *ev = &rp->ev[a->event];
	uint64_t x = rep_key_sum(k, a), y = rep_key_sum(k, b);
	const uint64_t idx = rp->opts->rows.group_sort_idx;
	int c;

	if (idx && idx < ev->members) {
		c = pair_order(k, a, b, (uint32_t)idx);
		return c ? c : pairs_order(ev, k, a, b);
	}
	if (x != y)
		return x > y ? 1 : -1;
	return idx ? 0 : pairs_order(ev, k, a, b);
}

/* With equal sums, rows of one thread are sorted by depth: callers are printed above callees. */
static int acc_order(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		     const struct rep_row *b)
{
	uint64_t x, y;
	int depth;

	if (!rp->children) /* short rows do not have the sums */
		return 0;
	x = rep_key_sum(k, a);
	y = rep_key_sum(k, b);
	if (x != y)
		return x > y ? 1 : -1;
	if (a->who->tid != b->who->tid || a->who->pid != b->who->pid || !rp->chain.use)
		return 0;
	depth = b->max_depth == a->max_depth ? 0 : b->max_depth > a->max_depth ? 1 : -1;
	return rp->chain.caller ? -depth : depth;
}

bool row_key_hidden(const struct report *rp, const struct rep_key *k)
{
	for (uint32_t i = 0; i < rp->nr_cols && rp->elided; i++)
		if (rp->cols[i].key == k)
			return rp->cols[i].elide;
	return false;
}

/* Compare rows in the order of printing: positive if @a is printed before @b. */
static int print_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	const unsigned equal = equal_scopes(a, b);
	int c;

	for (uint32_t i = 0; i < rp->nr_keys; i++) {
		const struct rep_key *k = rp->keys[i];

		if (k->acc)
			c = acc_order(rp, k, a, b);
		else if (k->scope == KEY_SUM)
			c = sum_order(rp, k, a, b);
		else
			c = equal >> k->scope & 1 || row_key_hidden(rp, k)
				    ? 0
				    : rep_key_sort(rp, k, a, b);
		if (c)
			return c;
	}
	return 0;
}

static int by_print(const void *a, const void *b, void *rp)
{
	const struct rep_row *x = *(struct rep_row *const *)a, *y = *(struct rep_row *const *)b;
	int c = print_order(rp, x, y);

	/* Equal rows keep the order they came in, which mark holds. */
	return c ? -c : x->mark < y->mark ? -1 : x->mark > y->mark;
}

/* Rows that are sorted by insertion into a tree, as perf does. */
struct tree_rows {
	const struct report *rp;
	struct rep_row **rows;
};

/* perf inserts a row to the right of an equal one, so equal rows keep their order. */
static bool prints_before(const void *ctx, uint32_t a, uint32_t b)
{
	const struct tree_rows *t = ctx;

	return print_order(t->rp, t->rows[a], t->rows[b]) > 0;
}

static bool keys_before(const void *ctx, uint32_t a, uint32_t b)
{
	const struct tree_rows *t = ctx;

	return key_order(t->rp, t->rows[b], t->rows[a]) < 0;
}

static void row_tree_sort(const struct report *rp, struct rep_row **rows, uint32_t nr,
			  tree_before_fn before)
{
	const struct tree_rows t = { rp, mem_alloc(nr + 1u, sizeof(struct rep_row *)) };
	uint32_t *order = mem_alloc(nr + 1u, sizeof(*order));

	if (t.rows && order) {
		if (nr)
			memcpy(t.rows, rows, nr * sizeof(struct rep_row *));
		if (tree_sort(order, nr, before, &t))
			report_no_memory(rp);
		for (uint32_t i = 0; i < nr; i++)
			rows[i] = t.rows[order[i]];
	} else {
		report_no_memory(rp);
	}
	free(t.rows);
	free(order);
}

static bool has_children_key(const struct report *rp)
{
	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->acc)
			return rp->children;
	return false;
}

void rows_compared_sort(struct report *rp, struct rep_row **rows, uint32_t nr,
			enum rows_order order)
{
	if (!nr)
		return;
	if (order == ROWS_BY_KEYS) {
		qsort_r(rows, nr, sizeof(struct rep_row *), compare_row_keys, rp);
		return;
	}
	for (uint32_t i = 0; i < nr; i++)
		rows[i]->mark = i;
	if (has_children_key(rp))
		row_tree_sort(rp, rows, nr, prints_before);
	else
		qsort_r(rows, nr, sizeof(struct rep_row *), by_print, rp);
}

/* Fewer rows than this are compared by functions: packing would cost more than it saves. */
#define WORTH_PACKING 64u

static void sort_rows(struct report *rp, struct rep_row **rows, uint32_t nr, enum rows_order order)
{
	if (nr < WORTH_PACKING || !rows_packed_sort(rp, rows, nr, order))
		rows_compared_sort(rp, rows, nr, order);
}

void rows_print_order(struct report *rp, struct rep_row **rows, uint32_t nr)
{
	sort_rows(rp, rows, nr, ROWS_PRINTED);
}

bool rows_sort_at_once(const struct report *rp, struct event_rows *ev)
{
	return ev->nr >= WORTH_PACKING && rows_packed_sort(rp, ev->rows, ev->nr, ROWS_AT_ONCE);
}

/* ---- keys without a transitive order ----------------------------------------------------- */

/*
 * perf compares addresses without a symbol by the sign of their difference. This comparison is not
 * transitive if addresses are far apart, as garbage in broken call chains is. With many such
 * addresses, perf's trees lose rows, and perf finds them again when it merges by name. The result
 * depends on every sample, so events with more than this many rows do not follow perf's trees.
 */
#define MAX_WILD 20000u

static bool is_wild(const struct report *rp, const struct event_rows *ev)
{
	/*
	 * Without the key "dso", perf compares the objects of two symbols, but not those of two
	 * addresses without a symbol, so this order is not transitive, either.
	 */
	const bool objects = !rp->has_dso && rep_has_key(rp, "symbol");

	if (ev->nr > MAX_WILD)
		return false;
	for (uint32_t i = 0; i < ev->nr; i++) {
		const struct rep_row *r = ev->rows[i];

		if (r->sym ? r->sym->inlined : objects || r->addr + (1ull << 62) >= 1ull << 63)
			return true;
	}
	return false;
}

static int compare_row_times(const void *a, const void *b)
{
	const struct rep_row *x = *(struct rep_row *const *)a, *y = *(struct rep_row *const *)b;

	return row_before(x, y) ? -1 : row_before(y, x);
}

void rows_key_sort(struct report *rp, struct event_rows *ev)
{
	if (!ev->nr)
		return;
	if (!is_wild(rp, ev)) {
		sort_rows(rp, ev->rows, ev->nr, ROWS_BY_KEYS);
		return;
	}
	qsort(ev->rows, ev->nr, sizeof(struct rep_row *), compare_row_times);
	row_tree_sort(rp, ev->rows, ev->nr, keys_before);
	if (rp->by_name)
		row_tree_sort(rp, ev->rows, ev->nr, keys_before);
}
