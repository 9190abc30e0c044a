/* SPDX-License-Identifier: BSD-2-Clause */
/* Heads of samples that are kept. */
#include "session/sample_cache.h"
#include "test.h"

#include <string.h>

#define HEADS 30000u

static const struct pdata_event events[2] = { { .index = 0 }, { .index = 1 } };

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return *state >> 17;
}

/* Mostly as samples follow one another, with leaps of every size and in both directions. */
static struct pdata_sample_head make_head(uint64_t i)
{
	static const uint64_t far[] = { 0,	    1,		0xffff,	    0x10000,   1ull << 24,
					1ull << 32, 1ull << 47, 1ull << 63, UINT64_MAX };
	uint64_t state = i * 77;
	uint64_t r = next_random(&state);
	struct pdata_sample_head s = { .event = &events[r % 7 == 0],
				       .seq = i + i / 100,
				       .ip = 0x401000 + r % 512,
				       .time = 5000000 + i * 700 - r % 4096,
				       .period = 4,
				       .pid = 9,
				       .tid = 9,
				       .misc = 2 };

	if (i % 10 == 3) {
		s.ip = far[r % 9];
		s.misc = 1;
	}
	if (i % 50 == 7)
		s.time = far[r % 9];
	if (i % 60 == 8)
		s.period = far[r % 9];
	if (i % 20 > 15) /* new threads, and from time to time a thread of many */
		s.tid = (uint32_t)(i % 4 ? r : r % 1500);
	if (i % 3)
		s.pid = s.tid;
	return s;
}

static void check_head(const struct pdata_sample_head *is, const struct pdata_sample_head *want)
{
	CHECK(is->event == want->event);
	CHECK_U(is->seq, want->seq);
	CHECK_U(is->ip, want->ip);
	CHECK_U(is->time, want->time);
	CHECK_U(is->period, want->period);
	CHECK_U(is->pid, want->pid);
	CHECK_U(is->tid, want->tid);
	CHECK_U(is->misc, want->misc);
}

TEST(heads_come_out_as_they_were_kept)
{
	struct sample_cache *k = sample_cache_new();
	struct pdata_sample_head s[5];
	struct sample_cache_reader r;
	uint64_t out = 0;
	uint32_t n;

	for (uint64_t i = 0; i < HEADS; i++) {
		s[0] = make_head(i);
		sample_cache_add(k, s, 1, 100);
	}
	CHECK(!k->dropped && k->nr > 2);
	for (uint32_t b = 0; b < k->nr; b++) {
		sample_cache_begin(k, b, &r);
		while ((n = sample_cache_next(&r, s, 5)))
			for (uint32_t i = 0; i < n; i++, out++) {
				struct pdata_sample_head want = make_head(out);

				check_head(&s[i], &want);
			}
	}
	CHECK_U(out, HEADS);
	sample_cache_free(k);
}

/* Return: whether heads of records of @size are kept to the end. */
static bool are_kept(uint64_t nr, uint64_t size, bool compressed)
{
	struct sample_cache *k = sample_cache_new();
	bool kept;

	k->compressed = compressed;
	for (uint64_t i = 0; i < nr; i++) {
		struct pdata_sample_head s = make_head(i);

		sample_cache_add(k, &s, 1, size);
	}
	kept = !k->dropped;
	CHECK(kept || !k->nr);
	sample_cache_free(k);
	return kept;
}

TEST(heads_of_short_records_are_kept_only_where_those_are_compressed)
{
	CHECK(!are_kept(HEADS, 48, false));
	CHECK(are_kept(HEADS, 48, true));
	CHECK(are_kept(HEADS, 120, false));
	/* The memory for them has a limit. */
	CHECK(!are_kept(12000000, 120, true));
}
