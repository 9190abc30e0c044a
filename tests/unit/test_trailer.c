/* SPDX-License-Identifier: BSD-2-Clause */
/* Trailers: what is written is read, what is changed is noticed, an index says what is in the data. */
#include "t_file.h"
#include "test.h"

#include <fcntl.h>
#include <pdata/trailer.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#ifdef HAVE_XXHASH
static const uint8_t ones[40] = { 1, 1, 1 };

static int64_t build(uint8_t **out, uint64_t off, int swap)
{
	const struct pdata_block_in in[] = {
		{ .type = 300, .data = (const uint8_t *)"abc", .len = 3 },
		{ .type = 301, .level = 1, .data = ones, .len = sizeof(ones) },
		{ .type = 302 }
	};

	return pdata_trailer_build(in, 3, off, swap, out);
}

/* A file of @off bytes and the trailer. */
static uint8_t *file_with_trailer(uint64_t off, int swap, size_t *len)
{
	uint8_t *t, *f;
	int64_t n = build(&t, off, swap);

	CHECK(n > 0);
	*len = off + (size_t)n;
	f = calloc(1, *len);
	memcpy(f + off, t, (size_t)n);
	pdata_free(t);
	return f;
}

/* All blocks can be read. */
static bool reads(const uint8_t *f, size_t len)
{
	struct pdata_trailer *t;
	const struct pdata_feature *b;
	bool ok = !pdata_trailer_open_mem(&t, f, len, NULL) &&
		  pdata_trailer_info(t)->nr_blocks == 3;

	for (uint32_t i = 0; i < 3 && ok; i++)
		ok = !pdata_trailer_read(t, i, &b, NULL);
	pdata_trailer_close(t);
	return ok;
}

TEST(checksum_is_the_published_xxh3)
{
	CHECK_U(pdata_xxh3("", 0), 0x2d06800538d394c2ull);
	CHECK_U(pdata_xxh3("a", 1), 0xe6c632b61e964e1full);
}

TEST(blocks_are_read_as_they_were_written)
{
	for (int swap = 0; swap < 2; swap++) {
		const struct pdata_feature *b;
		struct pdata_trailer *t;
		size_t len;
		uint8_t *f = file_with_trailer(101, swap, &len);

		CHECK_I(pdata_trailer_open_mem(&t, f, len, NULL), 0);
		CHECK_U(pdata_trailer_info(t)->off, 104);
		CHECK_U(pdata_trailer_info(t)->swap, (unsigned)swap);
		CHECK_I(pdata_trailer_find(t, 301, 0), 1);
		CHECK_I(pdata_trailer_find(t, 301, 2), PDATA_N_BLOCK);
		CHECK_I(pdata_trailer_read(t, 0, &b, NULL), 0);
		CHECK_U(b->len, 3);
		CHECK_M(b->data, "abc", 3);
		CHECK_I(pdata_trailer_read(t, 1, &b, NULL), 0);
		CHECK_U(b->len, sizeof(ones));
		CHECK_M(b->data, ones, sizeof(ones));
		CHECK_I(pdata_trailer_read(t, 3, &b, NULL), PDATA_N_BLOCK);
		pdata_trailer_close(t);
		free(f);
	}
}

TEST(every_changed_byte_of_a_trailer_is_noticed)
{
	size_t len;
	uint8_t *f = file_with_trailer(0, 0, &len);

	CHECK(reads(f, len));
	for (size_t i = 0; i < len; i++)
		for (int bit = 0; bit < 8; bit++) {
			f[i] ^= (uint8_t)(1 << bit);
			if (reads(f, len))
				test_fail(__FILE__, __LINE__, "bit %d of byte %zu", bit, i);
			f[i] ^= (uint8_t)(1 << bit);
		}
	for (size_t i = 0; i < len; i++)
		CHECK(!reads(f, i));
	free(f);
}

