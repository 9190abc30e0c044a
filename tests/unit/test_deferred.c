/* SPDX-License-Identifier: BSD-2-Clause */
/* Call chains whose user part comes later. */

#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <pdata/deferred.h>

#define MARK PDATA_CONTEXT_USER_DEFERRED

static void put_words(struct t_file *f, const uint64_t *words, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		t_put64(f, words[i]);
}

/* A SAMPLE of TID and CALLCHAIN. */
static void put_sample(struct t_file *f, uint32_t tid, const uint64_t *ips, unsigned nr)
{
	size_t at = t_raw(f, PDATA_RECORD_SAMPLE, NULL, 0);

	t_put32(f, 1);
	t_put32(f, tid);
	t_put64(f, nr);
	put_words(f, ips, nr);
	t_set16(f, at + 6, (uint16_t)(f->len - at));
}

static void put_deferred(struct t_file *f, uint32_t tid, uint64_t cookie, const uint64_t *ips,
			 unsigned nr)
{
	size_t at = t_raw(f, PDATA_RECORD_CALLCHAIN_DEFERRED, NULL, 0);

	t_put64(f, cookie);
	t_put64(f, nr);
	put_words(f, ips, nr);
	t_put32(f, 1);
	t_put32(f, tid);
	t_set16(f, at + 6, (uint16_t)(f->len - at));
}

static const uint64_t kernel[] = { PDATA_CONTEXT_KERNEL, 0xffffffff81000010, MARK, 5 };
static const uint64_t user[] = { PDATA_CONTEXT_USER, 0x400100, 0x400200 };

static const struct t_event event = { .attr = { .type = 1,
						.size = 128,
						.sample_type = PDATA_SAMPLE_TID |
							       PDATA_SAMPLE_CALLCHAIN,
						.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL } };

static struct pdata_deferred *gather(struct pdata_reader *r)
{
	struct pdata_deferred *d;
	struct pdata_record rec;

	CHECK_I(pdata_deferred_new(&d), 0);
	while (pdata_reader_next(r, &rec) == 1)
		CHECK_I(pdata_deferred_add(d, &rec), 0);
	CHECK_I(pdata_reader_rewind(r), 0);
	return d;
}

/* The chain of the next sample, joined. */
static uint64_t next_chain(struct pdata_reader *r, const struct pdata_deferred *d, uint64_t *ips,
			   uint64_t max)
{
	static uint64_t buf[64];
	struct pdata_record rec;
	struct pdata_sample s;

	do
		CHECK_I(pdata_reader_next(r, &rec), 1);
	while (rec.type != PDATA_RECORD_SAMPLE);
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
	pdata_deferred_join(d, &s, buf, 64);
	CHECK(s.nr_ips <= max);
	CHECK_U(s.ips.nr, s.nr_ips);
	for (uint64_t i = 0; i < s.nr_ips; i++)
		ips[i] = pdata_u64_at(&s.ips, i);
	return s.nr_ips;
}

