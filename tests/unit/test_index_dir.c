/* SPDX-License-Identifier: BSD-2-Clause */
/* The index of a directory: what the trailer of its first file says of all members. */
#include "t_file.h"
#include "test.h"
#include "trailer/time_histogram.h"

#include <fcntl.h>
#include <pdata/trailer.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef HAVE_XXHASH
#define MEMBERS 3u
#define EACH 30000u

/* Sample i of member m has the time 100 + i * MEMBERS + m; each has a COMM in front of every thousandth. */
static const char *make_dir(int swap)
{
	const char *dir = test_dir();
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, swap, 0);
	t_record(&f, PDATA_RECORD_COMM, 0, &(struct pdata_value){ .u.comm = { 1, 1, "first" } },
		 &t_two_events[0]);
	t_file_data_end(&f);
	t_save(dir, "data", f.bytes, f.len);
	t_file_free(&f);
	for (unsigned m = 0; m < MEMBERS; m++) {
		char name[32];

		f = (struct t_file){ .swap = swap };
		for (unsigned i = 0; i < EACH; i++) {
			const struct pdata_value comm = {
				.u.comm = { .comm = "x", .pid = i, .tid = m }
			};
			const uint64_t t = 100 + i * MEMBERS + m;

			if (i % 1000 == 0)
				t_record(&f, PDATA_RECORD_COMM, 0, &comm, &t_two_events[0]);
			t_sample_of(&f, &t_two_events[m % 2], t, t);
		}
		snprintf(name, sizeof(name), "data.%u", m + 9); /* 10 comes after 9 */
		t_save(dir, name, f.bytes, f.len);
		t_file_free(&f);
	}
	return dir;
}

static int write_index(const char *dir, struct pdata_error *err)
{
	int dirfd = open(dir, O_RDONLY | O_DIRECTORY), fd = openat(dirfd, "data", O_RDWR), ret;

	CHECK(fd >= 0);
	ret = pdata_index_write_dir(dirfd, fd, NULL, 0, 1, NULL, 0, err);
	close(fd);
	close(dirfd);
	return ret;
}

struct seen {
	uint64_t samples, others, sum, damage;
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
	s.damage = pdata_reader_damage(r)->nr;
	return s;
}

TEST(a_time_of_an_indexed_directory_is_what_reading_all_gives)
{
	static const uint64_t times[][2] = { { 0, 50 }, { 5000, 5100 }, { 60000, 90000 } };

	for (int swap = 0; swap < 2; swap++) {
		const char *dir = make_dir(swap);

		CHECK_I(write_index(dir, NULL), 0);
		for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
			struct seen all, some;
			struct pdata_reader *r;

			CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
			all = read_time(r, times[i][0], times[i][1]);
			CHECK_I(pdata_reader_rewind(r), 0);
			CHECK_I(pdata_reader_set_time(r, times[i][0], times[i][1]), 1);
			some = read_time(r, times[i][0], times[i][1]);
			pdata_reader_close(r);
			CHECK_U(some.others, MEMBERS * (EACH / 1000) + 1);
			CHECK_U(some.samples, all.samples);
			CHECK_U(some.sum, all.sum);
			CHECK_U(some.damage + all.damage, 0);
		}
	}
}

TEST(times_of_a_directory_are_those_of_all_members)
{
	const char *dir = make_dir(0);
	const struct pdata_times *t;
	struct pdata_reader *r;

	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK(!pdata_reader_times(r));
	CHECK_U(pdata_reader_indexed_samples(r), 0);
	pdata_reader_close(r);
	CHECK_I(write_index(dir, NULL), 0);
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK_U(pdata_reader_indexed_samples(r), MEMBERS * EACH);
	t = pdata_reader_times(r);
	CHECK(t);
	CHECK_U(t->first, 100);
	CHECK_U(t->last, 100 + MEMBERS * EACH - 1);
	CHECK_U(t->width, 1000);
	CHECK_U(t->slices[0].counts[0].nr_samples, 600); /* of members 1 and 3 */
	CHECK_U(t->slices[0].counts[1].nr_samples, 300);
	pdata_reader_close(r);
}