TEST(a_changed_footer_is_damage_and_not_absence)
{
	struct pdata_trailer *t;
	size_t len;
	uint8_t *f = file_with_trailer(0, 0, &len);

	for (size_t i = len - 48; i < len; i++) {
		f[i] ^= 0x40;
		CHECK_I(pdata_trailer_open_mem(&t, f, len, NULL), PDATA_E_TRAILER);
		f[i] ^= 0x40;
	}
	CHECK_I(pdata_trailer_open_mem(&t, f, len - 48, NULL), PDATA_N_BLOCK);
	free(f);
}

/* A file in the test's folder that has no name any more. */
static int fd_of(const uint8_t *bytes, size_t len)
{
	FILE *p = tmpfile();
	int fd = p ? dup(fileno(p)) : -1;

	CHECK(fd >= 0 && pwrite(fd, bytes, len, 0) == (ssize_t)len);
	fclose(p);
	return fd;
}

/* Wherever it is cut: blocks that are whole are there, the others are not. */
TEST(what_is_left_of_a_cut_trailer_is_read)
{
	for (int swap = 0; swap < 2; swap++) {
		size_t len;
		uint8_t *f = file_with_trailer(101, swap, &len);
		int fd = fd_of(f, len);
		uint32_t most = 0;

		for (size_t n = 108; n < len; n++) {
			const struct pdata_feature *b;
			struct pdata_trailer *t;
			struct pdata_error err;
			uint32_t nr;

			CHECK_I(ftruncate(fd, (off_t)n), 0);
			CHECK_I(pdata_trailer_open_at(&t, fd, 101, &err), 0);
			CHECK_U(pdata_trailer_info(t)->state, PDATA_TRAILER_CUT);
			CHECK_I(err.code, PDATA_E_TRAILER);
			CHECK_U(pdata_trailer_info(t)->off, 104);
			CHECK_U(pdata_trailer_info(t)->size, n - 104);
			nr = pdata_trailer_info(t)->nr_blocks;
			CHECK(nr >= most || n == 108);
			most = nr;
			for (uint32_t i = 0; i < nr; i++)
				CHECK_I(pdata_trailer_read(t, i, &b, NULL), 0);
			pdata_trailer_close(t);
			CHECK_I(ftruncate(fd, 0), 0);
			CHECK(pwrite(fd, f, n + 1, 0) == (ssize_t)n + 1);
		}
		CHECK_U(most, 3);
		close(fd);
		free(f);
	}
}

TEST(a_trailer_is_found_in_front_of_other_bytes)
{
	for (int swap = 0; swap < 2; swap++) {
		struct pdata_trailer *t;
		struct pdata_error err;
		size_t len;
		uint8_t *f = file_with_trailer(101, swap, &len);
		int fd = fd_of(f, len);

		/* A second footer leads to blocks that do not end there. */
		CHECK(pwrite(fd, f + len - 48, 48, (off_t)len) == 48);
		CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), PDATA_E_TRAILER);
		CHECK_I(pdata_trailer_open_at(&t, fd, 101, &err), 0);
		CHECK_U(pdata_trailer_info(t)->state, PDATA_TRAILER_WHOLE);
		CHECK_U(pdata_trailer_info(t)->off + pdata_trailer_info(t)->size, len);
		CHECK_U(pdata_trailer_info(t)->nr_blocks, 3);
		CHECK_I(err.code, 0);
		pdata_trailer_close(t);
		close(fd);
		free(f);
	}
}

