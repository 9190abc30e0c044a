/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory of an index: what takes more than a bound lies in a file, and the trailer is the same. */
#include "t_file.h"
#include "t_memory.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <pdata/trailer.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#ifdef HAVE_XXHASH
#define BATCH 1000u	  /* forks that the bytes below are of */
#define LEAST 16384u	  /* bytes of memory, the least that an indexer takes */
#define FORKS 200000u	  /* FORKS=N asks for more: a day of 100 a second is 8640000 */
#define MEMORY (1u << 20) /* that an index may take of them */
/* What everything else takes: zstd twice, counts over time, buffers. */
#define BESIDE ((rlim_t)10 << 20)

static int new_file(void)
{
	int fd = open(test_dir(), O_TMPFILE | O_RDWR, 0600);

	CHECK(fd >= 0);
	return fd;
}

/* A process that comes, maps a file and goes; a sample between any two of its records makes a span of each. */
static void one_fork(struct t_file *f, uint32_t pid)
{
	const struct t_event *e = &t_two_events[pid % 2];
	const struct pdata_value fork = { .u.task = { .pid = pid,
						      .ppid = 1,
						      .tid = pid,
						      .ptid = 1 } },
				 comm = { .u.comm = { .pid = pid, .tid = pid, .comm = "child" } },
				 map = { .u.mmap2 = { .pid = pid,
						      .tid = pid,
						      .addr = 4096ull * pid,
						      .len = 4096,
						      .prot = 5,
						      .flags = 2,
						      .filename = "/usr/bin/child" } };

	t_record(f, PDATA_RECORD_FORK, 0, &fork, e);
	t_sample_of(f, e, pid, 100 + pid);
	t_record(f, PDATA_RECORD_COMM, 0, &comm, e);
	t_sample_of(f, e, pid, 100 + pid);
	t_record(f, PDATA_RECORD_MMAP2, 0, &map, e);
	t_sample_of(f, e, pid, 100 + pid);
	t_record(f, PDATA_RECORD_EXIT, 0, &fork, e);
	t_sample_of(f, e, pid, 100 + pid);
}

/* The bytes of BATCH forks after a header. */
static void make_batch(struct t_file *f, int swap)
{
	t_file_begin(f, t_two_events, 2, swap, 0);
	for (uint32_t i = 0; i < BATCH; i++)
		one_fork(f, i + 2);
}

static struct pdata_indexer *new_indexer(const struct t_file *f, int spill, size_t memory)
{
	struct pdata_indexer *x;

