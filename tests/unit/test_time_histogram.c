/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples counted over time: every one is in the slice of its time, in whatever order they come. */
#include "test.h"

#include <pdata/trailer.h>

#define NR_EVENTS 3u

static uint64_t state;

static uint64_t number(void)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return state >> 11;
}

/* How many of @n times of an event lie in a slice. */
static uint64_t count(const uint64_t *times, unsigned n, uint32_t event, uint64_t from,
		      uint64_t width)
{
	uint64_t nr = 0;

	for (unsigned i = 0; i < n; i++)
		nr += i % NR_EVENTS == event && times[i] >= from && times[i] - from < width;
	return nr;
}

static void check_slices(const struct pdata_times *t, const uint64_t *times, unsigned n)
{
	uint64_t sum = 0, first = UINT64_MAX, last = 0;

	for (unsigned i = 0; i < n; i++) {
		first = times[i] < first ? times[i] : first;
		last = times[i] > last ? times[i] : last;
	}
	CHECK_U(t->first, first);
	CHECK_U(t->last, last);
	CHECK_U(t->base, first / t->width);
	CHECK(last / t->width - first / t->width < 10000);
	CHECK(t->width == 1000 || last / (t->width / 10) - first / (t->width / 10) >= 10000);
	for (uint32_t i = 0; i < t->nr; i++) {
		const struct pdata_slice *s = &t->slices[i];

		CHECK(!i || s->slice > s[-1].slice);
		CHECK(s->nr_counts > 0);
		for (uint32_t k = 0; k < s->nr_counts; k++) {
			CHECK_U(s->counts[k].nr_samples,
				count(times, n, s->counts[k].event, (t->base + s->slice) * t->width,
				      t->width));
			sum += s->counts[k].nr_samples;
		}
	}
	CHECK_U(sum, n);
}

static void add_all(struct pdata_slices *s, const uint64_t *times, unsigned n, int backwards)
{
	for (unsigned i = 0; i < n; i++) {
		const unsigned at = backwards ? n - 1 - i : i;

		CHECK_I(pdata_slices_add(s, at % NR_EVENTS, times[at]), 0);
	}
}

/* The times added in both directions give the same slices, and those of a count by hand. */
static void check_times(const uint64_t *times, unsigned n)
{
	struct pdata_slices *s[2];
	struct pdata_times t[2];

	for (int i = 0; i < 2; i++) {
		CHECK_I(pdata_slices_new(&s[i], NR_EVENTS), 0);
		add_all(s[i], times, n, i);
		CHECK_I(pdata_slices_get(s[i], &t[i]), 0);
		check_slices(&t[i], times, n);
	}
	CHECK_U(t[0].nr, t[1].nr);
	CHECK_U(t[0].width, t[1].width);
	for (int i = 0; i < 2; i++)
		pdata_slices_free(s[i]);
}

TEST(samples_are_counted_in_the_slice_of_their_time)
{
	enum { N = 2000 };
	static uint64_t times[N];

	for (uint64_t span = 10; span < (uint64_t)1 << 60; span *= 37) {
		for (unsigned i = 0; i < N; i++)
			times[i] = 1000000 + number() % span;
		check_times(times, N);
	}
}

TEST(time_that_goes_on_or_back_is_counted_alike)
{
	enum { N = 3000 };
	static uint64_t times[N];

	for (unsigned i = 0; i < N; i++)
		times[i] = 5 + i * 700001ull;
	check_times(times, N);
}

TEST(the_ends_of_time_fit)
{
	static const uint64_t times[] = { 1, PDATA_TIME_OFF_CPU - 1, 2, 1000, UINT64_MAX / 2, 3 };

	check_times(times, 6);
}

TEST(samples_without_a_time_or_an_event_are_not_counted)
{
	struct pdata_slices *s;
	struct pdata_times t;

	CHECK_I(pdata_slices_new(&s, 1), 0);
	CHECK_I(pdata_slices_add(s, 0, 0), 0);
	CHECK_I(pdata_slices_add(s, 0, UINT64_MAX), 0);
	CHECK_I(pdata_slices_add(s, 0, PDATA_TIME_OFF_CPU), 0);
	CHECK_I(pdata_slices_add(s, 1, 50), 0);
	CHECK_I(pdata_slices_get(s, &t), 0);
	CHECK_U(t.nr, 0);
	CHECK_U(t.first, 0);
	pdata_slices_free(s);
}

TEST(many_events_have_fewer_slices)
{
	struct pdata_slices *s;
	struct pdata_times t;

	CHECK_I(pdata_slices_new(&s, 100000), 0);
	for (uint32_t i = 0; i < 1000; i++)
		CHECK_I(pdata_slices_add(s, i * 97, 1000 + i * 1000ull), 0);
	CHECK_I(pdata_slices_get(s, &t), 0);
	CHECK(t.nr <= 2);
	pdata_slices_free(s);
}