/* A file of two events with @nr samples each, in a directory of the test. */
static int make_file(int swap, unsigned nr, struct t_file *f)
{
	char path[4096];
	int fd;

	t_file_begin(f, t_two_events, 2, swap, 0);
	for (unsigned i = 0; i < nr; i++) {
		const struct pdata_value comm = { .u.comm = { .comm = "x", .pid = i, .tid = i } };

		if (i % 1000 == 0)
			t_record(f, PDATA_RECORD_COMM, 0, &comm, &t_two_events[0]);
		t_sample_of(f, &t_two_events[0], 0x1000 + i, 100 + i);
		t_sample_of(f, &t_two_events[1], 0x2000 + i, 100 + i);
	}
	t_file_data_end(f);
	snprintf(path, sizeof(path), "%s/file", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	CHECK_I(write(fd, f->bytes, f->len), (long long)f->len);
	return fd;
}

static void check_chunks(const struct pdata_index *x, const uint8_t *bytes, unsigned nr)
{
	uint64_t at = x->data_off, samples[2] = { 0 }, records = 0;

	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		const struct pdata_chunk *c = &x->chunks[i];

		CHECK_U(c->off, at);
		CHECK(c->len >= PDATA_CHUNK_BYTES || i + 1 == x->nr_chunks);
		CHECK_U(c->xxh3, pdata_xxh3(bytes + c->off, c->len));
		CHECK(c->first_time >= 100 && c->last_time < 100 + nr &&
		      c->first_time <= c->last_time);
		CHECK_U(c->flags, PDATA_CHUNK_ALONE);
		for (uint32_t k = 0; k < c->nr_counts; k++)
			samples[c->counts[k].event] += c->counts[k].nr_samples;
		records += c->nr_records;
		at += c->len;
	}
	CHECK_U(at, x->data_off + x->data_size);
	CHECK_U(samples[0], nr);
	CHECK_U(samples[1], nr);
	CHECK_U(records, 2 * nr + nr / 1000);
	CHECK_U(x->chunks[0].first_time, 100);
	CHECK_U(x->chunks[x->nr_chunks - 1].last_time, 100 + nr - 1);
}

TEST(an_index_says_where_records_and_times_are)
{
	for (int swap = 0; swap < 2; swap++) {
		const unsigned nr = 20000;
		const struct pdata_feature *b;
		const struct pdata_index *x;
		struct pdata_trailer *t;
		struct pdata_reader *r;
		struct t_file f;
		int fd = make_file(swap, nr, &f);

		CHECK_I(pdata_index_write(fd, NULL, 1, NULL, 0, NULL), 0);
		CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
		CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
		CHECK_U(pdata_trailer_info(t)->swap, (unsigned)swap);
		CHECK_I(pdata_trailer_index(t, pdata_reader_info(r), &x, NULL), 0);
		CHECK(x->nr_chunks > 1);
		check_chunks(x, f.bytes, nr);
		CHECK_I(pdata_trailer_read(t,
					   (uint32_t)pdata_trailer_find(t, PDATA_BLOCK_SIDEBAND, 0),
					   &b, NULL),
			0);
		CHECK_U(b->u.sideband.nr, nr / 1000);
		CHECK_U(b->u.sideband.spans[0].off, f.data_off);
		pdata_trailer_close(t);
		pdata_reader_close(r);
		close(fd);
		t_file_free(&f);
	}
}

/* How many samples of the first event are not there; @said: places of damage. */
static unsigned missing(int fd, unsigned nr, uint64_t *said)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	uint8_t *seen = calloc(nr, 1);
	unsigned lost = nr;

	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1) {
		struct pdata_sample s;

		if (rec.type != PDATA_RECORD_SAMPLE || pdata_sample_decode(&rec, ~0ull, &s, NULL) ||
		    s.time < 100 || s.time >= 100 + nr || s.ip != 0x1000 + s.time - 100)
			continue;
		lost -= !seen[s.time - 100];
		seen[s.time - 100] = 1;
	}
	*said = pdata_reader_damage(r)->nr;
	pdata_reader_close(r);
	free(seen);
	return lost;
}

/* Where the last four records of a chunk begin. */
static void last_records(const struct t_file *f, const struct pdata_chunk *c, uint64_t last[4])
{
	for (uint64_t at = c->off, i = 0; at < c->off + c->len; i++) {
		uint16_t size;

		memcpy(&size, f->bytes + at + 6, sizeof(size));
		last[i % 4] = at;
		at += size;
	}
}