TEST(many_threads_with_one_cookie_have_each_its_own)
{
	struct pdata_deferred *d;
	struct pdata_reader *r;
	struct t_file f;
	uint64_t ips[16];

	t_file_begin(&f, &event, 1, 0, 0);
	for (uint32_t tid = 1; tid <= 200; tid++)
		put_sample(&f, tid, kernel, 4);
	for (uint32_t tid = 1; tid <= 200; tid++) {
		const uint64_t own[] = { PDATA_CONTEXT_USER, 0x400000 + tid };

		put_deferred(&f, tid, 5, own, 2);
	}
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	d = gather(r);
	for (uint32_t tid = 1; tid <= 200; tid++) {
		CHECK_U(next_chain(r, d, ips, 16), 4);
		CHECK_U(ips[3], 0x400000 + tid);
	}
	pdata_deferred_free(d);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(samples_get_the_user_part_of_their_thread_and_cookie)
{
	static const uint64_t other[] = { PDATA_CONTEXT_USER, 0x500100 };
	const uint64_t whole[] = { kernel[0], kernel[1], user[0], user[1], user[2] };
	const uint64_t whole2[] = { kernel[0], kernel[1], other[0], other[1] };

	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_deferred *d;
		struct pdata_reader *r;
		struct t_file f;
		uint64_t ips[16];

		t_file_begin(&f, &event, 1, swap, 0);
		put_sample(&f, 7, kernel, 4);
		put_sample(&f, 8, kernel, 4);
		put_sample(&f, 7, kernel, 4);
		put_sample(&f, 9, kernel, 4);
		put_deferred(&f, 7, 5, user, 3);
		put_deferred(&f, 7, 5, other, 2); /* another event's copy: the first counts */
		put_deferred(&f, 8, 5, other, 2);
		put_deferred(&f, 9, 6, user, 3); /* not what 9 waits for */
		put_sample(&f, 7, user, 3);
		t_file_data_end(&f);
		r = t_open(&f, NULL);
		d = gather(r);
		CHECK_U(next_chain(r, d, ips, 16), 5);
		CHECK(!memcmp(ips, whole, sizeof(whole)));
		CHECK_U(next_chain(r, d, ips, 16), 4);
		CHECK(!memcmp(ips, whole2, sizeof(whole2)));
		CHECK_U(next_chain(r, d, ips, 16), 5);
		CHECK(!memcmp(ips, whole, sizeof(whole)));
		/* Nobody completes it: the cookie is no address. */
		CHECK_U(next_chain(r, d, ips, 16), 2);
		CHECK(!memcmp(ips, whole, 16));
		CHECK_U(next_chain(r, d, ips, 16), 3);
		CHECK(!memcmp(ips, user, sizeof(user)));
		pdata_deferred_free(d);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(a_user_part_without_its_mark_gets_one)
{
	const uint64_t whole[] = { kernel[0], kernel[1], PDATA_CONTEXT_USER, 0x400100 };
	static const uint64_t bare[] = { 0x400100 };
	struct pdata_deferred *d;
	struct pdata_reader *r;
	struct t_file f;
	uint64_t ips[16];

	t_file_begin(&f, &event, 1, 0, 0);
	put_sample(&f, 7, kernel, 4);
	put_deferred(&f, 7, 5, bare, 1);
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	d = gather(r);
	CHECK_U(next_chain(r, d, ips, 16), 4);
	CHECK(!memcmp(ips, whole, sizeof(whole)));
	pdata_deferred_free(d);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(a_buffer_that_is_too_small_leaves_the_sample_as_it_was)
{
	struct pdata_deferred *d;
	struct pdata_record rec;
	struct pdata_reader *r;
	struct pdata_sample s;
	struct t_file f;
	uint64_t buf[5];

	t_file_begin(&f, &event, 1, 0, 0);
	put_sample(&f, 7, kernel, 4);
	put_deferred(&f, 7, 5, user, 3);
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	d = gather(r);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
	CHECK_U(pdata_deferred_join(d, &s, NULL, 0), 5);
	CHECK_U(pdata_deferred_join(d, &s, buf, 4), 5);
	CHECK_U(s.nr_ips, 4);
	CHECK_U(pdata_deferred_join(d, &s, buf, 5), 5);
	CHECK_U(s.nr_ips, 5);
	CHECK_U(pdata_deferred_join(d, &s, buf, 5), 0); /* there is no more to join */
	pdata_deferred_free(d);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(many_deferred_chains_are_found_again)
{
	struct pdata_deferred *d;
	struct pdata_reader *r;
	struct t_file f;
	uint64_t ips[16];

	t_file_begin(&f, &event, 1, 0, 0);
	for (uint64_t i = 0; i < 3000; i++) {
		const uint64_t at[] = { PDATA_CONTEXT_KERNEL, 1, MARK, i };
		const uint64_t chain[] = { PDATA_CONTEXT_USER, 0x400000 + i % 700 };

		put_sample(&f, (uint32_t)i % 13, at, 4);
		put_deferred(&f, (uint32_t)i % 13, i, chain, 2);
	}
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	d = gather(r);
	for (uint64_t i = 0; i < 3000; i++) {
		CHECK_U(next_chain(r, d, ips, 16), 4);
		CHECK_U(ips[3], 0x400000 + i % 700);
	}
	pdata_deferred_free(d);
	pdata_reader_close(r);
	t_file_free(&f);
}
