/* SPDX-License-Identifier: BSD-2-Clause */
/* Time order of whole files: bytes that wait stay what they are, in bounds that the caller sets. */

#include "reader/reader.h"
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#define SAMPLES 40000u
#define RAW 120u

static const uint64_t bits = PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME | PDATA_SAMPLE_RAW;
static uint64_t state = 88172645463325252ull;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* A sample whose raw bytes follow from its ip. */
static void put_sample(struct t_file *f, const struct t_event *e, uint64_t ip, uint64_t time)
{
	struct pdata_sample s = { .ip = ip, .time = time, .raw_size = RAW + 4 };
	uint8_t raw[RAW + 4], buf[512];
	int n;

	for (unsigned i = 0; i < sizeof(raw); i++)
		raw[i] = (uint8_t)(ip >> i % 3 * 8);
	s.raw = raw;
	n = pdata_sample_encode(2, &s, &e->attr, f->swap, buf, sizeof(buf));
	CHECK(n > 0);
	t_put(f, buf, (size_t)n);
}

static void check_sample(const struct pdata_record *rec, uint64_t *ip)
{
	struct pdata_sample s;

	CHECK_I(pdata_sample_decode(rec, ~0ull, &s, NULL), 0);
	CHECK_U(s.time, rec->time);
	CHECK_U(s.raw_size, RAW + 4);
	for (unsigned i = 0; i < RAW; i++)
		CHECK_U(s.raw[i], (uint8_t)(s.ip >> i % 3 * 8));
	*ip = s.ip;
}

/* Times go back by less than @jitter samples; a round after every @round samples, or none. */
static void make(struct t_file *f, const struct t_event *e, int swap, unsigned jitter,
		 unsigned round)
{
	t_file_begin(f, e, 1, swap, 0);
	for (unsigned i = 0; i < SAMPLES; i++) {
		put_sample(f, e, i, 1000000 + i - next_random() % jitter);
		if (round && i % round == round - 1)
			t_raw(f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
	t_file_data_end(f);
}

/* Read all; @ordered: no time may go back. Bytes held back are never more than @limit. */
static void read_back(const struct t_file *f, size_t window, int ordered, size_t limit)
{
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .order = PDATA_ORDER_TIME,
					   .window = window };
	static uint8_t seen[SAMPLES];
	struct pdata_reader *r = t_open(f, &o);
	struct pdata_record rec;
	uint64_t last = 0, ip;
	unsigned n = 0;

	memset(seen, 0, sizeof(seen));
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_SAMPLE)
			continue;
		check_sample(&rec, &ip);
		CHECK(ip < SAMPLES && !seen[ip]);
		seen[ip] = 1;
		CHECK(!ordered || rec.time >= last);
		CHECK(r->pool.bytes <= limit);
		last = rec.time;
		n++;
	}
	CHECK_U(n, SAMPLES);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	pdata_reader_close(r);
}

static struct t_event event(void)
{
	struct t_event e = { .attr = t_attr(bits) };

	return e;
}

TEST(rounds_order_a_file_of_many_blocks)
{
	struct t_event e = event();

	for (int swap = 0; swap <= 1; swap++) {
		struct t_file f;

		make(&f, &e, swap, 1000, 1000);
		read_back(&f, 0, 1, 4 << 20);
		t_file_free(&f);
	}
}

TEST(without_rounds_all_is_ordered_that_the_window_holds)
{
	struct t_event e = event();
	struct t_file f;

	make(&f, &e, 0, 2000, 0);
	read_back(&f, 0, 1, 16 << 20);
	read_back(&f, 4 << 20, 1, 8 << 20);
	t_file_free(&f);
}

TEST(a_window_too_small_for_the_disorder_loses_nothing)
{
	struct t_event e = event();
	struct t_file f;

	make(&f, &e, 1, SAMPLES, 0);
	read_back(&f, 2 << 20, 0, 8 << 20);
	read_back(&f, 1, 0, 8 << 20);
	t_file_free(&f);
}

/* One time that is far away holds its block, not those of all that follow. */
TEST(a_record_from_the_far_future_waits_alone)
{
	struct t_event e = event();
	struct t_file f;
	size_t first;

	make(&f, &e, 0, 1, 0);
	first = f.data_off + 16;
	t_set64(&f, first, 1ull << 62);
	read_back(&f, 4 << 20, 1, 8 << 20);
	t_file_free(&f);
}

