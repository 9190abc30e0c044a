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

/* The first end of a record at or after @at. */
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
static int write_all(struct pdata_writer *w, bool tiny)
{
	static const size_t large[] = { 400, 3000, 524288, 70000, 200, 300000, 20000 },
			    small[] = { 400, 40, 900, 8, 200, 8, 8 };
	const size_t *sizes = tiny ? small : large;
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

struct limited {
	uint32_t container, level;
	bool early, tiny;
	uint64_t from, to, step; /* the limits; to: 0: as far as the file goes */
	uint64_t size, committed;
};

static int write_limited(const char *path, struct limited *l, uint64_t limit)
{
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	const struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
	const struct pdata_writer_opts o = { .size = sizeof(o),
					     .container = l->container,
					     .compress_level = l->level };
	const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct pdata_writer *w;
	uint64_t before;
	int err;

	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
	if (l->early)
		CHECK_I(pdata_writer_feature(w, &host), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	before = limit_file(limit);
	err = write_all(w, l->tiny);
	limit_file(before);
	l->committed = pdata_writer_committed(w);
	pdata_writer_close(w);
	l->size = (uint64_t)lseek(fd, 0, SEEK_END);
	close(fd);
	return err;
}

/* Bytes that one flush of the stream may give, and records that do not fit into one. */
#define GIVEN_UP (2 * 65536u)

static void check_limits(struct limited l)
{
	char path[4200];
	uint32_t n, before = 0;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	signal(SIGXFSZ, SIG_IGN);
	make_records();
	CHECK_I(write_limited(path, &l, RLIM_INFINITY), 0);
	CHECK_U(count_whole(path, 0), nr_records);
	if (!l.to)
		l.to = l.size;
	for (uint64_t limit = l.from; limit < l.to; limit += l.step) {
		CHECK_I(write_limited(path, &l, limit), PDATA_E_SYS);
		CHECK(l.size <= limit);
		if (l.size + GIVEN_UP < limit)
			test_fail(__FILE__, __LINE__, "%llu of %llu bytes are left",
				  (unsigned long long)l.size, (unsigned long long)limit);
		n = l.committed ? count_whole(path, limit) : 0;
		CHECK(n >= before);
		before = n;
	}
	CHECK(before > 100);
}

TEST(a_compressed_file_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits((struct limited){ .level = 1, .from = 1000, .step = 5003 });
}

TEST(a_compressed_file_with_early_features_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits((struct limited){ .early = true, .level = 1, .from = 1000, .step = 5003 });
}

TEST(a_compressed_stream_into_a_file_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits((struct limited){
		.container = PDATA_CONTAINER_PIPE, .level = 1, .from = 1000, .step = 5003 });
}

TEST(a_file_of_tiny_compressed_records_that_may_not_grow_ends_with_a_whole_record)
{
	struct limited l = { .tiny = true, .level = 1, .from = 600, .to = 24000, .step = 31 };

	check_limits(l);
	l.early = true;
	check_limits(l);
}

TEST(a_file_that_may_not_grow_ends_with_a_whole_record)
{
	check_limits((struct limited){ .early = true, .from = 1000, .step = 5003 });
}
#endif
