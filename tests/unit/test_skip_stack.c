/* SPDX-License-Identifier: BSD-2-Clause */
/* Records are the same whether the copies of stacks in them are read or stepped over. */
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <stdbool.h>
#include <string.h>

#define SAMPLES 1500u
#define STACK_MAX 40000u
#define CHAIN_MAX 300u

static const uint32_t stack_sizes[] = { 8192, 8192, 8192, 0, STACK_MAX, 8, 4096, 8192, 8192, 16384 };
static const unsigned chain_sizes[] = { 0, 3, 20, CHAIN_MAX, 1, 127, 0 };

static struct t_event event(void)
{
	struct t_event e = { .attr = t_attr(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
					    PDATA_SAMPLE_CALLCHAIN | PDATA_SAMPLE_REGS_USER |
					    PDATA_SAMPLE_STACK_USER | PDATA_SAMPLE_WEIGHT) };

	e.attr.sample_regs_user = 0xff;
	return e;
}

#define BLOCK 262144u /* bytes that the reader takes first */

/* Return: the record's size. */
static size_t put_sized(struct t_file *f, const struct t_event *e, uint64_t ip, unsigned nr_ips,
			uint32_t stack_size)
{
	static uint64_t words[CHAIN_MAX];
	static uint8_t stack[STACK_MAX], buf[65528];
	struct pdata_sample s = { .ip = ip, .tid = 7, .time = 1000 + ip, .weight = ~ip };
	int n;

	for (unsigned i = 0; i < CHAIN_MAX; i++)
		words[i] = ip + i;
	memset(stack, (int)(ip & 0xff), sizeof(stack));
	s.nr_ips = nr_ips;
	s.ips = (struct pdata_view){ .data = (const uint8_t *)words, .nr = nr_ips };
	s.regs_user.abi = PDATA_REGS_ABI_64;
	s.regs_user.mask = e->attr.sample_regs_user;
	s.regs_user.values = (struct pdata_view){ .data = (const uint8_t *)words, .nr = 8 };
	s.stack = (struct pdata_stack){ stack_size, ip, stack };
	n = pdata_sample_encode(2, &s, &e->attr, f->swap, buf, sizeof(buf));
	CHECK(n > 0);
	t_put(f, buf, (size_t)n);
	return (size_t)n;
}

static void put_sample(struct t_file *f, const struct t_event *e, uint64_t ip)
{
	put_sized(f, e, ip, chain_sizes[ip % 7], stack_sizes[ip % 10]);
}

static size_t places[SAMPLES];

static void make(struct t_file *f, const struct t_event *e, int swap)
{
	t_file_begin(f, e, 1, swap, 0);
	for (unsigned i = 0; i < SAMPLES; i++) {
		places[i] = f->len;
		put_sample(f, e, i);
		if (i % 400 == 399)
			t_raw(f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
	t_file_data_end(f);
}

static bool has_its_stack(const struct pdata_sample *s)
{
	for (uint64_t i = 0; i < s->stack.size; i++)
		if (s->stack.data[i] != (s->ip & 0xff))
			return false;
	return true;
}

static void check_same(const struct pdata_record *a, const struct pdata_record *b, unsigned *stacks)
{
	struct pdata_sample s = { .have = 0 },
			    t = { .have = 0 }; /* what is not read stays as it is */

	CHECK_U(b->type, a->type);
	CHECK_U(b->size, a->size);
	CHECK_U(b->off, a->off);
	CHECK_U(b->seq, a->seq);
	CHECK_U(b->time, a->time);
	if (a->type != PDATA_RECORD_SAMPLE)
		return;
	CHECK_I(pdata_sample_decode(b, ~0ull, &t, NULL), pdata_sample_decode(a, ~0ull, &s, NULL));
	*stacks += has_its_stack(&t);
	CHECK_U(t.ip, s.ip);
	CHECK_U(t.ips.nr, s.ips.nr);
	CHECK_M(t.ips.data, s.ips.data, s.ips.nr * 8);
	CHECK_M(t.regs_user.values.data, s.regs_user.values.data, s.regs_user.values.nr * 8);
	CHECK_U(t.stack.size, s.stack.size);
	CHECK_U(t.stack.dyn_size, s.stack.dyn_size);
	CHECK_U(t.weight, s.weight);
}

/* Read the file in both ways, to the end. Return: how many records there are. */
static unsigned compare(const struct t_file *f, unsigned *stacks)
{
	struct pdata_reader *plain = t_open(f, NULL), *left = t_open(f, NULL);
	struct pdata_record a, b;
	unsigned n = 0;
	int ret;

	CHECK_I(pdata_reader_skip_user_stacks(left), 0);
	while ((ret = pdata_reader_next(plain, &a)) == 1) {
		CHECK_I(pdata_reader_next(left, &b), 1);
		check_same(&a, &b, stacks);
		n++;
	}
	CHECK_I(pdata_reader_next(left, &b), ret);
	CHECK_U(pdata_reader_damage(left)->nr, pdata_reader_damage(plain)->nr);
	CHECK_U(pdata_reader_damage(left)->skipped_bytes,
		pdata_reader_damage(plain)->skipped_bytes);
	CHECK_U(pdata_reader_damage(left)->cut_samples, pdata_reader_damage(plain)->cut_samples);
	pdata_reader_close(plain);
	pdata_reader_close(left);
	return n;
}

TEST(samples_are_the_same_without_their_stacks)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct t_event e = event();
		struct t_file f;
		unsigned stacks = 0;

		make(&f, &e, swap);
		CHECK_U(compare(&f, &stacks), SAMPLES + SAMPLES / 400);
		CHECK(stacks < SAMPLES / 2);
		t_file_free(&f);
	}
}