/* The last records of a chunk claim all kinds of sizes, with and without a payload. */
TEST(a_changed_chunk_takes_nothing_of_the_next)
{
	static const struct {
		uint32_t type;
		uint16_t misc, size;
	} lies[] = { { PDATA_RECORD_SAMPLE, 0, 0xfff8 },
		     { PDATA_RECORD_SAMPLE, 0, 0x1234 },
		     { PDATA_RECORD_SAMPLE, 0, 0 },
		     { PDATA_RECORD_COMPRESSED, 0, 61 },
		     { PDATA_RECORD_AUXTRACE, 0, 48 },
		     { PDATA_RECORD_TRACING_DATA, 0, 12 },
		     { 0x8009, 3, 64 },
		     { PDATA_RECORD_HEADER_FEATURE, 0, 0xfff1 } };
	const unsigned nr = 40000;
	const struct pdata_index *x;
	const struct pdata_feature *b;
	struct pdata_trailer *t;
	uint64_t last[4];
	struct t_file f;
	int fd = make_file(0, nr, &f);

	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	CHECK_I(pdata_trailer_read(t, (uint32_t)pdata_trailer_find(t, PDATA_BLOCK_INDEX, 0), &b,
				   NULL),
		0);
	x = &b->u.index;
	CHECK(x->nr_chunks > 2);
	last_records(&f, &x->chunks[0], last);
	for (size_t i = 0; i < sizeof(lies) / sizeof(*lies); i++) {
		for (unsigned k = 0; k < 4; k++) {
			uint64_t head = lies[i].type | (uint64_t)lies[i].misc << 32 |
					(uint64_t)lies[i].size << 48,
				 was, said;

			CHECK_I(pread(fd, &was, 8, (off_t)last[k]), 8);
			CHECK_I(pwrite(fd, &head, 8, (off_t)last[k]), 8);
			CHECK(missing(fd, nr, &said) <= 4);
			CHECK(said > 0);
			CHECK_I(pwrite(fd, &was, 8, (off_t)last[k]), 8);
		}
	}
	pdata_trailer_close(t);
	close(fd);
	t_file_free(&f);
}

TEST(indexing_again_changes_nothing_and_keeps_other_blocks)
{
	const struct pdata_block_in more = {
		.type = 400, .level = 1, .data = ones, .len = sizeof(ones)
	};
	struct t_file f;
	int fd = make_file(0, 10, &f);
	struct pdata_trailer *t;
	off_t size;

	CHECK_I(pdata_index_write(fd, NULL, 0, &more, 1, NULL), 0);
	size = lseek(fd, 0, SEEK_END);
	CHECK_I(pdata_index_write(fd, NULL, 1, NULL, 0, NULL), 0);
	CHECK_I(lseek(fd, 0, SEEK_END), size);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	CHECK_I(pdata_trailer_find(t, 400, 0), 5);
	pdata_trailer_close(t);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	CHECK(lseek(fd, 0, SEEK_END) < size);
	close(fd);
	t_file_free(&f);
}

TEST(an_index_of_other_data_does_not_count)
{
	const struct pdata_index *x;
	struct pdata_trailer *t;
	struct pdata_reader *r;
	struct t_file f;
	uint64_t size;
	int fd = make_file(0, 10, &f);

	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	size = f.len - f.data_off - 8;
	CHECK_I(pwrite(fd, &size, 8, 48), 8);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	CHECK_I(pdata_trailer_index(t, pdata_reader_info(r), &x, NULL), PDATA_E_TRAILER);
	pdata_trailer_close(t);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
}