/* As a version reads it that knows no members: it takes the first block of a type. */
TEST(the_first_blocks_of_a_directory_are_about_the_first_file)
{
	static const uint32_t types[] = { PDATA_BLOCK_INDEX, PDATA_BLOCK_SIDEBAND,
					  PDATA_BLOCK_COPIES };
	const char *dir = test_dir();
	const struct pdata_block *b;
	struct pdata_trailer *t;
	char path[4300];
	struct t_file f;
	int fd;

	/* There is nothing in it to copy, and there is in the member. */
	make_dir(0);
	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_raw(&f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	t_file_data_end(&f);
	t_save(dir, "data", f.bytes, f.len);
	t_file_free(&f);
	CHECK_I(write_index(dir, NULL), 0);
	snprintf(path, sizeof(path), "%s/data", dir);
	fd = open(path, O_RDONLY);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		for (uint32_t k = 0; (b = pdata_trailer_block(t, k)); k++)
			if (b->type == types[i])
				break;
		CHECK(b && !b->member);
		CHECK(pdata_trailer_find_member(t, types[i], 3, 0) > 0 ||
		      types[i] == PDATA_BLOCK_COPIES);
		CHECK_I(pdata_trailer_find_member(t, types[i], 4, 0), PDATA_N_BLOCK);
	}
	CHECK_I(pdata_trailer_find(t, PDATA_BLOCK_TIMES, 0), PDATA_N_BLOCK);
	pdata_trailer_close(t);
	close(fd);
}

TEST(an_index_of_members_that_changed_is_said_and_not_used)
{
	const char *dir = make_dir(0);
	struct pdata_reader *r;
	struct seen s;
	char path[4300];

	CHECK_I(write_index(dir, NULL), 0);
	snprintf(path, sizeof(path), "%s/data.10", dir);
	CHECK_I(unlink(path), 0);
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK(!pdata_reader_times(r));
	s = read_time(r, 0, UINT64_MAX);
	CHECK_U(s.samples, 2 * EACH);
	CHECK_U(s.damage, 1);
	pdata_reader_close(r);
	t_save(dir, "data.10", "", 0);
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK(!pdata_reader_times(r));
	CHECK_I(pdata_reader_damage(r)->first.code, PDATA_E_TRAILER);
	CHECK(strstr(pdata_reader_damage(r)->first.text, "data.10"));
	pdata_reader_close(r);
}

