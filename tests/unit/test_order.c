/* SPDX-License-Identifier: BSD-2-Clause */
/* Time order: rounds, late records, ties, and the bounds of time and memory. */

#include "order.h"
#include "test.h"

#include <time.h>

static struct pd_order o;
static struct pd_pool pool;
static uint64_t seq;

static void push(uint64_t time)
{
	struct pdata_record rec = { .time = time, .seq = seq++ };

	CHECK_I(pd_order_push(&o, &rec, NULL), 0);
}

/* The times that are ready are these, ended by 0. */
static void ready(const uint64_t *times)
{
	const struct pd_waiting *w;

	for (; *times; times++) {
		w = pd_order_pop(&o);
		CHECK(w != NULL);
		CHECK_U(w->time, *times);
	}
	CHECK(pd_order_pop(&o) == NULL);
}

#define READY(...) ready((const uint64_t[]){ __VA_ARGS__ })

TEST(the_first_round_makes_nothing_final)
{
	push(3);
	push(1);
	CHECK_I(pd_order_round(&o), 0);
	READY(0);
	push(2);
	push(5);
	CHECK_I(pd_order_round(&o), 0);
	READY(1, 2, 3, 0);
	CHECK_I(pd_order_all(&o), 0);
	READY(5, 0);
	pd_order_free(&o, &pool);
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
	pd_order_all(&o);
	READY(40, 0);
	pd_order_free(&o, &pool);
}

TEST(records_of_the_same_time_keep_their_order)
{
	const struct pd_waiting *w;
	uint64_t last = 0;

	for (unsigned i = 0; i < 1000; i++)
		push(7 + i % 3);
	pd_order_all(&o);
	for (unsigned i = 0; i < 1000; i++) {
		w = pd_order_pop(&o);
		CHECK(w && w->time * 10000 + w->seq >= last);
		last = w->time * 10000 + w->seq;
	}
	READY(0);
	pd_order_free(&o, &pool);
}

TEST(half_of_what_waits_is_the_earlier_half)
{
	for (uint64_t i = 1; i <= 100; i++)
		push(i & 1 ? i : UINT64_MAX - i);
	CHECK_I(pd_order_half(&o), 0);
	for (uint64_t i = 1; i < 100; i += 2)
		CHECK_U(pd_order_pop(&o)->time, i);
	CHECK(pd_order_pop(&o) && !pd_order_pop(&o));
	pd_order_free(&o, &pool);
}

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static unsigned pop_all(void)
{
	unsigned n = 0;

	while (pd_order_pop(&o))
		n++;
	return n;
}

TEST(many_halves_with_one_early_record_each_are_quick)
{
	double begun = seconds();
	unsigned n = 0;

	for (unsigned i = 0; i < 300000; i++)
		push(UINT64_MAX / 2 + i);
	for (unsigned i = 1; i <= 200000; i++) {
		push(1);
		CHECK_I(pd_order_half(&o), 0);
		n += pop_all();
		CHECK(i % 1000 || seconds() - begun < 20);
	}
	CHECK_I(pd_order_all(&o), 0);
	CHECK_U(n + pop_all(), 500000);
	pd_order_free(&o, &pool);
}

TEST(one_record_of_a_far_time_does_not_keep_room_for_all_others)
{
	unsigned n = 0;

	push(UINT64_MAX - 1);
	for (uint64_t i = 1; i <= 200000; i++) {
		push(i);
		if (i % 100)
			continue;
		CHECK_I(pd_order_half(&o), 0);
		n += pop_all();
	}
	CHECK(o.cap <= 2048);
	pd_order_all(&o);
	CHECK_U(n + pop_all(), 200001);
	pd_order_free(&o, &pool);
}

TEST(random_rounds_lose_nothing_and_order_what_they_can)
{
	uint64_t x = 88172645463325252ull, last = 0, pushed = 0, popped = 0;

	for (unsigned round = 0; round < 3000; round++) {
		const struct pd_waiting *w;

		for (unsigned i = 0; i < 40; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			/* Never further back than one round. */
			push(1000 + round * 100 + x % 200);
			pushed++;
		}
		CHECK_I(pd_order_round(&o), 0);
		for (; (w = pd_order_pop(&o)); popped++) {
			CHECK(w->time >= last);
			last = w->time;
		}
	}
	CHECK_I(pd_order_all(&o), 0);
	CHECK_U(popped + pop_all(), pushed);
	pd_order_free(&o, &pool);
}