TEST(an_index_says_how_many_samples_there_are_over_time)
{
	for (int swap = 0; swap < 2; swap++) {
		const unsigned nr = 20000;
		const struct pdata_times *t;
		struct pdata_reader *r;
		struct t_file f;
		int fd = make_file(swap, nr, &f);

		CHECK_I(pdata_index_write(fd, NULL, 1, NULL, 0, NULL), 0);
		CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
		CHECK_U(pdata_reader_index(r)->data_off, f.data_off);
		t = pdata_reader_times(r);
		CHECK_U(t->first, 100);
		CHECK_U(t->last, 100 + nr - 1);
		CHECK_U(t->width, 1000);
		CHECK_U(t->nr, 21); /* 100 to 999, 19 times 1000, 20000 to 20099 */
		CHECK_U(t->slices[0].counts[1].nr_samples, 900);
		CHECK_U(t->slices[7].slice, 7);
		CHECK_U(t->slices[7].counts[0].nr_samples, 1000);
		CHECK_U(t->slices[20].counts[0].nr_samples, 100);
		pdata_reader_close(r);
		close(fd);
		t_file_free(&f);
	}
}

/* Of records of a time: how many samples, how many others, and the sum of their bytes. */
struct seen {
	uint64_t samples, others, sum;
};

static struct seen read_time(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	struct seen s = { 0 };
	struct pdata_record rec;

	while (pdata_reader_next(r, &rec) == 1) {
		const bool sample = rec.type == PDATA_RECORD_SAMPLE;

		if (sample && (rec.time < from || rec.time > to))
			continue;
		s.samples += sample;
		s.others += !sample;
		s.sum += pdata_xxh3(rec.data, rec.size);
	}
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	return s;
}

TEST(reading_a_time_gives_what_reading_all_gives)
{
	static const uint64_t times[][2] = {
		{ 0, 50 }, { 100, 100 }, { 5000, 5100 }, { 9000, 15000 }, { 20099, 30000 }
	};

	for (int swap = 0; swap < 2; swap++) {
		struct t_file f;
		int fd = make_file(swap, 20000, &f);

		CHECK_I(pdata_index_write(fd, NULL, 1, NULL, 0, NULL), 0);
		for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
			struct seen all, some, again;
			struct pdata_reader *r;

			CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
			all = read_time(r, times[i][0], times[i][1]);
			CHECK_I(pdata_reader_rewind(r), 0);
			CHECK_I(pdata_reader_set_time(r, times[i][0], times[i][1]), 1);
			some = read_time(r, times[i][0], times[i][1]);
			CHECK_I(pdata_reader_rewind(r), 0);
			CHECK_I(pdata_reader_set_time(r, 0, UINT64_MAX), 1);
			again = read_time(r, times[i][0], times[i][1]);
			pdata_reader_close(r);
			CHECK_U(some.samples, all.samples);
			CHECK_U(some.others, 20);
			CHECK_U(some.sum, all.sum);
			CHECK_U(again.sum, all.sum);
		}
		close(fd);
		t_file_free(&f);
	}
}

/* Read all records. Return: the number of records whose id belongs to no event. */
static uint64_t count_unknown_ids(struct pdata_reader *r)
{
	const struct pdata_damage *d = pdata_reader_damage(r);
	const struct pdata_damage_kind *k;
	struct pdata_record rec;

	while (pdata_reader_next(r, &rec) == 1)
		;
	k = pdata_reader_damage_kind(r, 0);
	CHECK_U(d->nr, d->unknown_ids);
	CHECK_U(d->nr, k ? k->nr : 0);
	CHECK_I(d->first.code, d->nr ? PDATA_E_NOEVENT : 0);
	return d->nr;
}

