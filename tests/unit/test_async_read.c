/* SPDX-License-Identifier: BSD-2-Clause */
/* A reader returns the same records whether it or the caller's functions read the file. */
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <fcntl.h>
#include <pdata/trailer.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SAMPLES 60000u
#define ROUND 500u

enum mode {
	AT_ONCE, /* a read is done when it is submitted */
	LATE,	 /* a read is done when the reader waits for it */
	SHORT,	 /* every third read fills the buffer with wrong bytes, and returns half its size */
	FAILS	 /* no read returns a byte */
};

struct queue {
	struct {
		int fd;
		uint8_t *buf;
		size_t n;
		uint64_t off;
	} reads[PDATA_ASYNC_READS_MAX];
	unsigned put, take;
	enum mode mode;
	uint64_t bytes;
};

static size_t do_read(struct queue *q, unsigned i)
{
	const size_t n = q->reads[i].n;

	if (q->mode == FAILS)
		return 0;
	CHECK_I(pread(q->reads[i].fd, q->reads[i].buf, n, (off_t)q->reads[i].off), n);
	if (q->mode != SHORT || q->put % 3)
		return n;
	memset(q->reads[i].buf, 0x5a, n);
	return n / 2;
}

static void submit(void *ctx, int fd, void *buf, size_t n, uint64_t off)
{
	struct queue *q = ctx;
	const unsigned i = q->put++ % PDATA_ASYNC_READS_MAX;

	CHECK(q->put - q->take <= PDATA_ASYNC_READS_MAX);
	q->reads[i].fd = fd;
	q->reads[i].buf = buf;
	q->reads[i].n = n;
	q->reads[i].off = off;
	q->bytes += n;
	if (q->mode == AT_ONCE)
		do_read(q, i);
}

static size_t wait_for(void *ctx)
{
	struct queue *q = ctx;
	const unsigned i = q->take++ % PDATA_ASYNC_READS_MAX;

	CHECK(q->put >= q->take);
	return q->mode == AT_ONCE ? q->reads[i].n : do_read(q, i);
}

static void set_async(struct pdata_reader *r, struct queue *q)
{
	const struct pdata_async_read io = { sizeof(io), q, submit, wait_for };

	CHECK_I(pdata_reader_set_async_read(r, &io), 0);
}

static int save(const struct t_file *f)
{
	char path[4200];
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	t_save(test_dir(), "perf.data", f->bytes, f->len);
	fd = open(path, O_RDWR | O_CLOEXEC);
	CHECK(fd >= 0);
	return fd;
}

