/* SPDX-License-Identifier: BSD-2-Clause */
/* Time order: rounds, late records, ties, and the bounds of time and memory. */

#include "reader/order.h"
#include "test.h"

static struct pd_pool pool;
static struct pd_order o = { .pool = &pool };
static uint64_t seq;

static void push(uint64_t time)
{
	static uint8_t record[8];
	static struct pd_block block = { .refs = 1, .data = record };
	struct pdata_record rec = { .time = time, .seq = seq++, .data = record };

	CHECK_I(pd_order_push(&o, &rec, &block, false), 0);
}

/* The times that are ready are these, ended by 0. */
static void ready(const uint64_t *times)
{
	struct pdata_record rec;

	for (; *times; times++) {
		CHECK(pd_order_pop(&o, &rec));
		CHECK_U(rec.time, *times);
	}
	CHECK(!pd_order_pop(&o, &rec));
}

#define READY(...) ready((const uint64_t[]){ __VA_ARGS__ })

TEST(the_first_round_makes_nothing_final)
{
	push(3);
	push(1);
	pd_order_round(&o);
	READY(0);
	push(2);
	push(5);
	pd_order_round(&o);
	READY(1, 2, 3, 0);
	pd_order_flush_all(&o);
	READY(5, 0);
	pd_order_free(&o);
	o.pool = &pool;
}

TEST(a_record_two_rounds_late_comes_as_soon_as_it_can)
{
	push(10);
	pd_order_round(&o);
	push(20);
	pd_order_round(&o);
	READY(10, 0);
	push(30);
	pd_order_round(&o);
	READY(20, 0);
	push(5);
	push(40);
	pd_order_round(&o);
	READY(5, 30, 0);
	pd_order_flush_all(&o);
	READY(40, 0);
	pd_order_free(&o);
	o.pool = &pool;
}

TEST(records_of_the_same_time_keep_their_order)
{
	struct pdata_record rec;
	uint64_t last = 0;

	for (unsigned i = 0; i < 1000; i++)
		push(7 + i % 3);
	pd_order_flush_all(&o);
	for (unsigned i = 0; i < 1000; i++) {
		CHECK(pd_order_pop(&o, &rec));
		CHECK(rec.time * 10000 + rec.seq >= last);
		last = rec.time * 10000 + rec.seq;
	}
	READY(0);
	pd_order_free(&o);
	o.pool = &pool;
}

TEST(half_of_what_waits_is_the_earlier_half)
{
	struct pdata_record rec;

	for (uint64_t i = 1; i <= 100; i++)
		push(i & 1 ? i : UINT64_MAX - i);
	pd_order_flush_half(&o);
	for (uint64_t i = 1; i < 100; i += 2) {
		CHECK(pd_order_pop(&o, &rec));
		CHECK_U(rec.time, i);
	}
	CHECK(pd_order_pop(&o, &rec) && !pd_order_pop(&o, &rec));
	pd_order_free(&o);
	o.pool = &pool;
}

static unsigned pop_all(void)
{
	struct pdata_record rec;
	unsigned n = 0;

	while (pd_order_pop(&o, &rec))
		n++;
	return n;
}

TEST(many_halves_with_one_early_record_each_are_quick)
{
	double begun = test_cpu_seconds();
	unsigned n = 0;

	for (unsigned i = 0; i < 300000; i++)
		push(UINT64_MAX / 2 + i);
	for (unsigned i = 1; i <= 200000; i++) {
		push(1);
		pd_order_flush_half(&o);
		n += pop_all();
		CHECK(i % 1000 || test_cpu_seconds() - begun < 20);
	}
	pd_order_flush_all(&o);
	CHECK_U(n + pop_all(), 500000);
	pd_order_free(&o);
	o.pool = &pool;
}

TEST(one_record_of_a_far_time_does_not_keep_room_for_all_others)
{
	unsigned n = 0;

	push(UINT64_MAX - 1);
	for (uint64_t i = 1; i <= 200000; i++) {
		push(i);
		if (i % 100)
			continue;
		pd_order_flush_half(&o);
		n += pop_all();
	}
	CHECK(o.bytes <= 64 << 10);
	pd_order_flush_all(&o);
	CHECK_U(n + pop_all(), 200001);
	pd_order_free(&o);
	o.pool = &pool;
}

TEST(random_rounds_lose_nothing_and_order_what_they_can)
{
	uint64_t x = 88172645463325252ull, last = 0, pushed = 0, popped = 0;

	for (unsigned round = 0; round < 3000; round++) {
		struct pdata_record rec;

		for (unsigned i = 0; i < 40; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			/* Never further back than one round. */
			push(1000 + round * 100 + x % 200);
			pushed++;
		}
		pd_order_round(&o);
		for (; pd_order_pop(&o, &rec); popped++) {
			CHECK(rec.time >= last);
			last = rec.time;
		}
	}
	pd_order_flush_all(&o);
	CHECK_U(popped + pop_all(), pushed);
	pd_order_free(&o);
	o.pool = &pool;
}

/* Each ring's times ascend; rings are drained one after the other, and some of them are not in some rounds. */
static void merge_rings(unsigned rings)
{
	uint64_t x = 88172645463325252ull + rings, pushed = 0, popped = 0, last = 0, last_seq = 0;
	struct pdata_record rec;

	for (unsigned round = 0; round < 60; round++) {
		for (unsigned ring = 0; ring < rings; ring++) {
			uint64_t time = 1000 + round * 1000;

			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			/* Few steps are so long that a ring's times end before the others'; many times are the same. */
			for (unsigned i = 0, n = x % 7 ? (x >> 8) % 300 : 0; i < n; i++, pushed++) {
				push(time);
				time += x >> (i % 50) & 3;
			}
		}
		pd_order_round(&o);
		for (; pd_order_pop(&o, &rec); popped++) {
			CHECK(rec.time > last || (rec.time == last && rec.seq > last_seq));
			last = rec.time;
			last_seq = rec.seq;
		}
	}
	pd_order_flush_all(&o);
	CHECK_U(popped + pop_all(), pushed);
	CHECK_U(o.bytes, 0);
	pd_order_free(&o);
	o.pool = &pool;
}

TEST(any_number_of_rings_is_merged_by_time_and_place)
{
	static const unsigned rings[] = { 1, 2, 3, 4, 5, 8, 9, 17, 64, 200 };

	for (unsigned i = 0; i < sizeof(rings) / sizeof(rings[0]); i++)
		merge_rings(rings[i]);
}
