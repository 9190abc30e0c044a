/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/context.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/radix_sort.h"
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define NR 5000u

static atomic_uint done[NR];

static void count_job(void *ctx, uint32_t job)
{
	atomic_fetch_add((atomic_uint *)ctx, 1);
	atomic_fetch_add(&done[job], 1);
}

TEST(each_job_is_done_once_by_any_number_of_threads)
{
	for (uint32_t threads = 0; threads <= 2 * REP_THREADS_MAX; threads += 3) {
		atomic_uint sum = 0;

		for (uint32_t i = 0; i < NR; i++)
			done[i] = 0;
		rep_run_jobs(threads, NR, count_job, &sum);
		CHECK_U(sum, NR);
		for (uint32_t i = 0; i < NR; i++)
			CHECK_U(done[i], 1);
	}
	rep_run_jobs(4, 0, count_job, NULL);
}

TEST(little_work_is_done_without_threads_unless_they_are_asked_for)
{
	CHECK_U(rep_nr_threads(0, 0), 1);
	CHECK_U(rep_nr_threads(0, 1), 1);
	CHECK_U(rep_nr_threads(3, 0), 3);
	CHECK_U(rep_nr_threads(1, 1000), 1);
	CHECK_U(rep_nr_threads(1000, 0), REP_THREADS_MAX);
}

static char heard[256];

static void hear(void *ctx, const char *line)
{
	size_t n = strlen(heard);

	(void)ctx;
	snprintf(heard + n, sizeof(heard) - n, "%s;", line);
}

static void *say_aside(void *ctx)
{
	rep_messages_hold(ctx);
	rep_err("aside %d", 1);
	rep_err("%s", "");
	rep_messages_hold(NULL);
	return NULL;
}

TEST(lines_that_are_held_back_are_said_when_they_are_wanted)
{
	struct rep_messages m = { .text = NULL };
	pthread_t t;

	rep_set_message_fn(hear, NULL);
	CHECK_I(rep_thread_start(&t, say_aside, &m), 0);
	pthread_join(t, NULL);
	rep_err("first");
	CHECK_S(heard, "first;");
	rep_messages_say(&m);
	CHECK_S(heard, "first;aside 1;;");
	CHECK(!m.text && !m.len);
	rep_messages_say(&m);
	rep_err("last");
	CHECK_S(heard, "first;aside 1;;last;");
}

static void *fail_once(void *arg)
{
	(void)arg;
	mem_count_failure();
	rep_err("no memory");
	return NULL;
}

TEST(messages_and_failures_belong_to_the_context_of_the_thread)
{
	struct rep_context library = { .message = hear }, *former;
	pthread_t t;

	former = rep_context_enter(&library);
	CHECK_I(rep_thread_start(&t, fail_once, NULL), 0);
	pthread_join(t, NULL);
	CHECK_U(mem_failures(), 1);
	CHECK_S(heard, "no memory;");
	rep_context_enter(former);
	CHECK_U(mem_failures(), 0);
	rep_err("dropped: this context has no receiver");
	CHECK_S(heard, "no memory;");
	CHECK_I(pthread_create(&t, NULL, fail_once, NULL), 0);
	pthread_join(t, NULL);
	CHECK_U(mem_failures(), 0);
}

TEST(equal_keys_stay_in_their_order)
{
	static struct radix_item a[3000], spare[3000], *to;
	uint64_t x = 1;

	for (uint32_t i = 0; i < 3000; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		a[i] = (struct radix_item){ x >> 61 | (x >> 33 & 3) << 62, i };
	}
	to = radix_sort(a, spare, 3000);
	for (uint32_t i = 1; i < 3000; i++)
		CHECK(to[i - 1].key < to[i].key ||
		      (to[i - 1].key == to[i].key && to[i - 1].number < to[i].number));
}
