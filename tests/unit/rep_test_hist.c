/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/interner.h"
#include "base/tree_sort.h"
#include "profile/keys/key_table.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>

TEST(equal_bytes_have_one_number)
{
	struct interner b = { 0 };
	uint32_t first, other;

	first = interner_add(&b, "chain", 5);
	other = interner_add(&b, "chair", 5);
	CHECK(first && other && first != other);
	CHECK_U(interner_add(&b, "chain", 5), first);
	CHECK(interner_add(&b, "chain", 4) != first);
	CHECK_M(b.all[first].data, "chain", 5);
	interner_free(&b);
}

TEST(numbers_survive_growth)
{
	struct interner b = { 0 };
	uint32_t n[20000];

	for (uint64_t i = 0; i < 20000; i++)
		n[i] = interner_add(&b, &i, sizeof(i));
	for (uint64_t i = 0; i < 20000; i++) {
		CHECK_U(interner_add(&b, &i, sizeof(i)), n[i]);
		CHECK_M(b.all[n[i]].data, &i, sizeof(i));
	}
	CHECK_U(b.nr, 20001);
	interner_free(&b);
}

TEST(a_string_longer_than_a_block_is_kept)
{
	static const uint8_t big[3 << 20];
	struct interner b = { 0 };
	uint32_t n = interner_add(&b, big, sizeof(big));

	CHECK_U(b.all[n].len, sizeof(big));
	CHECK_U(interner_add(&b, big, sizeof(big)), n);
	CHECK(interner_add(&b, big, 0) != n);
	interner_free(&b);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static void limit_memory(rlim_t bytes)
{
	CHECK_I(setrlimit(RLIMIT_AS, &(struct rlimit){ bytes, RLIM_INFINITY }), 0);
}

TEST(an_interner_without_memory_gives_number_0_and_keeps_the_error)
{
	struct interner b = { 0 }, empty = { 0 };
	const uint32_t first = interner_add(&b, "chain", 5);
	uint32_t n;

	limit_memory(1 << 20);
	n = interner_put(&b, "", 1u << 31, 7);
	CHECK_U(interner_put(&empty, "", 1u << 31, 7), 0);
	CHECK_U(interner_add(&b, "chain", 5), 0);
	limit_memory(RLIM_INFINITY);
	CHECK_U(n, 0);
	CHECK_I(b.err, -ENOMEM);
	CHECK_U(b.all[n].len, 0);
	CHECK_M(b.all[first].data, "chain", 5);
	CHECK_I(empty.err, -ENOMEM);
	CHECK_U(empty.all[0].len, 0);
	interner_free(&b);
	interner_free(&empty);
	CHECK_I(b.err, 0);
}

static bool before_never(const void *ctx, uint32_t a, uint32_t b)
{
	(void)ctx;
	(void)a;
	(void)b;
	return false;
}

TEST(a_tree_sort_without_memory_says_so_and_leaves_all_items)
{
	const uint32_t nr = 1u << 20;
	uint32_t *out = calloc(nr, sizeof(*out));

	CHECK(out);
	limit_memory(1 << 20);
	CHECK_I(tree_sort(out, nr, before_never, NULL), -ENOMEM);
	limit_memory(RLIM_INFINITY);
	CHECK_U(out[0], 0);
	CHECK_U(out[nr - 1], nr - 1);
	free(out);
}
#endif

TEST(keys_are_found_by_abbreviation_in_the_table_s_order)
{
	CHECK_S(rep_key_find("sym", 3, false)->name, "symbol");
	CHECK_S(rep_key_find("s", 1, false)->name, "symbol");
	CHECK_S(rep_key_find("sample", 6, false)->name, "sample");
	CHECK_S(rep_key_find("overhead", 8, false)->name, "overhead");
	CHECK_S(rep_key_find("COMM", 4, false)->name, "comm");
	CHECK(!rep_key_find("symbols", 7, false));
	CHECK(!rep_key_find("dso_from", 8, false));
	CHECK_S(rep_key_find("dso_from", 8, true)->name, "dso_from");
}

TEST(names_order_rows_and_equal_rows_compare_as_one)
{
	const struct rep_key *comm = rep_key_find("comm", 4, false),
			     *sym = rep_key_find("symbol", 6, false);
	struct thread_ctx a = { .comm = "a", .comm_index = 1 },
			  b = { .comm = "b", .comm_index = 2 };
	struct sym f = { .start = 16, .end = 32, .name = "f" },
		   g = { .start = 48, .end = 64, .name = "e" };
	struct rep_row x = { .who = &a, .sym = &f }, y = { .who = &b, .sym = &g },
		       none = { .who = &a, .addr = 7 };
	struct report rp = { .has_dso = true };

	CHECK(rep_key_cmp(&rp, comm, &x, &y) > 0 && rep_key_cmp(&rp, comm, &y, &x) < 0);
	CHECK_I(rep_key_cmp(&rp, comm, &x, &none), 0);
	CHECK(rep_key_cmp(&rp, sym, &x, &y) > 0);  /* by address */
	CHECK(rep_key_sort(&rp, sym, &x, &y) < 0); /* by name */
	CHECK(rep_key_cmp(&rp, sym, &none, &x) < 0 && rep_key_cmp(&rp, sym, &x, &none) > 0);
	CHECK_I(rep_key_cmp(&rp, sym, &none, &none), 0);
}