TEST(indexers_that_were_fed_give_the_index_of_the_files)
{
	const char *dir = make_dir(0);
	const struct t_event *e = t_two_events;
	static uint8_t bytes[4 << 20], made[4 << 20];
	struct pdata_member_in fed = { .name = "data.10" };
	int dirfd = open(dir, O_RDONLY | O_DIRECTORY), data = openat(dirfd, "data", O_RDWR),
	    fd = openat(dirfd, "data.10", O_RDONLY);
	ssize_t n, size;

	CHECK_I(pdata_index_write_dir(dirfd, data, NULL, 0, 0, NULL, 0, NULL), 0);
	size = pread(data, made, sizeof(made), 0);
	n = read(fd, bytes, sizeof(bytes));
	CHECK(n > 100000 && size > 0);
	CHECK_I(pdata_indexer_new(&fed.x, 0, 0), 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK_I(pdata_indexer_event(fed.x, &e[i].attr, e[i].ids, e[i].nr_ids), 0);
	CHECK_I(pdata_indexer_add(fed.x, bytes, 77777, NULL), 77777);
	CHECK_I(pdata_index_write_dir(dirfd, data, &fed, 1, 0, NULL, 0, NULL), 0);
	CHECK_I(pread(data, bytes, sizeof(bytes), 0), size);
	CHECK_M(bytes, made, (size_t)size);
	pdata_indexer_free(fed.x);
	close(fd);
	close(data);
	close(dirfd);
}

/* A list of members as nobody writes it: names that are none, twice, in no order, of files that are not there. */
TEST(a_list_of_members_that_makes_no_sense_costs_no_records)
{
	static const struct {
		const char *name;
		uint32_t len;
	} names[] = { { "data.11", 7 }, { "", 0 },	  { "../data.9", 9 },	{ "data.9\0x", 8 },
		      { "data.10", 7 }, { "data.10", 7 }, { "\033[2Jdata", 8 }, { "data", 4 } };
	const char *dir = make_dir(0);
	struct pdata_member m[8];
	struct pdata_feature f = { .bit = PDATA_BLOCK_MEMBERS,
				   .u.members = { .nr = 8, .members = m } };
	struct pdata_block_in in[3] = { { .type = PDATA_BLOCK_MEMBERS },
					{ .type = PDATA_BLOCK_INDEX, .member = 1 },
					{ .type = PDATA_BLOCK_COPIES, .member = UINT32_MAX } };
	int dirfd = open(dir, O_RDONLY | O_DIRECTORY),
	    fd = openat(dirfd, "data", O_RDWR | O_APPEND);
	struct pdata_reader *r;
	uint8_t *list, *bytes;
	struct seen s;
	int64_t n;

	for (unsigned i = 0; i < 8; i++)
		m[i] = (struct pdata_member){ { names[i].name, names[i].len }, i * 1000 };
	n = pdata_feature_encode(&f, 0, &list);
	CHECK(n > 0);
	in[0].data = in[1].data = in[2].data = list;
	in[0].len = in[1].len = in[2].len = (uint64_t)n;
	n = pdata_trailer_build(in, 3, (uint64_t)lseek(fd, 0, SEEK_END), 0, &bytes);
	CHECK(n > 0);
	CHECK_I(write(fd, bytes, (size_t)n), n);
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	s = read_time(r, 0, UINT64_MAX);
	CHECK_U(s.samples, MEMBERS * EACH);
	CHECK(s.damage >= 6);
	CHECK(!pdata_reader_times(r));
	for (uint32_t i = 0; pdata_reader_damage_kind(r, i); i++)
		CHECK(!strchr(pdata_reader_damage_kind(r, i)->first.text, '\033'));
	pdata_reader_close(r);
	pdata_free(list);
	pdata_free(bytes);
	close(fd);
	close(dirfd);
}

TEST(slices_of_several_are_those_of_all_samples)
{
	static const uint64_t spread[] = { 1, 977, 1000003, 999999999999ull };

	for (size_t k = 0; k < sizeof(spread) / sizeof(*spread); k++) {
		struct pdata_slices part[3], all, sum;
		struct pdata_times a, b;

		pd_slices_init(&all, 2);
		pd_slices_init(&sum, 2);
		for (unsigned i = 0; i < 3; i++)
			pd_slices_init(&part[i], 2);
		srand(7);
		for (unsigned i = 0; i < 50000; i++) {
			const uint64_t time = 1 + (uint64_t)rand() * spread[k] / (1 + i % 3 * 1000);

			CHECK_I(pd_slices_add(&all, i % 2, time), 0);
			CHECK_I(pd_slices_add(&part[i % 3], i % 2, time), 0);
		}
		for (unsigned i = 0; i < 3; i++)
			CHECK_I(pd_slices_take(&sum, &part[(i + k) % 3]), 0);
		CHECK_I(pdata_slices_get(&all, &a), 0);
		CHECK_I(pdata_slices_get(&sum, &b), 0);
		CHECK_U(b.first, a.first);
		CHECK_U(b.last, a.last);
		CHECK_U(b.width, a.width);
		CHECK_U(b.base, a.base);
		CHECK_U(b.nr, a.nr);
		for (uint32_t i = 0; i < a.nr; i++) {
			CHECK_U(b.slices[i].slice, a.slices[i].slice);
			CHECK_U(b.slices[i].nr_counts, a.slices[i].nr_counts);
			for (uint32_t c = 0; c < a.slices[i].nr_counts; c++)
				CHECK_U(b.slices[i].counts[c].nr_samples,
					a.slices[i].counts[c].nr_samples);
		}
		for (unsigned i = 0; i < 3; i++)
			pd_slices_free(&part[i]);
		pd_slices_free(&all);
		pd_slices_free(&sum);
	}
}
#endif
