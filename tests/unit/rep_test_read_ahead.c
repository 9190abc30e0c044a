/* SPDX-License-Identifier: BSD-2-Clause */
/* Records that a thread reads ahead are those of the reader, and batches are done in order. */

#include "session/read_ahead.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define SAMPLES 20000u

static const char *make_file(void)
{
	static char path[4200];
	const struct pdata_writer_opts opts = { .size = sizeof(opts) };
	struct pdata_attr attr = {
		.type = PDATA_TYPE_SOFTWARE,
		.size = PDATA_ATTR_SIZE_VER7,
		.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
			       PDATA_SAMPLE_CALLCHAIN,
	};
	const uint64_t id = 1;
	struct pdata_writer *w;
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &opts), 0);
	CHECK_I(pdata_writer_event(w, &attr, "cpu-clock", &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (uint64_t i = 0; i < SAMPLES; i++) {
		const uint64_t chain[3] = { i % 100, i % 10, 1 };
		struct pdata_sample s = { .ip = i * 16,
					  .pid = 7,
					  .tid = 7,
					  .time = 1000 + (i ^ 1),
					  .nr_ips = i % 4,
					  .ips = { (const uint8_t *)chain, i % 4, 0 } };
		uint8_t buf[128];
		int n = pdata_sample_encode(PDATA_CPUMODE_USER, &s, &attr, 0, buf, sizeof(buf));

		CHECK(n > 0);
		CHECK_I(pdata_writer_raw(w, buf, (size_t)n), 0);
	}
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
	return path;
}

static struct pdata_reader *open_file(const char *path)
{
	const struct pdata_open_opts opts = { .size = sizeof(opts), .order = PDATA_ORDER_TIME };
	struct pdata_reader *r;

	CHECK_I(pdata_reader_open(&r, path, &opts, NULL), 0);
	return r;
}

/* One thread that takes batches and walks their records. */
struct taker {
	struct read_ahead *ahead;
	const struct record_batch *batch;
	uint32_t next;
};

static const struct pdata_record *next_record(struct taker *t)
{
	while (!t->batch || t->next == t->batch->nr) {
		if (t->batch) {
			CHECK(read_ahead_wait_turn(t->ahead, t->batch));
			read_ahead_done(t->ahead);
		}
		t->batch = read_ahead_take(t->ahead);
		t->next = 0;
		if (!t->batch)
			return NULL;
	}
	return &t->batch->rec[t->next++];
}

TEST(batches_have_the_readers_records_in_order)
{
	const char *path = make_file();
	struct pdata_reader *direct = open_file(path), *behind = open_file(path);
	struct taker t = { .ahead = read_ahead_start(behind, 1, NULL, NULL) };
	const struct pdata_record *b;
	struct pdata_record a;
	uint64_t nr = 0;

	CHECK(t.ahead);
	while (pdata_reader_next(direct, &a) > 0) {
		b = next_record(&t);
		CHECK(b);
		CHECK_U(b->type, a.type);
		CHECK_U(b->time, a.time);
		CHECK_U(b->seq, a.seq);
		CHECK_U(b->size, a.size);
		CHECK_M(b->data, a.data, a.size);
		nr += a.type == PDATA_RECORD_SAMPLE;
	}
	CHECK_U(nr, SAMPLES);
	CHECK(!next_record(&t));
	CHECK(!read_ahead_take(t.ahead));
	CHECK_I(read_ahead_free(t.ahead), 0);
	pdata_reader_close(behind);
	pdata_reader_close(direct);
}

TEST(the_reading_thread_adds_the_chains_of_samples)
{
	struct pdata_reader *r = open_file(make_file());
	struct interner chains = { .nr = 0 };
	struct taker t = { .ahead = read_ahead_start(r, 1, NULL, &chains) };
	const struct pdata_record *rec;
	uint32_t highest = 0;

	CHECK(read_ahead_has_chains(t.ahead));
	while ((rec = next_record(&t))) {
		const struct record_chain *c = &t.batch->chain[t.next - 1];
		struct pdata_sample s;

		if (rec->type != PDATA_RECORD_SAMPLE) {
			CHECK_U(c->id, 0);
			continue;
		}
		CHECK_I(pdata_sample_decode(rec, UINT64_MAX, &s, NULL), 0);
		CHECK_U(c->len, s.nr_ips * 8);
		CHECK_I(c->id != 0, s.nr_ips != 0);
		CHECK(!c->id || !memcmp(c->data, s.ips.data, c->len));
		CHECK(c->id <= highest + 1); /* ids are in the order of the records */
		highest = c->id > highest ? c->id : highest;
	}
	/* i % 4 frames, of which the first is i % 100: 25 chains of each length */
	CHECK_U(highest, chains.nr - 1);
	CHECK_U(highest, 75);
	CHECK_I(read_ahead_free(t.ahead), 0);
	interner_free(&chains);
	pdata_reader_close(r);
}

TEST(reading_ahead_can_end_before_the_records_do)
{
	const char *path = make_file();

	for (unsigned nr = 0; nr < 3000; nr += 500) {
		struct pdata_reader *r = open_file(path);
		struct taker t = { .ahead = read_ahead_start(r, 2, NULL, NULL) };

		for (unsigned i = 0; i < nr; i++)
			CHECK(next_record(&t));
		CHECK(read_ahead_free(t.ahead) >= 0);
		pdata_reader_close(r);
	}
}

/* Takes all batches, and notes the order in which their turns come. */
struct turns {
	struct read_ahead *ahead;
	uint64_t *expected; /* the number of the batch whose turn it is; changed in turn only */
	uint64_t *records;
	unsigned out_of_order;
};

static void *take_in_turn(void *arg)
{
	struct turns *t = arg;
	const struct record_batch *b;

	while ((b = read_ahead_take(t->ahead))) {
		if (!read_ahead_wait_turn(t->ahead, b))
			break;
		t->out_of_order += b->number != (*t->expected)++;
		*t->records += b->nr;
		read_ahead_done(t->ahead);
	}
	return NULL;
}

TEST(batches_of_several_threads_are_done_in_order)
{
	struct pdata_reader *r = open_file(make_file());
	struct read_ahead *ahead = read_ahead_start(r, 3, NULL, NULL);
	uint64_t expected = 0, records = 0;
	struct turns t[3];
	pthread_t thread[3];

	for (unsigned i = 0; i < 3; i++) {
		t[i] = (struct turns){ ahead, &expected, &records, 0 };
		CHECK_I(pthread_create(&thread[i], NULL, take_in_turn, &t[i]), 0);
	}
	for (unsigned i = 0; i < 3; i++) {
		CHECK_I(pthread_join(thread[i], NULL), 0);
		CHECK_U(t[i].out_of_order, 0);
	}
	CHECK(records >= SAMPLES);
	CHECK_I(read_ahead_free(ahead), 0);
	pdata_reader_close(r);
}
