/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that a thread reads in advance has the records that the reader's own reads give. */

#include "session/read_thread.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define SAMPLES 90000u

static int make_file(uint64_t *size)
{
	const struct pdata_writer_opts opts = { .size = sizeof(opts) };
	struct pdata_attr attr = {
		.type = PDATA_TYPE_SOFTWARE,
		.size = PDATA_ATTR_SIZE_VER7,
		.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
	};
	const uint64_t id = 1;
	struct pdata_writer *w;
	char path[4200];
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &opts), 0);
	CHECK_I(pdata_writer_event(w, &attr, "cpu-clock", &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (uint64_t i = 0; i < SAMPLES; i++) {
		struct pdata_sample s = { .ip = i * 16, .pid = 7, .tid = 7, .time = 1000 + i };
		uint8_t buf[64];
		int n = pdata_sample_encode(PDATA_CPUMODE_USER, &s, &attr, 0, buf, sizeof(buf));

		CHECK(n > 0);
		CHECK_I(pdata_writer_raw(w, buf, (size_t)n), 0);
	}
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	*size = (uint64_t)lseek(fd, 0, SEEK_END);
	return fd;
}

/* Return the number of records; stop after @most records. */
static uint64_t read_some(struct pdata_reader *r, uint64_t most)
{
	struct pdata_record rec;
	struct pdata_sample s;
	uint64_t nr = 0;
	int ret = 1;

	while (nr < most && (ret = pdata_reader_next(r, &rec)) == 1) {
		CHECK_I(pdata_sample_decode(&rec, PDATA_SAMPLE_IP, &s, NULL), 0);
		CHECK_U(s.ip, nr++ * 16);
	}
	CHECK_I(ret, nr == most);
	return nr;
}

TEST(a_file_read_in_advance_has_the_same_records)
{
	struct pdata_reader *r;
	struct read_thread *t;
	uint64_t size;
	int fd = make_file(&size);

	CHECK(size > 2 << 20);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	for (unsigned i = 0; i < 20; i++) {
		t = read_thread_start(r, size);
		CHECK(t);
		CHECK_U(read_some(r, SAMPLES + 1), SAMPLES);
		read_thread_end(t);
		CHECK_I(pdata_reader_rewind(r), 0);
		/* The thread is ended while reads are submitted. */
		t = read_thread_start(r, size);
		CHECK_U(read_some(r, i * 1000), i * 1000);
		read_thread_end(t);
		CHECK_I(pdata_reader_rewind(r), 0);
	}
	pdata_reader_close(r);
	close(fd);
}

TEST(a_small_file_is_read_without_a_thread)
{
	struct pdata_reader *r;
	uint64_t size;
	int fd = make_file(&size);

	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK(!read_thread_start(r, 1000));
	read_thread_end(NULL);
	CHECK_U(read_some(r, SAMPLES + 1), SAMPLES);
	pdata_reader_close(r);
	close(fd);
}
