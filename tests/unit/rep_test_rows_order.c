/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile/keys/key_table.h"
#include "profile/rows/rows.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define NR 3000u
#define NR_SYMS 40u
#define NR_TASKS 12u

/* Rows of one event with few distinct values, so that most keys of two rows are equal. */
struct bench {
	struct report_opts opts;
	struct event_rows ev;
	struct report rp;
	const struct rep_key *keys[4];
	struct sym syms[NR_SYMS];
	struct thread_ctx tasks[NR_TASKS];
	struct rep_row row[NR], *rows[NR], *compared[NR];
	uint32_t random;
};

static uint32_t draw(struct bench *b, uint32_t below)
{
	b->random = b->random * 1664525u + 1013904223u;
	return (b->random >> 8) % below;
}

static const char *const sort_names[] = { "main", "read", "read", "write", "a", "_start" };

/* @spread: nameless addresses are so far apart that their comparison is not an order. */
static void draw_row(struct bench *b, uint32_t i, bool spread)
{
	static const char *const dsos[] = { "libc.so", "app", "libc.so", NULL };
	const uint64_t high = spread ? (uint64_t)draw(b, 8) << 61 : draw(b, 2) ? 0 : 0ull - 4096;
	struct rep_row *r = &b->row[i];

	*r = (struct rep_row){ .group = i + 1,
			       .part = i + 1,
			       .who = &b->tasks[draw(b, NR_TASKS)],
			       .dso = dsos[draw(b, 4)],
			       .addr = high + draw(b, 300),
			       .sym = draw(b, 2) ? &b->syms[draw(b, NR_SYMS)] : NULL,
			       .self.period = draw(b, 4),
			       .acc.period = draw(b, 6),
			       .max_depth = draw(b, 5) };
}

static void rows_open(struct bench *b, const char *sort, uint32_t seed, bool spread)
{
	*b = (struct bench){ .random = seed };
	b->rp.opts = &b->opts;
	b->rp.keys = b->keys;
	b->rp.ev = &b->ev;
	b->rp.nr_ev = b->ev.members = 1;
	b->rp.chain.use = true;
	for (const char *k = sort; *k; k += strspn(k, ",")) {
		const size_t len = strcspn(k, ",");

		b->keys[b->rp.nr_keys++] = rep_key_find(k, len, REPORT_NORMAL);
		b->rp.has_dso |= !strncmp(k, "dso", len);
		k += len;
	}
	for (uint32_t i = 0; i < NR_SYMS; i++)
		b->syms[i] = (struct sym){ .start = i / 2 * 64,
					   .end = i / 2 * 64 + 16 * (1 + draw(b, 2)),
					   .name = sort_names[draw(b, 6)] };
	for (uint32_t i = 0; i < NR_TASKS; i++)
		/* the first task has the ids of samples without a thread */
		b->tasks[i] = (struct thread_ctx){ .pid = i ? i / 3 : UINT32_MAX,
						   .tid = i ? i / 2 : UINT32_MAX,
						   .comm_index = i / 4,
						   .comm = sort_names[i / 4],
						   .final_comm = "" };
	for (uint32_t i = 0; i < NR; i++) {
		draw_row(b, i, spread);
		b->rows[i] = b->compared[i] = &b->row[i];
	}
	b->ev.rows = b->compared;
	b->ev.nr = NR;
}

static bool same_order(const struct bench *b)
{
	return !memcmp(b->rows, b->compared, sizeof(b->rows));
}

static void check_sort(const char *sort, bool spread, bool children)
{
	struct bench *b = malloc(sizeof(*b));

	for (uint32_t seed = 1; seed <= 4 && b; seed++) {
		rows_open(b, sort, seed, spread);
		b->rp.children = children;
		b->opts.rows.jobs = seed;
		CHECK(rows_packed_sort(&b->rp, b->rows, NR, ROWS_BY_KEYS));
		rows_compared_sort(&b->rp, b->compared, NR, ROWS_BY_KEYS);
		CHECK(same_order(b));
		if (spread)
			continue;
		CHECK(rows_packed_sort(&b->rp, b->rows, NR, ROWS_PRINTED));
		rows_compared_sort(&b->rp, b->compared, NR, ROWS_PRINTED);
		CHECK(same_order(b));
	}
	free(b);
}

TEST(packed_rows_have_the_order_of_comparisons)
{
	check_sort("overhead,comm,dso,symbol", false, false);
	check_sort("overhead,pid,comm,symbol", false, false);
	check_sort("overhead,symbol", false, false);
	check_sort("overhead_children,overhead,symbol", false, true);
	check_sort("overhead_children,overhead,comm,dso", false, true);
	check_sort("overhead,symbol_size,dso", false, false);
}

TEST(packed_rows_follow_a_comparison_that_is_no_order)
{
	check_sort("overhead,comm,dso,symbol", true, false);
	check_sort("overhead,symbol", true, false);
	check_sort("overhead,dso,symbol,pid", true, false);
}

TEST(rows_without_an_integer_form_are_not_packed)
{
	struct bench *b = malloc(sizeof(*b));

	if (!b)
		return;
	rows_open(b, "overhead,comm,symbol", 1, false);
	b->syms[0].inlined = true;
	b->row[7].sym = &b->syms[0];
	CHECK(!rows_packed_sort(&b->rp, b->rows, NR, ROWS_BY_KEYS));
	CHECK(same_order(b));
	/* Rows of one part with different symbols are equal by their keys alone. */
	rows_open(b, "overhead,comm,symbol", 1, false);
	b->row[7].part = b->row[8].part;
	b->row[7].sym = &b->syms[2];
	b->row[8].sym = &b->syms[9];
	CHECK(!rows_packed_sort(&b->rp, b->rows, NR, ROWS_BY_KEYS));
	free(b);
}

TEST(sums_do_not_keep_rows_from_being_printed_in_threads)
{
	unsigned sums = 0;

	for (const struct rep_key *k = rep_keys; k->name; k++) {
		if (k->scope != KEY_SUM)
			continue;
		sums++;
		CHECK(k->concurrent);
	}
	CHECK(sums > 5);
}
