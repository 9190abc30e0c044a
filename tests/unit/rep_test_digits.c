/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/digits.h"
#include "base/out_jobs.h"
#include "test.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check_fixed(double v)
{
	char text[REP_FIXED_SIZE], expected[REP_FIXED_SIZE];

	for (unsigned decimals = 0; decimals <= 6; decimals++) {
		snprintf(expected, sizeof(expected), "%.*f", (int)decimals, v);
		CHECK_U(rep_fixed_text(text, v, decimals), strlen(expected));
		CHECK_S(text, expected);
	}
}

TEST(numbers_with_decimals_are_those_of_printf)
{
	uint64_t x = 1;
	double v;

	for (uint32_t i = 0; i <= 100000; i++) {
		check_fixed(i / 1000.0); /* with all ties of two decimals */
		check_fixed(i / 1024.0);
		x = x * 6364136223846793005u + 1442695040888963407u;
		check_fixed(100.0 * (double)(x >> 40) / (double)(1 << 24));
		check_fixed(-(double)(x >> 30) / 7.0);
		memcpy(&v, &x, sizeof(v));
		check_fixed(v);
		check_fixed(nextafter(i / 200.0, 1000.0));
		check_fixed(nextafter(i / 200.0, 0.0));
	}
	check_fixed(-0.0);
	check_fixed(-0.001);
	check_fixed(0.005);
	check_fixed(INFINITY);
	check_fixed(1e308);
}

TEST(cells_are_cut_and_padded_as_by_snprintf)
{
	static const uint64_t numbers[] = { 0, 7, 42, 100, 99999, UINT64_MAX };
	char text[64], expected[64];

	for (size_t size = 0; size < sizeof(text); size += 3)
		for (int width = -30; width <= 30; width += 5)
			for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
				struct rep_cell c = { .buf = text, .size = size };

				memset(text, 'x', sizeof(text));
				memset(expected, 'x', sizeof(expected));
				rep_cell_fit(&c, "name", 4, width);
				rep_cell_dec(&c, numbers[i], width);
				rep_cell_hex(&c, numbers[i], 16);
				CHECK_I(rep_cell_end(&c),
					snprintf(expected, size, "%*s%*llu%016llx", width, "name",
						 width, (unsigned long long)numbers[i],
						 (unsigned long long)numbers[i]));
				CHECK(!memcmp(text, expected, sizeof(text)));
			}
}

#define NR 3000u

/* Texts of many lengths, some of them larger than a buffer of a thread. */
static void put_text(void *ctx, struct out *o, uint32_t worker, uint32_t job)
{
	uint32_t nr = job % 512 == 5 ? 100000 : job % 17;

	CHECK(worker < *(const uint32_t *)ctx);
	for (uint32_t i = 0; i < nr; i++) {
		out_dec(o, job);
		out_str(o, i % 3 ? " " : "\n");
		CHECK(o->cap <= 1u << 18);
	}
}

TEST(text_made_in_threads_is_in_the_order_of_the_jobs)
{
	uint32_t threads = 1;
	struct out one, more;

	out_open(&one, -1);
	for (uint32_t i = 0; i < NR; i++) {
		struct out part;

		out_open(&part, -1);
		put_text(&threads, &part, 0, i % 512 == 5 ? 0 : i);
		for (uint32_t k = 0; i % 512 == 5 && k < 100000; k++) {
			out_dec(&one, i);
			out_str(&one, k % 3 ? " " : "\n");
		}
		out_raw(&one, part.buf, part.len);
		out_close(&part);
	}
	for (threads = 2; threads <= 7; threads += 5) {
		out_open(&more, -1);
		out_run_jobs(&more, threads, NR, put_text, &threads);
		CHECK(!more.err && more.len == one.len && !memcmp(more.buf, one.buf, one.len));
		out_close(&more);
	}
	out_close(&one);
}

static void put_much(void *ctx, struct out *o, uint32_t worker, uint32_t job)
{
	(void)worker;
	(void)job;
	__atomic_fetch_add((uint32_t *)ctx, 1, __ATOMIC_RELAXED);
	out_pad(o, 'x', 100000);
}

TEST(no_text_is_made_after_the_output_failed)
{
	uint32_t done = 0;
	struct out o;

	out_open(&o, -1);
	o.err = EPIPE;
	out_run_jobs(&o, 4, 100000, put_much, &done);
	CHECK(done < 100);
	CHECK_I(out_close(&o), EPIPE);
}