TEST(damage_of_a_selected_time_is_counted_once_after_all_was_read)
{
	struct t_event unknown = t_two_events[0];
	struct pdata_reader *r;
	struct t_file f;
	int fd;

	unknown.ids[0] = 4711;
	t_file_begin(&f, t_two_events, 2, 0, 0);
	for (unsigned i = 0; i < 40000; i++)
		t_sample_of(&f, i % 30000 ? &t_two_events[0] : &unknown, 0x1000 + i, 100 + i);
	t_file_data_end(&f);
	fd = fd_of(f.bytes, f.len);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_U(count_unknown_ids(r), 2);
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_reader_set_time(r, 0, UINT64_MAX), 1);
	CHECK_U(count_unknown_ids(r), 2);
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_U(count_unknown_ids(r), 2);
	/* The first chunk and the last one have one of these records each. */
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_reader_set_time(r, 40000, UINT64_MAX), 1);
	CHECK_U(count_unknown_ids(r), 1);
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_reader_set_time(r, 0, 200), 1);
	CHECK_U(count_unknown_ids(r), 1);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
}

/* Read records until the end, but at most @max. Return: number of build ids known then. */
static uint32_t count_build_ids(struct pdata_reader *r, unsigned max)
{
	const struct pdata_feature *f;
	struct pdata_record rec;

	for (unsigned i = 0; i < max && pdata_reader_next(r, &rec) == 1; i++)
		;
	return pdata_reader_feature(r, PDATA_FEAT_BUILD_ID, &f, NULL) ? 0 : f->u.build_ids.nr;
}

TEST(build_ids_of_records_are_listed_once_after_a_time_was_selected)
{
	static const uint8_t id[PDATA_BUILD_ID_MAX] = { 1, 2, 3 };
	const struct pdata_value v = {
		.u.build_id = { .pid = -1, .build_id = id, .id_size = 20, .filename = "/bin/a" }
	};
	struct pdata_reader *r;
	struct t_file f;
	int fd;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	for (unsigned i = 0; i < 40000; i++) {
		if (i == 10 || i == 39990)
			t_record(&f, PDATA_RECORD_BUILD_ID,
				 PDATA_CPUMODE_USER | PDATA_MISC_BUILD_ID_SIZE, &v, NULL);
		t_sample_of(&f, &t_two_events[0], 0x1000 + i, 100 + i);
	}
	t_file_data_end(&f);
	fd = fd_of(f.bytes, f.len);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_U(count_build_ids(r, UINT32_MAX), 2);
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_reader_set_time(r, 0, 200), 1);
	CHECK_U(count_build_ids(r, UINT32_MAX), 2);
	pdata_reader_close(r);
	/* The first pass ends between both records. */
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_U(count_build_ids(r, 100), 1);
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_reader_set_time(r, 39990, 40000), 1);
	CHECK_U(count_build_ids(r, UINT32_MAX), 2);
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_reader_set_time(r, 0, UINT64_MAX), 1);
	CHECK_U(count_build_ids(r, 100), 2);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
}

/* Copies that are not whole: the rest is read where it is. */
TEST(side_band_without_copies_is_read_from_the_file)
{
	struct t_file f;
	int fd = make_file(0, 20000, &f);
	struct pdata_trailer *t;
	struct pdata_reader *r;
	struct seen some;
	int64_t i;
	uint32_t type = 999;

	CHECK_I(pdata_index_write(fd, NULL, 1, NULL, 0, NULL), 0);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	i = pdata_trailer_find(t, PDATA_BLOCK_COPIES, 0);
	if (i >= 0) { /* a build without zstd has none */
		const uint64_t off = pdata_trailer_block(t, (uint32_t)i)->off;

		CHECK_I(pwrite(fd, &type, 4, (off_t)off + 4), 4);
	}
	pdata_trailer_close(t);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_I(pdata_reader_set_time(r, 5000, 5100), 1);
	some = read_time(r, 5000, 5100);
	CHECK_U(some.samples, 202);
	CHECK_U(some.others, 20);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
}

