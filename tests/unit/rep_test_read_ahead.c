/* SPDX-License-Identifier: BSD-2-Clause */
/* Records through a thread are those of the reader. */

#include "script/read_ahead.h"
#include "test.h"

#include <fcntl.h>
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
		.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
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
		struct pdata_sample s = { .ip = i * 16, .pid = 7, .tid = 7, .time = 1000 + (i ^ 1) };
		uint8_t buf[64];
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

TEST(a_feed_gives_the_readers_records)
{
	const char *path = make_file();
	struct pdata_reader *direct = open_file(path), *fed = open_file(path);
	struct read_ahead *feed = read_ahead_start(fed);
	const struct pdata_record *b;
	struct pdata_record a;
	uint64_t nr = 0;

	CHECK(feed);
	while (pdata_reader_next(direct, &a) > 0) {
		CHECK_I(read_ahead_next(feed, &b), 1);
		CHECK_U(b->type, a.type);
		CHECK_U(b->time, a.time);
		CHECK_U(b->seq, a.seq);
		CHECK_U(b->size, a.size);
		CHECK_M(b->data, a.data, a.size);
		nr += a.type == PDATA_RECORD_SAMPLE;
	}
	CHECK_U(nr, SAMPLES);
	CHECK_I(read_ahead_next(feed, &b), 0);
	CHECK_I(read_ahead_next(feed, &b), 0);
	read_ahead_stop(feed);
	pdata_reader_close(fed);
	pdata_reader_close(direct);
}

TEST(a_feed_can_end_before_its_records_do)
{
	const char *path = make_file();

	for (unsigned nr = 0; nr < 3000; nr += 500) {
		struct pdata_reader *r = open_file(path);
		struct read_ahead *feed = read_ahead_start(r);
		const struct pdata_record *rec;

		for (unsigned i = 0; i < nr; i++)
			CHECK_I(read_ahead_next(feed, &rec), 1);
		read_ahead_stop(feed);
		pdata_reader_close(r);
	}
}