/* Whatever is left of a record where the reader's first bytes end, but for one whose header is not there. */
TEST(stacks_are_left_wherever_blocks_end)
{
	struct t_event e = event();

	for (uint32_t size = 7800; size < 8400; size += 24) {
		struct t_file f;
		unsigned stacks = 0;
		size_t whole = 0;

		t_file_begin(&f, &e, 1, 0, 0);
		for (unsigned i = 0; i < SAMPLES / 4; i++)
			whole = put_sized(&f, &e, i, 1, size);
		t_file_data_end(&f);
		CHECK_U(compare(&f, &stacks), SAMPLES / 4);
		CHECK(BLOCK % whole < PDATA_RECORD_HEADER || stacks < SAMPLES / 8);
		t_file_free(&f);
	}
}

TEST(damage_is_the_same_without_stacks)
{
	struct t_event e = event();
	struct t_file f;
	unsigned stacks = 0;
	size_t len;

	make(&f, &e, 0);
	len = f.len;
	/* Sizes that lie: of records, and of what is in one; then the end of the file is missing. */
	t_set16(&f, places[500] + 6, 9000);
	t_set16(&f, places[611] + 6, 9001);
	t_set16(&f, places[720] + 6, 16);
	t_set64(&f, places[802] + PDATA_RECORD_HEADER + 24, 1ull << 60);
	for (size_t at = places[900]; at < places[901]; at += 8)
		t_set64(&f, at, 8200);
	for (size_t cut = 0; cut < 60000; cut += 1704) {
		f.len = len - cut;
		CHECK(compare(&f, &stacks) > SAMPLES / 2);
		CHECK(stacks < SAMPLES / 2);
		stacks = 0;
	}
	t_file_free(&f);
}

/* The search behind a size that is too large reads the bytes of the skipped stack, not others. */
TEST(sizes_that_are_too_large_are_found_without_stacks)
{
	struct t_event e = event();

	for (int swap = 0; swap <= 1; swap++)
		for (uint16_t more = 8; more <= 4096; more = (uint16_t)(more * 8)) {
			struct t_file f;
			unsigned stacks = 0, n;

			t_file_begin(&f, &e, 1, swap, 0);
			/* The reader's blocks are full of small records first. */
			for (unsigned i = 0; i < 4000; i++)
				put_sized(&f, &e, i, 0, 0);
			for (unsigned i = 0; i < 400; i++) {
				size_t at = f.len;
				const size_t size = put_sized(&f, &e, i, 3, i % 10 ? 0 : 32768);

				if (i % 50 == 10)
					t_set16(&f, at + 6, (uint16_t)(size + more));
			}
			t_file_data_end(&f);
			n = compare(&f, &stacks);
			CHECK_U(n, 4000 + 400 - 8);
			t_file_free(&f);
		}
}

TEST(stacks_are_there_again_after_a_rewind)
{
	struct t_event e = event();
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;
	struct t_file f;

	make(&f, &e, 0);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_skip_user_stacks(r), 0);
	while (pdata_reader_next(r, &rec) == 1)
		;
	CHECK_I(pdata_reader_skip_user_stacks(r), PDATA_E_ARG);
	CHECK_I(pdata_reader_rewind(r), 0);
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_SAMPLE)
			continue;
		CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
		CHECK(has_its_stack(&s));
	}
	pdata_reader_close(r);
	t_file_free(&f);
}
