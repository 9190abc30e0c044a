/* SPDX-License-Identifier: BSD-2-Clause */
/* Recordings in a directory; and input that fails or changes under the reader. */

#include "reader/reader.h"
#include "t_file.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMBERS 4u
#define EACH 50u

/* Sample i of member m has the time i * MEMBERS + m + 1. */
static const char *make_directory(int swap)
{
	const char *dir = test_dir();
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, swap, 0);
	t_sample_of(&f, &t_two_events[0], 0, 1000000);
	t_file_data_end(&f);
	t_save(dir, "data", f.bytes, f.len);
	t_file_free(&f);
	for (unsigned m = 0; m < MEMBERS; m++) {
		char name[32];

		f = (struct t_file){ .swap = swap };
		for (unsigned i = 0; i < EACH; i++)
			t_sample_of(&f, &t_two_events[m % 2], i * MEMBERS + m + 1,
				    i * MEMBERS + m + 1);
		snprintf(name, sizeof(name), "data.%u", m + 8); /* 10 comes after 9 */
		t_save(dir, name, f.bytes, f.len);
		t_file_free(&f);
	}
	t_save(dir, "notes.txt", "no part of it", 13);
	return dir;
}

TEST(each_record_has_the_name_of_its_file)
{
	const char *dir = make_directory(0);
	struct pdata_reader *r;
	struct pdata_record rec;
	char name[32];

	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	for (int order = PDATA_ORDER_FILE; order <= PDATA_ORDER_TIME; order++) {
		unsigned nr = 0;

		CHECK_I(pdata_reader_set_order(r, (enum pdata_order)order), 0);
		for (; pdata_reader_next(r, &rec) == 1; nr++) {
			if (rec.time == 1000000)
				snprintf(name, sizeof(name), "data");
			else
				snprintf(name, sizeof(name), "data.%u",
					 (unsigned)((rec.time - 1) % MEMBERS) + 8);
			CHECK_S(pdata_reader_data_file(r, rec.seq), name);
		}
		CHECK_U(nr, MEMBERS * EACH + 1);
		CHECK_I(pdata_reader_rewind(r), 0);
	}
	pdata_reader_close(r);
}

TEST(members_of_a_directory_are_read_by_number_and_in_time_as_one)
{
	for (int swap = 0; swap <= 1; swap++) {
		const char *dir = make_directory(swap);
		uint64_t ips[MEMBERS * EACH + 2];
		struct pdata_reader *r;

		CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
		CHECK_U(pdata_reader_info(r)->container, PDATA_CONTAINER_DIR);
		CHECK_U(t_ips(r, ips, MEMBERS * EACH + 2), MEMBERS * EACH + 1);
		CHECK_U(ips[0], 0);
		for (unsigned i = 0; i < MEMBERS * EACH; i++)
			CHECK_U(ips[i + 1], i % EACH * MEMBERS + i / EACH + 1);

		CHECK_I(pdata_reader_rewind(r), 0);
		CHECK_I(pdata_reader_set_order(r, PDATA_ORDER_TIME), 0);
		CHECK_U(t_ips(r, ips, MEMBERS * EACH + 2), MEMBERS * EACH + 1);
		for (unsigned i = 0; i < MEMBERS * EACH; i++)
			CHECK_U(ips[i], i + 1);
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		pdata_reader_close(r);
	}
}

TEST(a_damaged_member_costs_only_itself)
{
	const char *dir = make_directory(0);
	uint64_t ips[MEMBERS * EACH + 2];
	struct pdata_reader *r;
	uint8_t noise[1000];

	memset(noise, 0xff, sizeof(noise));
	t_save(dir, "data.9", noise, sizeof(noise));
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK_U(t_ips(r, ips, MEMBERS * EACH + 2), (MEMBERS - 1) * EACH + 1);
	CHECK_U(pdata_reader_damage(r)->nr, 1);
	CHECK_U(pdata_reader_damage(r)->skipped_bytes, 1000);
	pdata_reader_close(r);
}

