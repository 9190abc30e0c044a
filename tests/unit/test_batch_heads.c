/* SPDX-License-Identifier: BSD-2-Clause */
/* Heads of samples are what their records say. */
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <string.h>

#define SAMPLES 40u

/* Events whose heads lie elsewhere: one has everything, one lacks what the others have. */
#define TYPE_FULL                                                                                  \
	(PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |        \
	 PDATA_SAMPLE_ADDR | PDATA_SAMPLE_CPU | PDATA_SAMPLE_PERIOD | PDATA_SAMPLE_CALLCHAIN)
#define TYPE_BARE (PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_CPU | PDATA_SAMPLE_RAW)

static void make_file(struct t_file *f, struct t_event *ev, int swap, int pipe)
{
	ev[0] = (struct t_event){ t_attr(TYPE_FULL), { 11 }, 1 };
	ev[1] = (struct t_event){ t_attr(TYPE_BARE), { 22 }, 1 };
	ev[1].attr.sample_period = 77;
	t_file_begin(f, ev, 2, swap, pipe);
	for (unsigned i = 0; i < SAMPLES; i++) {
		size_t at = t_sample_of(f, &ev[i % 3 == 1], 0x1000 + i, 500 + i);

		/* It ends within its period: two words of it and the chain are left out. */
		if (i == 9) {
			f->len = at + PDATA_RECORD_HEADER + 6 * 8;
			t_set16(f, at + 6, PDATA_RECORD_HEADER + 6 * 8);
		}
	}
	t_file_data_end(f);
}

static void check_head(const struct pdata_sample_head *h, const struct pdata_record *rec)
{
	struct pdata_sample s;

	CHECK_I(pdata_sample_decode(rec, ~0ull, &s, NULL), 0);
	CHECK_U(h->event->index, rec->event->index);
	CHECK_U(h->seq, rec->seq);
	CHECK_U(h->time, rec->time);
	CHECK_U(h->misc, rec->misc);
	CHECK_U(h->ip, s.have & PDATA_SAMPLE_IP ? s.ip : 0);
	CHECK_U(h->period, s.have & PDATA_SAMPLE_PERIOD ? s.period : 77);
	CHECK_U(h->pid, s.have & PDATA_SAMPLE_TID ? s.pid : UINT32_MAX);
	CHECK_U(h->tid, s.have & PDATA_SAMPLE_TID ? s.tid : UINT32_MAX);
}

static void next_sample(struct pdata_reader *r, struct pdata_record *rec)
{
	do
		CHECK_I(pdata_reader_next(r, rec), 1);
	while (rec->type != PDATA_RECORD_SAMPLE);
}

/* Return: how many records of @b came as heads; the others came one by one. */
static unsigned check_batch(struct pdata_batch *b, struct pdata_reader *one)
{
	struct pdata_sample_head heads[7];
	struct pdata_record a, rec;
	unsigned nr = 0;

	while (b->nr) {
		uint32_t n = pdata_batch_heads(b, heads, 7);

		CHECK(n <= 7);
		nr += n;
		for (uint32_t i = 0; i < n; i++) {
			next_sample(one, &a);
			check_head(&heads[i], &a);
		}
		if (n || !pdata_batch_next(b, &rec))
			continue;
		next_sample(one, &a);
		CHECK_U(rec.seq, a.seq);
		CHECK_U(rec.off, a.off);
		CHECK_U(rec.size, a.size);
	}
	CHECK_U(pdata_batch_heads(b, heads, 7), 0);
	return nr;
}

TEST(heads_of_samples_are_what_their_records_say)
{
	for (int both = 0; both < 4; both++) {
		struct pdata_reader *one, *many;
		unsigned heads = 0, alone = 0;
		struct pdata_record rec, same;
		struct pdata_batch b;
		struct t_event ev[2];
		struct t_file f;
		int rc;

		make_file(&f, ev, both & 1, both >> 1);
		one = t_open(&f, NULL);
		many = t_open(&f, NULL);
		while ((rc = pdata_reader_next_batch(many, &rec, &b)) > 0) {
			if (rc == 2)
				heads += check_batch(&b, one);
			if (rc == 2 || rec.type != PDATA_RECORD_SAMPLE)
				continue;
			next_sample(one, &same);
			CHECK_U(rec.seq, same.seq);
			alone++;
		}
		CHECK_I(rc, 0);
		/* The first of a file, and the one that is cut. */
		CHECK(alone >= 1 && alone <= 2);
		CHECK_U(heads + alone, SAMPLES);
		pdata_reader_close(one);
		pdata_reader_close(many);
		t_file_free(&f);
	}
}
