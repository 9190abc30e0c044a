/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/interner.h"
#include "base/tree_sort.h"
#include "profile/keys/key_kinds.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_names.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

TEST(an_interner_adopts_strings_with_their_ids)
{
	static const char text[] = "chain";
	struct interner b = { .nr = 0 };

	CHECK_U(interner_adopt(&b, 2, text, 5), 2);
	CHECK_U(interner_adopt(&b, 5000, text + 1, 4), 5000);
	CHECK_U(interner_adopt(&b, 2, text, 5), 2);
	CHECK_U(b.nr, 5001);
	CHECK(b.all[2].data == (const uint8_t *)text && b.all[2].len == 5);
	CHECK(b.all[5000].data == (const uint8_t *)text + 1 && b.all[5000].len == 4);
	CHECK(!b.all[1].data && !b.all[0].len && !b.all[4999].data);
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

TEST(each_key_has_a_kind_and_the_value_that_its_kind_needs)
{
	for (const struct rep_key *k = rep_keys; k->name; k++) {
		CHECK(k->header);
		CHECK((k->scope == KEY_SUM) == !k->kind);
		if (k->kind == &key_number)
			CHECK(k->number);
		if (k->kind == &key_text || k->kind == &key_task || k->kind == &key_comm)
			CHECK(k->text);
		if (k->kind && !k->print)
			CHECK(k->kind->print);
		if (k->kind && (k->print ? k->print : k->kind->print) == key_print_value)
			CHECK(k->text || k->number);
	}
}

/* @h: a struct of zeros, of which interner_free() frees the extras. */
static void set_extras(struct hists *h, const struct hist_extra *a, const struct hist_extra *b)
{
	CHECK_U(interner_adopt(&h->extras, 1, a, sizeof(*a)), 1);
	CHECK_U(interner_adopt(&h->extras, 2, b, sizeof(*b)), 2);
}

static int order_by(const char *name, enum report_mode mode, const struct hist_extra *a,
		    const struct hist_extra *b)
{
	struct hists h = { .nr_entries = 0 };
	const struct report rp = { .p_stages = true, .tall = true, .hist = &h };
	const struct rep_row x = { .extra = 1 }, y = { .extra = 2 };
	int order;

	set_extras(&h, a, b);
	order = rep_key_cmp(&rp, rep_key_find(name, strlen(name), mode), &x, &y);
	interner_free(&h.extras);
	return order;
}

TEST(numbers_rise_fall_or_wrap_as_their_rows_say)
{
	const struct hist_extra low = { .cpu = -1,
					.weight = 1,
					.ins_lat = 1,
					.phys_addr = 1,
					.transaction = 1 },
				high = { .cpu = 2,
					 .weight = 2,
					 .ins_lat = UINT32_MAX,
					 .phys_addr = UINT64_MAX,
					 .transaction = UINT64_MAX };

	CHECK_I(order_by("cpu", REPORT_MEM, &low, &high), 1);
	CHECK_I(order_by("cpu", REPORT_MEM, &high, &low), -1);
	CHECK_I(order_by("cpu", REPORT_MEM, &low, &low), 0);
	CHECK_I(order_by("weight", REPORT_MEM, &low, &high), -1);
	CHECK_I(order_by("weight", REPORT_MEM, &high, &low), 1);
	CHECK_I(order_by("ins_lat", REPORT_MEM, &low, &high), -1); /* of 32 bits, without a sign */
	CHECK_I(order_by("transaction", REPORT_MEM, &low, &high), 1); /* of 64 bits, with one */
	CHECK_I(order_by("phys_daddr", REPORT_MEM, &low, &high),
		-1); /* UINT64_MAX stands just below 0 */
	CHECK_I(order_by("phys_daddr", REPORT_MEM, &high, &low), 1);
}

TEST(flags_of_branches_only_differ)
{
	const struct hist_extra none = { .branch_flags = 0 }, in_tx = { .branch_flags = 4 };

	CHECK_I(order_by("in_tx", REPORT_BRANCH, &none, &in_tx), 1);
	CHECK_I(order_by("in_tx", REPORT_BRANCH, &in_tx, &none), 1);
	CHECK_I(order_by("abort", REPORT_BRANCH, &none, &in_tx), 0);
}

static const char *cell(const char *name, unsigned width, struct hists *h, const struct rep_row *r)
{
	static char buf[64];
	const struct report_opts opts = { .show.ns = false };
	const struct report rp = { .opts = &opts, .tall = true, .hist = h };
	const struct rep_key *k = rep_key_find(name, strlen(name), REPORT_NORMAL);
	const int len = rep_key_text(&rp, k, r, buf, sizeof(buf), width);

	return len == (int)strlen(buf) ? buf : "not as long as it says";
}

TEST(columns_are_padded_and_cut_as_their_rows_say)
{
	const struct thread_ctx who = { .pid = 7, .tid = 8, .comm = "work", .final_comm = "worker" };
	const struct hist_extra extra = { .cpu = 3,
					  .weight = 5,
					  .ins_lat = UINT32_MAX,
					  .time = 1234567890,
					  .parallelism = 6,
					  .code_page_size = 4096 };
	const struct rep_row r = { .who = &who, .extra = 1, .self = { .nr = 3 } };
	struct hists h = { .nr_entries = 0 };

	set_extras(&h, &extra, &extra);
	CHECK_S(cell("comm", 6, &h, &r), "work  ");
	CHECK_S(cell("comm", 2, &h, &r), "wo");
	CHECK_S(cell("pid", 12, &h, &r), "      8:work");
	CHECK_S(cell("dso", 11, &h, &r), "[unknown]  ");
	CHECK_S(cell("cpu", 3, &h, &r), "003");
	CHECK_S(cell("local_weight", 3, &h, &r), "5  ");
	CHECK_S(cell("weight", 3, &h, &r), "15 ");
	CHECK_S(cell("ins_lat", 1, &h, &r), "4294967293"); /* times 3, in 32 bits, and not cut */
	CHECK_S(cell("time", 6, &h, &r), "1.2345");
	CHECK_S(cell("parallelism", 3, &h, &r), "  6");
	CHECK_S(cell("code_page_size", 4, &h, &r), "4K  ");
	CHECK_S(cell("symbol_size", 9, &h, &r), "  unknown");
	CHECK_S(cell("cgroup", 9, &h, &r), "N/A");
	interner_free(&h.extras);
}

TEST(a_sum_is_the_member_that_its_row_names)
{
	struct row_more more = { .latency = 11,
				 .acc_latency = 12,
				 .weight = { 13, 14, 15 },
				 .sys = 3,
				 .us = 4,
				 .guest_sys = 6,
				 .guest_us = 7 };
	const struct rep_row r = { .self = { .nr = 1, .period = 2 },
				   .acc = { .period = 5 },
				   .more = &more },
			     without = { .self = { .nr = 1 } };
	static const struct {
		const char *name;
		uint64_t sum;
	} sums[] = { { "sample", 1 },
		     { "overhead", 2 },
		     { "period", 2 },
		     { "overhead_sys", 3 },
		     { "overhead_us", 4 },
		     { "overhead_children", 5 },
		     { "overhead_guest_sys", 6 },
		     { "overhead_guest_us", 7 },
		     { "latency", 11 },
		     { "latency_children", 12 },
		     { "weight1", 13 },
		     { "weight3", 15 } };

	for (size_t i = 0; i < sizeof(sums) / sizeof(*sums); i++)
		CHECK_U(rep_key_sum(rep_key_find(sums[i].name, strlen(sums[i].name), REPORT_NORMAL),
				    &r),
			sums[i].sum);
	CHECK_U(rep_key_sum(rep_key_find("weight2", 7, REPORT_NORMAL), &without), 0);
}