TEST(records_without_a_time_come_where_they_are)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	struct t_event e = event();
	struct pdata_reader *r;
	struct pdata_record rec;
	uint64_t ip;
	struct t_file f;

	t_file_begin(&f, &e, 1, 0, 0);
	put_sample(&f, &e, 1, 20);
	put_sample(&f, &e, 2, 0);
	t_raw(&f, 200, "unknown!", 8);
	put_sample(&f, &e, 3, ~0ull);
	put_sample(&f, &e, 4, 10);
	t_file_data_end(&f);
	r = t_open(&f, &o);
	for (unsigned i = 0; i < 5; i++) {
		static const uint64_t want[] = { 2, 0, 3, 4, 1 };

		CHECK_I(pdata_reader_next(r, &rec), 1);
		if (want[i]) {
			check_sample(&rec, &ip);
			CHECK_U(ip, want[i]);
		} else {
			CHECK_U(rec.type, 200);
		}
	}
	CHECK_I(pdata_reader_next(r, &rec), 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* @nr samples of about a kibibyte. */
static void write_long_samples(const char *path, unsigned nr)
{
	static uint8_t raw[1004], rec[1100];
	struct t_event e = event();
	struct pdata_sample s = { .raw = raw, .raw_size = sizeof(raw) };
	struct t_file f;
	uint64_t size;
	int n, fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	CHECK(fd >= 0);
	t_file_begin(&f, &e, 1, 0, 0);
	t_file_data_end(&f);
	CHECK_I(write(fd, f.bytes, f.len), (long)f.len);
	for (unsigned i = 0; i < nr; i++) {
		s.ip = i;
		s.time = 1000000 + i - next_random() % 1000;
		n = pdata_sample_encode(2, &s, &e.attr, 0, rec, sizeof(rec));
		CHECK(n > 0);
		CHECK_I(write(fd, rec, (size_t)n), n);
	}
	size = (uint64_t)n * nr;
	CHECK_I(pwrite(fd, &size, sizeof(size), 48), sizeof(size));
	CHECK(!close(fd));
	t_file_free(&f);
}

/* AddressSanitizer keeps freed memory, so its builds have no tests of the peak memory. */
#if !defined(__SANITIZE_ADDRESS__)

#define LONG_SAMPLES (72u << 10)

/* Read the file until something else than a record comes, which is returned. */
static int read_long_samples(const char *path, size_t window, bool ordered, unsigned *nr)
{
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .order = PDATA_ORDER_TIME,
					   .window = window };
	static uint8_t seen[LONG_SAMPLES];
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;
	uint64_t last = 0;
	int ret;

	*nr = 0;
	CHECK_I(pdata_reader_open(&r, path, &o, NULL), 0);
	while ((ret = pdata_reader_next(r, &rec)) == 1) {
		CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
		CHECK_U(s.time, rec.time);
		CHECK(s.ip < LONG_SAMPLES && !seen[s.ip]);
		CHECK(!ordered || s.time >= last);
		seen[s.ip] = 1;
		last = s.time;
		++*nr;
	}
	pdata_reader_close(r);
	return ret;
}

/* KiB of memory that this process has had at most. */
static long peak(void)
{
	struct rusage use;

	CHECK(!getrusage(RUSAGE_SELF, &use));
	return use.ru_maxrss;
}

static void read_within(size_t window, bool ordered, long mib)
{
	char path[512];
	unsigned n;
	long before;

	snprintf(path, sizeof(path), "%s/long.data", test_dir());
	write_long_samples(path, LONG_SAMPLES);
	before = peak();
	CHECK_I(read_long_samples(path, window, ordered, &n), 0);
	CHECK_U(n, LONG_SAMPLES);
	CHECK(peak() - before < mib << 10);
}

TEST(time_order_takes_no_more_memory_than_its_window_and_32_mib)
{
	read_within(8 << 20, false, 8 + 32);
}

TEST(what_waits_long_does_so_in_the_file)
{
	read_within(0, true, 32); /* all 72 MiB wait */
}
#endif

/* What a recording that is being read is changed into. */
enum change { CUT, ZEROED, FILLED };

static void change_file(const char *path, enum change how)
{
	static uint8_t bytes[8 << 20];
	int fd = open(path, O_WRONLY);

	CHECK(fd >= 0);
	memset(bytes, how == FILLED ? 0xff : 0, sizeof(bytes));
	if (how == CUT)
		CHECK(!ftruncate(fd, 20 << 20));
	else
		CHECK_I(pwrite(fd, bytes, sizeof(bytes), 20 << 20), sizeof(bytes));
	CHECK(!close(fd));
}

TEST(records_that_are_changed_while_they_wait_are_an_error)
{
	for (enum change how = CUT; how <= FILLED; how++) {
		const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
		struct pdata_reader *r;
		struct pdata_record rec;
		char path[512];
		unsigned n = 0;
		int ret;

		snprintf(path, sizeof(path), "%s/long.data", test_dir());
		write_long_samples(path, 40u << 10);
		CHECK_I(pdata_reader_open(&r, path, &o, NULL), 0);
		while ((ret = pdata_reader_next(r, &rec)) == 1)
			if (!n++)
				change_file(path, how);
		CHECK_I(ret, PDATA_E_CUT);
		CHECK(n > 10000 && n < 21000);
		CHECK_I(pdata_reader_next(r, &rec), PDATA_E_CUT);
		pdata_reader_close(r);
	}
}

#ifdef HAVE_ZSTD
TEST(compressed_records_wait_for_their_time_as_well)
{
	static uint8_t out[65528];
	struct t_event e = event();
	struct t_file plain, f;

	make(&plain, &e, 0, 2000, 2000);
	t_file_begin(&f, &e, 1, 0, 0);
	for (size_t at = plain.data_off; at < plain.len;) {
		size_t n = plain.len - at < 50001 ? plain.len - at : 50001;
		size_t got = ZSTD_compress(out, sizeof(out), plain.bytes + at, n, 1);

		CHECK(!ZSTD_isError(got));
		t_raw(&f, PDATA_RECORD_COMPRESSED, out, got);
		at += n;
	}
	t_file_data_end(&f);
	read_back(&f, 0, 1, 12 << 20);
	read_back(&f, 1, 0, 12 << 20);
	t_file_free(&f);
	t_file_free(&plain);
}
#endif