	CHECK_I(pdata_indexer_new(&x, f->data_off, f->swap), 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK_I(pdata_indexer_event(x, &t_two_events[i].attr, t_two_events[i].ids,
					    t_two_events[i].nr_ids),
			0);
	if (spill >= 0)
		CHECK_I(pdata_indexer_spill(x, spill, memory), 0);
	return x;
}

/* A file of so many batches and its trailer, both made as a recorder does. Return: what failed, or 0. */
static int write_all(const struct t_file *f, unsigned batches, int fd, int spill, size_t memory)
{
	const size_t len = f->len - f->data_off;
	const uint64_t size = (uint64_t)len * batches;
	struct pdata_indexer *x = new_indexer(f, spill, memory);
	int64_t n = 0;
	int ret;

	CHECK_I(pwrite(fd, f->bytes, f->data_off, 0), (long long)f->data_off);
	CHECK_I(pwrite(fd, f->swap ? &(uint64_t){ __builtin_bswap64(size) } : &size, 8, 48), 8);
	for (unsigned i = 0; i < batches && n >= 0; i++) {
		CHECK_I(pwrite(fd, f->bytes + f->data_off, len, (off_t)(f->data_off + i * len)),
			(long long)len);
		n = pdata_indexer_add(x, f->bytes + f->data_off, len, NULL);
	}
	ret = n < 0 ? (int)n : pdata_index_write(fd, x, 0, NULL, 0, NULL);
	pdata_indexer_free(x);
	return ret;
}

static void same_bytes(int a, int b)
{
	const off_t size = lseek(a, 0, SEEK_END);
	static uint8_t x[65536], y[65536];

	CHECK_I(lseek(b, 0, SEEK_END), size);
	for (off_t at = 0; at < size; at += (off_t)sizeof(x)) {
		const ssize_t n = pread(a, x, sizeof(x), at);

		CHECK_I(pread(b, y, sizeof(y), at), n);
		CHECK_I(memcmp(x, y, (size_t)n), 0);
	}
}

TEST(a_trailer_is_the_same_whatever_memory_its_index_may_take)
{
	static const size_t memory[] = { 0, LEAST, 100000, MEMORY };

	for (int swap = 0; swap < 2; swap++) {
		struct t_file f = { 0 };
		int whole = new_file();

		make_batch(&f, swap);
		CHECK_I(write_all(&f, 20, whole, -1, 0), 0);
		for (size_t i = 0; i < sizeof(memory) / sizeof(*memory); i++) {
			int fd = new_file(), spill = new_file();

			CHECK_I(write_all(&f, 20, fd, spill, memory[i]), 0);
			same_bytes(whole, fd);
			/* It was put to use where there was more than fits. */
			if (memory[i] <= LEAST)
				CHECK(lseek(spill, 0, SEEK_END) > 1000000);
			close(spill);
			close(fd);
		}
		close(whole);
		t_file_free(&f);
	}
}

TEST(what_an_indexer_that_spilled_hands_out_is_what_it_took_in)
{
	struct t_file f = { 0 };
	struct pdata_sideband side[2];
	struct pdata_index index[2];
	struct pdata_indexer *x[2];
	int spill = new_file();

	make_batch(&f, 0);
	for (int i = 0; i < 2; i++) {
		x[i] = new_indexer(&f, i ? spill : -1, LEAST);
		for (unsigned k = 0; k < 20; k++)
			CHECK(pdata_indexer_add(x[i], f.bytes + f.data_off, f.len - f.data_off,
						NULL) > 0);
		CHECK_I(pdata_indexer_finish(x[i], &index[i], &side[i]), 0);
	}
	CHECK_U(side[1].nr, 20 * BATCH * 4);
	CHECK_U(side[0].nr, side[1].nr);
	CHECK_I(memcmp(side[0].spans, side[1].spans, side[0].nr * sizeof(*side[0].spans)), 0);
	CHECK(index[1].nr_chunks > 4);
	CHECK_U(index[0].nr_chunks, index[1].nr_chunks);
	for (uint32_t i = 0; i < index[0].nr_chunks; i++) {
		const struct pdata_chunk *a = &index[0].chunks[i], *b = &index[1].chunks[i];

		CHECK_U(a->off, b->off);
		CHECK_U(a->xxh3, b->xxh3);
		CHECK_U(a->nr_counts, b->nr_counts);
		CHECK_I(memcmp(a->counts, b->counts, a->nr_counts * sizeof(*a->counts)), 0);
	}
	pdata_indexer_free(x[0]);
	pdata_indexer_free(x[1]);
	close(spill);
	t_file_free(&f);
}

TEST(a_file_to_spill_into_comes_before_the_data)
{
	struct t_file f = { 0 };
	struct pdata_indexer *x;
	int spill = new_file();

	make_batch(&f, 0);
	x = new_indexer(&f, -1, 0);
	CHECK_I(pdata_indexer_add(x, f.bytes + f.data_off, 4, NULL), 4);
	CHECK_I(pdata_indexer_spill(x, spill, LEAST), PDATA_E_ARG);
	pdata_indexer_free(x);
	close(spill);
	t_file_free(&f);
}

TEST(a_file_that_cannot_be_written_ends_the_index_with_the_cause)
{
	int full = open("/dev/full", O_RDWR), n = 0;
	struct pdata_error err = { .field = "" };
	struct t_file f = { 0 };
	struct pdata_indexer *x;

	make_batch(&f, 0);
	x = new_indexer(&f, full, LEAST);
	while (n >= 0)
		n = (int)pdata_indexer_add(x, f.bytes + f.data_off, f.len - f.data_off, &err);
	CHECK_I(n, PDATA_E_SYS);
	CHECK_I(err.sys_errno, ENOSPC);
	pdata_indexer_free(x);
	close(full);
	n = 0;
	CHECK_I(pdata_indexer_new(&x, f.data_off, 0), 0);
	CHECK_I(pdata_indexer_spill(x, -1, LEAST), 0);
	while (n >= 0)
		n = (int)pdata_indexer_add(x, f.bytes + f.data_off, f.len - f.data_off, &err);
	CHECK_I(n, PDATA_E_NOMEM);
	pdata_indexer_free(x);
	t_file_free(&f);
}

#ifdef T_MEMORY_COUNTS
/* The first without the file fails for want of the memory that the second does without. */
TEST(an_index_of_a_storm_of_forks_takes_bounded_memory)
{
	const char *forks = getenv("FORKS");
	const unsigned batches = (forks ? (unsigned)strtoul(forks, NULL, 0) : FORKS) / BATCH;
	const rlim_t room = t_data_bytes() + MEMORY + BESIDE;
	int whole = new_file(), fd = new_file(), spill = new_file();
	struct t_file f = { 0 };

	make_batch(&f, 0);
	t_limit_data(room);
	if (t_limit_holds(room))
		CHECK_I(write_all(&f, batches, whole, -1, 0), PDATA_E_NOMEM);
	CHECK_I(write_all(&f, batches, fd, spill, MEMORY), 0);
	t_limit_data(RLIM_INFINITY);
	CHECK_I(write_all(&f, batches, whole, -1, 0), 0);
	same_bytes(whole, fd);
	close(whole);
	close(fd);
	close(spill);
	t_file_free(&f);
}
#endif
#endif
