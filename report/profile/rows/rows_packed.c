/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts rows by the values of their keys, packed into integers. */
#include "base/jobs.h"
#include "base/memory.h"
#include "base/tree_sort.h"
#include "profile/keys/key_pack.h"
#include "profile/keys/key_table.h"
#include "profile/rows/rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- keys of the order ------------------------------------------------------------------- */

static uint64_t sum_falls(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	return ~rep_key_sum(k, r);
}

static void pack_by(struct key_packing *p, const struct rep_key *k)
{
	if (k->kind->pack)
		k->kind->pack(p, k);
	else
		p->unfit = true;
}

static void add_keys(struct key_packing *p)
{
	const struct report *rp = p->rp;

	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->scope != KEY_SUM)
			pack_by(p, rp->keys[i]);
}

/* Add the keys of the order of printing. Returns true if perf sorts these rows with its tree. */
static bool add_print_keys(struct key_packing *p)
{
	const struct report *rp = p->rp;
	bool tree = false;

	for (uint32_t i = 0; i < rp->nr_keys; i++) {
		const struct rep_key *k = rp->keys[i];

		if (k->scope == KEY_SUM) {
			if (k->acc && !rp->children)
				continue;
			key_pack_number(p, k, sum_falls);
			if (k->acc && rp->chain.use)
				key_pack_depth(p, rp->chain.caller);
			tree |= k->acc;
		} else if (!row_key_hidden(rp, k)) {
			if (k->sort)
				key_pack_symbol_name(p, k);
			else
				pack_by(p, k);
		}
	}
	return tree;
}

/* Add the keys that distinguish rows with equal keys of the order of printing. */
static void add_keys_not_printed(struct key_packing *p)
{
	const struct report *rp = p->rp;

	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->scope != KEY_SUM &&
		    (rp->keys[i]->sort || row_key_hidden(rp, rp->keys[i])))
			pack_by(p, rp->keys[i]);
}

/* ---- merge sort -------------------------------------------------------------------------- */

struct packed_rows {
	const struct key_packing *p;
	uint64_t *cells, *room; /* room: scratch for half of the rows */
	uint32_t half, nr;
};

static inline bool cells_before(const struct key_packing *p, const uint64_t *a, const uint64_t *b,
				uint32_t width)
{
	if (!p->plain)
		return key_packed_before(p, a, b);
	for (uint32_t i = 0; i + 1 < width; i++)
		if (a[i] != b[i])
			return a[i] < b[i];
	return a[width - 1] < b[width - 1];
}

/* Merge the @half sorted rows at @at with those behind them, @nr in total. */
static inline __attribute__((always_inline)) void merge_cells(const struct key_packing *p,
							      uint64_t *at, uint32_t half,
							      uint32_t nr, uint64_t *room,
							      uint32_t width)
{
	const uint64_t *a = room, *a_end = room + (size_t)half * width,
		       *b = at + (size_t)half * width, *b_end = at + (size_t)nr * width;

	memcpy(room, at, (size_t)half * width * sizeof(*at));
	while (a < a_end && b < b_end) {
		const uint64_t **from = cells_before(p, a, b, width) ? &a : &b;

		for (uint32_t i = 0; i < width; i++)
			*at++ = *(*from)++;
	}
	memcpy(at, a, (size_t)(a_end - a) * sizeof(*a));
}

static void merge_packed(const struct key_packing *p, uint64_t *at, uint32_t half, uint32_t nr,
			 uint64_t *room)
{
	switch (p->width) {
	case 1:
		merge_cells(p, at, half, nr, room, 1);
		break;
	case 2:
		merge_cells(p, at, half, nr, room, 2);
		break;
	case 3:
		merge_cells(p, at, half, nr, room, 3);
		break;
	default:
		merge_cells(p, at, half, nr, room, p->width);
		break;
	}
}

/*
 * Split the rows into the same halves as glibc's qsort_r(): if the comparison is not transitive,
 * the result depends on which rows are compared with each other.
 */