/* Samples with call chains of several lengths, in rounds, so that records end anywhere in a block. */
static void make(struct t_file *f, int swap)
{
	const struct t_event e = { .attr = t_attr(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID |
						  PDATA_SAMPLE_TIME | PDATA_SAMPLE_CALLCHAIN) };
	uint64_t ips[40];
	uint8_t buf[512];

	t_file_begin(f, &e, 1, swap, 0);
	for (uint64_t i = 0; i < SAMPLES; i++) {
		struct pdata_sample s = { .ip = i, .tid = 7, .time = 1000 + (i ^ 5) };
		int n;

		for (unsigned k = 0; k < 40; k++)
			ips[k] = i + k;
		s.ips = (struct pdata_view){ .data = (const uint8_t *)ips, .nr = i * 7 % 40 };
		s.nr_ips = s.ips.nr;
		n = pdata_sample_encode(2, &s, &e.attr, swap, buf, sizeof(buf));
		CHECK(n > 0);
		t_put(f, buf, (size_t)n);
		if (i % ROUND == ROUND - 1)
			t_raw(f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
	t_file_data_end(f);
}

/* Read both readers to the end; all they return must be equal. Return: number of records. */
static unsigned read_both(struct pdata_reader *plain, struct pdata_reader *async)
{
	const struct pdata_damage *p = pdata_reader_damage(plain), *a = pdata_reader_damage(async);
	struct pdata_record x, y;
	unsigned n = 0;
	int ret;

	while ((ret = pdata_reader_next(plain, &x)) == 1) {
		CHECK_I(pdata_reader_next(async, &y), 1);
		CHECK_U(y.type, x.type);
		CHECK_U(y.size, x.size);
		CHECK_U(y.off, x.off);
		CHECK_U(y.seq, x.seq);
		CHECK_U(y.time, x.time);
		CHECK_M(y.data, x.data, x.size);
		n++;
	}
	CHECK_I(pdata_reader_next(async, &y), ret);
	CHECK_U(a->nr, p->nr);
	CHECK_U(a->skipped_bytes, p->skipped_bytes);
	CHECK_I(a->first.code, p->first.code);
	CHECK_U(a->first.off, p->first.off);
	return n;
}

/* Read the file @fd in each mode and order. Return: number of records in one pass. */
static unsigned compare(int fd, const struct pdata_open_opts *o, bool submits)
{
	unsigned first = 0, n;

	for (enum mode mode = AT_ONCE; mode <= FAILS; mode++) {
		struct queue q = { .mode = mode };
		struct pdata_reader *plain, *async;

		CHECK_I(pdata_reader_open_fd(&plain, fd, o, NULL), 0);
		CHECK_I(pdata_reader_open_fd(&async, fd, o, NULL), 0);
		set_async(async, &q);
		n = read_both(plain, async);
		CHECK(!first || n == first);
		first = n;
		CHECK_I(pdata_reader_rewind(plain), 0);
		CHECK_I(pdata_reader_rewind(async), 0);
		CHECK_I(q.put, q.take);
		CHECK_U(read_both(plain, async), n);
		CHECK(!submits == !q.bytes);
		pdata_reader_close(plain);
		pdata_reader_close(async);
		CHECK_I(q.put, q.take);
	}
	return first;
}

TEST(async_reads_return_the_same_records)
{
	struct pdata_open_opts in_time = PDATA_OPEN_OPTS_INIT;

	in_time.order = PDATA_ORDER_TIME;
	for (int swap = 0; swap <= 1; swap++) {
		struct t_file f;
		int fd;

		make(&f, swap);
		fd = save(&f);
		CHECK_U(compare(fd, NULL, true), SAMPLES + SAMPLES / ROUND);
		CHECK_U(compare(fd, &in_time, false), SAMPLES + SAMPLES / ROUND);
		close(fd);
		t_file_free(&f);
	}
}

TEST(async_reads_return_the_same_damage)
{
	struct t_file f;
	size_t len;
	int fd;

	make(&f, 0);
	len = f.len;
	for (size_t at = len / 3; at < len / 3 + 300000; at++)
		f.bytes[at] = (uint8_t)(at * 31);
	for (size_t cut = 0; cut < 900000; cut += 299993) {
		f.len = len - cut;
		fd = save(&f);
		CHECK(compare(fd, NULL, true) > SAMPLES / 2);
		close(fd);
	}
	t_file_free(&f);
}

#ifdef HAVE_XXHASH
TEST(async_reads_of_chunks_are_verified)
{
	struct pdata_reader *plain, *async;
	struct queue q = { .mode = LATE };
	struct t_file f;
	int fd;

	make(&f, 0);
	fd = save(&f);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	CHECK_U(compare(fd, NULL, true), SAMPLES + SAMPLES / ROUND);
	/* A range of time: chunks before it and after it are left out. */
	CHECK_I(pdata_reader_open_fd(&plain, fd, NULL, NULL), 0);
	CHECK_I(pdata_reader_open_fd(&async, fd, NULL, NULL), 0);
	set_async(async, &q);
	read_both(plain, async);
	for (int i = 0; i < 2; i++) {
		CHECK_I(pdata_reader_rewind(plain), 0);
		CHECK_I(pdata_reader_rewind(async), 0);
		CHECK_I(pdata_reader_set_time(plain, 30000, 40000), 1);
		CHECK_I(pdata_reader_set_time(async, 30000, 40000), 1);
		CHECK(read_both(plain, async) < SAMPLES * 3 / 4);
	}
	pdata_reader_close(plain);
	pdata_reader_close(async);
	/* One chunk is damaged. */
	CHECK_I(pwrite(fd, "damage", 6, (off_t)f.len / 2), 6);
	CHECK(compare(fd, NULL, true) > SAMPLES / 2);
	close(fd);
	t_file_free(&f);
}
#endif

TEST(async_reads_can_begin_and_end_at_any_record)
{
	struct queue q = { .mode = AT_ONCE };
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file f;
	unsigned n;
	int fd;

	make(&f, 0);
	fd = save(&f);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	for (n = 0; pdata_reader_next(r, &rec) == 1; n++) {
		CHECK_U(rec.seq, n);
		if (n % 3000 == 1000)
			set_async(r, &q);
		if (n % 3000 == 2000) {
			CHECK_I(pdata_reader_set_async_read(r, NULL), 0);
			CHECK_I(q.put, q.take);
		}
	}
	CHECK_U(n, SAMPLES + SAMPLES / ROUND);
	CHECK(q.bytes > f.len / 3);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
}

TEST(async_reads_need_a_file_and_both_functions)
{
	struct pdata_async_read io = { sizeof(io), NULL, submit, NULL };
	struct queue q = { .mode = AT_ONCE };
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file f;

	make(&f, 0);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_set_async_read(r, &io), PDATA_E_ARG);
	io.submit = NULL;
	io.wait = wait_for;
	CHECK_I(pdata_reader_set_async_read(r, &io), PDATA_E_ARG);
	io.submit = submit;
	io.size = 8;
	CHECK_I(pdata_reader_set_async_read(r, &io), PDATA_E_ARG);
	set_async(r, &q);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(q.bytes, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}