static void index_in_pieces(const struct t_file *f, int fd, int swap, size_t piece)
{
	const uint64_t size = f->len - f->data_off;
	struct pdata_sample_time times;
	struct pdata_indexer *x;
	struct pdata_error err;

	CHECK_I(pdata_indexer_new(&x, f->data_off, swap), 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK_I(pdata_indexer_event(x, &t_two_events[i].attr, t_two_events[i].ids,
					    t_two_events[i].nr_ids),
			0);
	for (uint64_t at = 0; at < size; at += piece) {
		const size_t n = size - at < piece ? (size_t)(size - at) : piece;

		CHECK_I(pdata_indexer_add(x, f->bytes + f->data_off + at, n, &err), (long long)n);
		CHECK_U(pdata_indexer_taken(x), at + n);
	}
	CHECK_U(pdata_indexer_nr_samples(x), 2 * 30000);
	pdata_indexer_sample_time(x, &times);
	CHECK_U(times.first, 100);
	CHECK_U(times.last, 100 + 30000 - 1);
	CHECK_I(pdata_index_write(fd, x, 0, NULL, 0, NULL), 0);
	pdata_indexer_free(x);
}

TEST(an_index_is_the_same_however_its_bytes_come)
{
	static const size_t pieces[] = { 1, 7, 61, 4096, 70001, 1 << 30 };

	for (int swap = 0; swap < 2; swap++) {
		struct t_file f;
		int fd = make_file(swap, 30000, &f);
		uint8_t *whole, *other;
		off_t size;

		CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
		size = lseek(fd, 0, SEEK_END);
		whole = malloc((size_t)size);
		other = malloc((size_t)size);
		CHECK_I(pread(fd, whole, (size_t)size, 0), size);
		for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
			index_in_pieces(&f, fd, swap, pieces[i]);
			CHECK_I(lseek(fd, 0, SEEK_END), size);
			CHECK_I(pread(fd, other, (size_t)size, 0), size);
			CHECK_I(memcmp(whole, other, (size_t)size), 0);
		}
		free(whole);
		free(other);
		close(fd);
		t_file_free(&f);
	}
}

TEST(what_was_indexed_beyond_the_data_is_no_index_of_it)
{
	struct t_file f;
	int fd = make_file(0, 30000, &f);
	const uint8_t more[16] = { [0] = 68, [6] = 8, [8] = 68, [14] = 8 }; /* FINISHED_ROUND */
	struct pdata_indexer *x;

	CHECK_I(pdata_indexer_new(&x, f.data_off, 0), 0);
	CHECK_I(pdata_indexer_add(x, f.bytes + f.data_off, f.len - f.data_off, NULL),
		(long long)(f.len - f.data_off));
	CHECK_I(pdata_indexer_add(x, more, sizeof(more), NULL), sizeof(more));
	CHECK_I(pdata_index_write(fd, x, 0, NULL, 0, NULL), PDATA_E_ARG);
	CHECK_I(lseek(fd, 0, SEEK_END), (long long)f.len);
	pdata_indexer_free(x);
	close(fd);
	t_file_free(&f);
}

TEST(a_record_that_does_not_end_ends_no_index)
{
	struct t_file f;
	int fd = make_file(0, 10, &f);
	const uint64_t size = f.len - f.data_off - 8;
	struct pdata_index index;
	struct pdata_sideband side;
	struct pdata_error err;
	struct pdata_indexer *x;

	CHECK_I(pdata_indexer_new(&x, f.data_off, 0), 0);
	CHECK_I(pdata_indexer_add(x, f.bytes + f.data_off, f.len - f.data_off - 1, NULL),
		(long long)(f.len - f.data_off - 1));
	CHECK_I(pdata_indexer_finish(x, &index, &side), PDATA_E_CUT);
	pdata_indexer_free(x);
	CHECK_I(pwrite(fd, &size, sizeof(size), 48), sizeof(size));
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, &err), PDATA_E_CUT);
	CHECK_U(err.off, f.len - 8); /* of the data, the file goes on */
	close(fd);
	t_file_free(&f);
}
#endif