static void merge_sort(const struct key_packing *p, uint64_t *at, uint32_t nr, uint64_t *room)
{
	const uint32_t half = nr / 2;

	if (nr < 2)
		return;
	merge_sort(p, at, half, room);
	merge_sort(p, at + (size_t)half * p->width, nr - half, room);
	merge_packed(p, at, half, nr, room);
}

static void sort_half(void *ctx, uint32_t job)
{
	const struct packed_rows *s = ctx;
	const size_t width = s->p->width;

	/* Merging a half needs scratch for half of its rows. */
	merge_sort(s->p, s->cells + (job ? s->half * width : 0), job ? s->nr - s->half : s->half,
		   s->room + (job ? s->half / 2 * width : 0));
}

static bool merge_sort_packed(const struct key_packing *p, uint64_t *cells, uint32_t nr)
{
	struct packed_rows s = { p, cells, NULL, nr / 2, nr };

	s.room = mem_big_alloc((nr / 2u + 1u) * (size_t)p->width, sizeof(*s.room));
	if (!s.room)
		return false;
	rep_run_jobs(rep_nr_threads(p->rp->opts->rows.jobs, nr / PACK_ROWS_EACH), 2, sort_half, &s);
	merge_packed(p, cells, s.half, nr, s.room);
	free(s.room);
	return true;
}

/* ---- perf's tree ------------------------------------------------------------------------- */

static bool packed_before(const void *ctx, uint32_t a, uint32_t b)
{
	const struct packed_rows *s = ctx;
	const size_t width = s->p->width;

	return key_packed_before(s->p, s->cells + a * width, s->cells + b * width);
}

static bool tree_sort_packed(const struct key_packing *p, uint64_t *cells, uint32_t nr,
			     uint32_t *numbers)
{
	struct packed_rows s = { .p = p, .cells = cells, .nr = nr };

	return !tree_sort(numbers, nr, packed_before, &s);
}

/* ---- rows -------------------------------------------------------------------------------- */

/* Return the numbers of the rows in their order, which the caller frees; NULL: no memory. */
static uint32_t *sort_cells(const struct key_packing *p, uint64_t *cells, uint32_t nr, bool tree)
{
	uint32_t *numbers;

	tree = tree && !p->plain;
	if (!tree && !merge_sort_packed(p, cells, nr))
		return NULL;
	numbers = mem_big_alloc(nr, sizeof(*numbers));
	if (numbers && tree && !tree_sort_packed(p, cells, nr, numbers)) {
		free(numbers);
		return NULL;
	}
	for (uint32_t i = 0; numbers && !tree && i < nr; i++)
		numbers[i] = key_packed_row(p, cells + (size_t)i * p->width, nr);
	return numbers;
}

static bool put_in_order(struct rep_row **rows, uint32_t nr, const uint32_t *numbers)
{
	struct rep_row **was = mem_big_alloc(nr, sizeof(struct rep_row *));

	if (!was)
		return false;
	memcpy(was, rows, nr * sizeof(struct rep_row *));
	for (uint32_t i = 0; i < nr; i++)
		rows[i] = was[numbers[i]];
	free(was);
	return true;
}

bool rows_packed_sort(const struct report *rp, struct rep_row **rows, uint32_t nr,
		      enum rows_order order)
{
	struct key_packing p;
	uint32_t *numbers = NULL;
	uint64_t *cells = NULL;
	bool tree = false, ok;

	if (!nr || (order != ROWS_BY_KEYS && rp->ev[rows[0]->event].members > 1))
		return false;
	if (key_pack_init(&p, rp)) {
		p.only_plain = order == ROWS_AT_ONCE;
		if (order == ROWS_BY_KEYS)
			add_keys(&p);
		else
			tree = add_print_keys(&p);
		if (order == ROWS_AT_ONCE)
			add_keys_not_printed(&p);
		cells = key_pack_rows(&p, rows, nr);
	}
	key_pack_free(&p);
	if (cells)
		numbers = sort_cells(&p, cells, nr, tree);
	free(cells);
	ok = numbers && put_in_order(rows, nr, numbers);
	free(numbers);
	return ok;
}
