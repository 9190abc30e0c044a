/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that may not grow beyond a limit holds whole records afterwards, compressed ones too. */
#include "test.h"

#include <fcntl.h>
#include <pdata/pdata.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef HAVE_ZSTD

#define TOTAL (1536u << 10) /* bytes of records */

static uint8_t records[TOTAL];
static uint32_t nr_records;

/* Half of each record is random, and their lengths differ: one may lie across any boundary. */
static void make_records(void)
{
	uint32_t seed = 1;
	size_t at = 0;

	for (nr_records = 0;; nr_records++) {
		const size_t len =
			32 + nr_records % 40 * 8 + (nr_records % 1000 == 999 ? 50000 : 0);
		const uint32_t type = PDATA_RECORD_COMM;
		const uint16_t misc_size[2] = { 0, (uint16_t)len };

		if (len > sizeof(records) - at)
			break;
		memcpy(records + at, &type, 4);
		memcpy(records + at + 4, misc_size, 4);
		memcpy(records + at + 8, &nr_records, 4);
		for (size_t i = 16; i < len - 8; i++) {
			seed = seed * 1664525 + 1013904223;
			records[at + i] = i % 2 ? (uint8_t)(seed >> 24 | 1) : 'x';
		}
		at += len;
	}
	memset(records + at, 0, sizeof(records) - at);
}

static size_t end_of(size_t at)
{
	uint16_t len;

	memcpy(&len, records + at + 6, 2);
	return len ? at + len : 0;
}

/* The first end of a record at or behind @at. */
static size_t whole_behind(size_t at)
{
	size_t end = 0;

	while (end < at && end_of(end))
		end = end_of(end);
	return end;
}

/*
 * As a recorder does: spans of many sizes, some in two parts that cut a record, some records begun
 * by one call and ended by the next. Commits come now and then.
 */
static int write_all(struct pdata_writer *w)
{
	static const size_t sizes[] = { 400, 3000, 524288, 70000, 200, 300000, 20000 };
	const size_t all = whole_behind(sizeof(records));
	int err = 0;

	for (size_t at = 0, i = 0; at < all && !err; i++) {
		size_t end = whole_behind(at + sizes[i % 7]);
		size_t cut = (end - at) / 2 & ~(size_t)7;
		const struct pdata_span spans[] = { { records + at, cut },
						    { records + at + cut, end - at - cut } };

		if (i % 3 == 1) {
			err = pdata_writer_rawv(w, spans, 1);
			if (!err)
				err = pdata_writer_rawv(w, spans + 1, 1);
		} else {
			err = pdata_writer_rawv(w, spans, 2);
		}
		if (!err && i % 5 == 4)
			err = pdata_writer_commit(w);
		at = end;
	}
	return err ? err : pdata_writer_finish(w);
}

static uint32_t count_whole(const char *path, uint64_t limit)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_value v;
	uint32_t n = 0;

	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_COMM)
			continue;
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_U(v.u.comm.pid, n);
		n++;
	}
	if (pdata_reader_damage(r)->nr)
		test_fail(__FILE__, __LINE__, "a file of at most %llu bytes is damaged",
			  (unsigned long long)limit);
	pdata_reader_close(r);
	return n;
}

static uint64_t limit_file(uint64_t bytes)
{
	struct rlimit l;
	uint64_t before;

	CHECK_I(getrlimit(RLIMIT_FSIZE, &l), 0);
	before = l.rlim_cur;
	l.rlim_cur = bytes;
	CHECK_I(setrlimit(RLIMIT_FSIZE, &l), 0);
	return before;
}

/* Return: bytes of the file. */
static uint64_t write_limited(const char *path, uint32_t container, bool early, uint32_t level,
			      uint64_t limit, int *err)
{
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	const struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
	const struct pdata_writer_opts o = { .size = sizeof(o),
					     .container = container,
					     .compress_level = level };
	const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct pdata_writer *w;
	uint64_t before, size;

	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
	if (early)
		CHECK_I(pdata_writer_feature(w, &host), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	before = limit_file(limit);
	*err = write_all(w);
	limit_file(before);
	pdata_writer_close(w);
	size = (uint64_t)lseek(fd, 0, SEEK_END);
	close(fd);
	return size;
}

/* Bytes that one flush of the stream may give, and records that do not fit into one. */
#define GIVEN_UP (2 * 65536u)

static void check_limits(uint32_t container, bool early, uint32_t level)
{
	char path[4200];
	uint64_t whole, size;
	uint32_t n, before = 0;
	int err;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	signal(SIGXFSZ, SIG_IGN);
	make_records();
	whole = write_limited(path, container, early, level, RLIM_INFINITY, &err);
	CHECK_I(err, 0);
	CHECK_U(count_whole(path, 0), nr_records);
	for (uint64_t limit = 16384; limit < whole; limit += 5003) {
		size = write_limited(path, container, early, level, limit, &err);
		CHECK_I(err, PDATA_E_SYS);
		CHECK(size <= limit);
		if (size + GIVEN_UP < limit)
			test_fail(__FILE__, __LINE__, "%llu of %llu bytes are left",
				  (unsigned long long)size, (unsigned long long)limit);
		n = limit > GIVEN_UP ? count_whole(path, limit) : 0;
		CHECK(n >= before);
		before = n;
	}
	CHECK(before > nr_records / 2);
}

TEST(a_compressed_file_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits(PDATA_CONTAINER_FILE, false, 1);
}

TEST(a_compressed_file_with_early_features_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits(PDATA_CONTAINER_FILE, true, 1);
}

TEST(a_compressed_stream_into_a_file_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits(PDATA_CONTAINER_PIPE, false, 1);
}

TEST(a_file_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits(PDATA_CONTAINER_FILE, true, 0);
}
#endif