TEST(a_member_that_cannot_be_opened_is_damage)
{
	const char *dir = make_directory(0);
	struct rlimit few = { 64, 64 }; /* some may be open already */
	uint64_t ips[MEMBERS * EACH + 2];
	char path[4300];
	struct pdata_reader *r;
	int more[64], n = 0;

	snprintf(path, sizeof(path), "%s/data.20", dir);
	CHECK_I(mkdir(path, 0700), 0);
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK_U(pdata_reader_damage(r)->nr, 1);
	CHECK_U(t_ips(r, ips, MEMBERS * EACH + 2), MEMBERS * EACH + 1);
	pdata_reader_close(r);

	CHECK_I(setrlimit(RLIMIT_NOFILE, &few), 0);
	while (n < 64 && (more[n] = open("/dev/null", O_RDONLY)) >= 0)
		n++;
	CHECK(n >= 3);
	close(more[0]);
	close(more[1]);
	close(more[2]);
	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	CHECK(pdata_reader_damage(r)->nr > 1);
	pdata_reader_close(r);
}

/*
 * Write a file with @nr records of 65528 bytes, whose contents are holes. The reader takes 2 MiB of
 * a member before it goes on to the next member: with more than 32 records, a member needs several
 * such turns.
 */
static void save_sparse_member(const char *dir, unsigned number, unsigned nr)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} header = { PDATA_RECORD_COMM, 0, 65528 };
	char path[4300];
	int fd;

	snprintf(path, sizeof(path), "%s/data.%u", dir, number);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	for (unsigned i = 0; i < nr; i++)
		CHECK_I(pwrite(fd, &header, sizeof(header), i * 65528), sizeof(header));
	CHECK_I(ftruncate(fd, nr * 65528), 0);
	close(fd);
}

/* Read all records, and return the largest sum of the sizes of blocks in use. */
static size_t most_block_bytes(struct pdata_reader *r, unsigned *nr)
{
	struct pdata_record rec;
	size_t most = 0;

	for (*nr = 0; pdata_reader_next(r, &rec) == 1; ++*nr)
		most = r->pool.bytes > most ? r->pool.bytes : most;
	return most;
}

TEST(many_members_need_little_memory)
{
	static const struct {
		unsigned records; /* of each member */
		size_t max;
	} cases[] = { { 2, (size_t)1 << 20 }, { 40, 60 * ((size_t)1 << 18) } };
	struct pdata_open_opts o = PDATA_OPEN_OPTS_INIT;

	o.trust_records = 1; /* to check a large record, the reader reads ahead */
	for (unsigned c = 0; c < 2; c++) {
		const char *dir = make_directory(0);
		struct pdata_reader *r;
		unsigned nr;

		for (unsigned i = 0; i < 50; i++)
			save_sparse_member(dir, 100 + i, cases[c].records);
		CHECK_I(pdata_reader_open(&r, dir, &o, NULL), 0);
		CHECK(most_block_bytes(r, &nr) <= cases[c].max);
		CHECK_U(nr, 50 * cases[c].records + MEMBERS * EACH + 1);
		CHECK_U(r->pool.bytes, 0);
		pdata_reader_close(r);
	}
}

TEST(a_directory_without_data_is_an_error_of_the_system)
{
	struct pdata_error err;
	struct pdata_reader *r;

	CHECK_I(pdata_reader_open(&r, test_dir(), NULL, &err), PDATA_E_SYS);
	CHECK(err.sys_errno != 0 && !r);
	CHECK_I(pdata_reader_open(&r, "/nowhere/perf.data", NULL, &err), PDATA_E_SYS);
	CHECK(err.sys_errno != 0 && !r);
	CHECK_I(pdata_reader_open_fd(&r, -1, NULL, &err), PDATA_E_SYS);
	CHECK(!r);
}

TEST(a_descriptor_that_cannot_be_read_is_an_error_of_the_system)
{
	struct pdata_error err;
	struct pdata_reader *r;
	char path[4300];
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	CHECK(fd >= 0 && write(fd, "PERFILE2 and more", 17) == 17);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, &err), PDATA_E_SYS);
	CHECK(err.sys_errno != 0 && !r);
	close(fd);
}

/* Somebody else writes the file anew. */
TEST(a_file_that_shrinks_while_it_is_read_is_damage)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file f;
	char path[4300];
	unsigned n = 0;
	int fd;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	for (unsigned i = 0; i < 100000; i++)
		t_sample_of(&f, &t_two_events[0], i, i + 1);
	t_file_data_end(&f);
	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	t_save(test_dir(), "perf.data", f.bytes, f.len);
	fd = open(path, O_RDWR | O_CLOEXEC);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(ftruncate(fd, 1000), 0);
	while (pdata_reader_next(r, &rec) == 1)
		n++;
	CHECK(n < 99999);
	CHECK(pdata_reader_damage(r)->nr > 0);
	CHECK_I(pdata_reader_damage(r)->first.code, PDATA_E_CUT);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
}
