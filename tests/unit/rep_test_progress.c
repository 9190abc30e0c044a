/* SPDX-License-Identifier: BSD-2-Clause */
/* How far reading is goes to the function that the options name, and nowhere else. */
#include "base/progress.h"
#include "test.h"

struct told {
	const char *what;
	uint64_t done, size;
	unsigned nr, over;
};

static void note(void *ctx, const char *what, uint64_t done, uint64_t size)
{
	struct told *t = ctx;

	t->nr++;
	t->over += !what;
	CHECK(what ? !t->over : t->nr > 1);
	CHECK(done >= t->done && done <= size);
	t->what = what ? what : t->what;
	t->done = done;
	t->size = size;
}

TEST(progress_is_told_at_the_begin_now_and_then_and_at_the_end)
{
	struct told t = { .nr = 0 };
	const struct progress_receiver to = { .fn = note, .ctx = &t };
	struct progress p;

	progress_begin(&p, &to, "reading maps", 1000000);
	CHECK_U(t.nr, 1);
	CHECK_U(t.done, 0);
	CHECK_S(t.what, "reading maps");
	for (uint64_t off = 0; off < 1000000; off++)
		progress_at(&p, off);
	CHECK(t.nr > 100 && t.nr < 300);
	CHECK(t.done > 990000);
	CHECK_U(t.over, 0);
	progress_end(&p);
	CHECK_U(t.over, 1);
	CHECK_U(t.done, 1000000);
	CHECK_U(t.size, 1000000);
}

TEST(progress_behind_a_size_that_was_wrong_is_the_size)
{
	struct told t = { .nr = 0 };
	const struct progress_receiver to = { .fn = note, .ctx = &t };
	struct progress p;

	progress_begin(&p, &to, "reading", 100);
	progress_at(&p, 5000);
	CHECK_U(t.done, 100);
	progress_end(&p);
	CHECK_U(t.over, 1);
}

TEST(progress_without_a_size_or_a_receiver_is_told_to_nobody)
{
	struct told t = { .nr = 0 };
	const struct progress_receiver to = { .fn = note, .ctx = &t }, none = { .fn = NULL };
	struct progress p;

	progress_begin(&p, &to, "reading", 0);
	progress_at(&p, 10);
	progress_end(&p);
	CHECK_U(t.nr, 0);
	progress_begin(&p, &none, "reading", 100);
	progress_at(&p, 10);
	progress_end(&p);
}
