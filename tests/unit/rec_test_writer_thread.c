/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/ring_state.h"
#include "file/output_stream.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A stream into a member of a directory, whose bytes are those that were put in. */
static int open_stream(struct rec_stream *s, const char *path)
{
	const struct pdata_writer_opts o = { .size = sizeof(o), .container = PDATA_CONTAINER_DIR };
	int fd = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);

	*s = (struct rec_stream){ .path = path };
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&s->w, fd, &o), 0);
	CHECK_I(pdata_writer_begin(s->w), 0);
	return fd;
}

static uint8_t pattern(uint64_t pos)
{
	return (uint8_t)(pos * 31 + (pos >> 8) * 7 + (pos >> 16));
}

static void expect(int fd, uint64_t bytes)
{
	static uint8_t buf[65536];
	uint64_t pos = 0;
	ssize_t n;

	while ((n = pread(fd, buf, sizeof(buf), (off_t)pos)) > 0)
		for (ssize_t i = 0; i < n; i++, pos++)
			if (buf[i] != pattern(pos))
				CHECK_U(pos, UINT64_MAX); /* the place of the first wrong byte */
	CHECK_U(pos, bytes);
}

TEST(a_worker_writes_all_that_was_put_in_in_its_order)
{
	static uint8_t data[3 << 20];
	struct rec_stream s;
	char path[256];
	uint64_t pos = 0, whole = 0;
	uint32_t seed = 1;

	snprintf(path, sizeof(path), "%s/data.0", test_dir());
	int fd = open_stream(&s, path);

	s.whole = &whole;
	s.writer_thread = rec_writer_thread_start();
	CHECK(s.writer_thread);
	/* From a few bytes to three quarters of the queue; in one span or two; it goes round often. */
	for (unsigned i = 0; i < 400; i++) {
		seed = seed * 1103515245u + 12345u;
		size_t len = seed >> 8 & (i % 16 ? 0xffff : 0x2fffff), cut = len / (1 + i % 3);

		for (size_t k = 0; k < len; k++)
			data[k] = pattern(pos + k);
		const struct pdata_span spans[2] = { { data, cut }, { data + cut, len - cut } };

		CHECK_I(rec_stream_spans(&s, spans, 2), 0);
		pos += len;
		if (i % 50 == 0) {
			CHECK_I(rec_stream_commit(&s), 0);
			CHECK_I(rec_stream_wait(&s), 0);
			CHECK_U(whole, pos);
		}
	}
	CHECK(pos > UINT64_C(20) << 20);
	CHECK_I(rec_stream_commit(&s), 0);
	rec_writer_thread_stop(s.writer_thread); /* not before all is done */
	CHECK_U(rec_stream_bytes(&s), pos);
	CHECK_U(s.raw, pos);
	expect(fd, pos);
	pdata_writer_close(s.w);
	close(fd);
}

TEST(a_worker_counts_the_records_of_what_it_writes)
{
	static uint64_t data[3 << 17]; /* three quarters of the queue, of records of 24 bytes */
	const struct pdata_span spans[2] = { { data, 40 },
					     { (const char *)data + 40, sizeof(data) - 40 } };
	struct rec_counts counts = { 0 };
	struct rec_stream s;
	char path[256];

	for (size_t i = 0; i < sizeof(data) / 24; i++)
		data[3 * i] = PDATA_RECORD_SAMPLE | UINT64_C(24) << 48;
	snprintf(path, sizeof(path), "%s/data.0", test_dir());
	int fd = open_stream(&s, path);

	CHECK_I(rec_stream_spans(&s, spans, 2), 0);
	CHECK_U(s.counts.samples, sizeof(data) / 24);
	s.writer_thread = rec_writer_thread_start();
	CHECK(s.writer_thread);
	for (int i = 0; i < 10; i++)
		CHECK_I(rec_stream_spans(&s, spans, 2), 0);
	CHECK_I(rec_stream_wait(&s), 0);
	rec_counts_add(&counts, &s.counts);
	CHECK_U(counts.samples, 11 * sizeof(data) / 24);
	rec_writer_thread_stop(s.writer_thread);
	pdata_writer_close(s.w);
	close(fd);
}

TEST(a_worker_that_cannot_write_is_heard_of_and_does_not_block)
{
	static const uint8_t data[1 << 20];
	const struct pdata_span span = { data, sizeof(data) };
	struct rec_stream s;
	char path[256];
	int said = 0;

	snprintf(path, sizeof(path), "%s/data.0", test_dir());
	close(open_stream(&s, path));
	pdata_writer_close(s.w);
	const struct pdata_writer_opts o = { .size = sizeof(o), .container = PDATA_CONTAINER_DIR };
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);

	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&s.w, fd, &o), 0);
	CHECK_I(pdata_writer_begin(s.w), 0);
	s.writer_thread = rec_writer_thread_start();
	CHECK(s.writer_thread);
	for (unsigned i = 0; i < 100; i++)
		said += rec_stream_spans(&s, &span, 1) != 0;
	CHECK_I(rec_stream_wait(&s), -1);
	CHECK(said > 0);
	rec_writer_thread_stop(s.writer_thread);
	CHECK_I(s.err, PDATA_E_SYS);
	pdata_writer_close(s.w);
	close(fd);
}
