/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader on whole, cut, damaged and unfinished files, in both byte orders, as file and pipe. */

#include "t_file.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define SAMPLES 12u

/* Samples with ips 1 .. SAMPLES and between them other records. */
static void small_file(struct t_file *f, int swap, int pipe)
{
	struct pdata_value v = { .id = { .pid = 7, .tid = 7, .time = 5, .id = 11 } };

	t_file_begin(f, t_two_events, 2, swap, pipe);
	v.u.comm = (struct pdata_comm){ 7, 7, "a-thread" };
	t_record(f, PDATA_RECORD_COMM, 0, &v, &t_two_events[0]);
	for (unsigned i = 1; i <= SAMPLES; i++) {
		t_sample_of(f, &t_two_events[i % 2], i, 10 * i);
		if (i % 4 == 0)
			t_raw(f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
	t_file_data_end(f);
}

static void check_ips(const uint64_t *ips, int n, unsigned want)
{
	CHECK_I(n, (int)want);
	for (unsigned i = 0; i < want; i++)
		CHECK_U(ips[i], i + 1);
}

#define BOTH_ORDERS_AND_CONTAINERS                                                                 \
	for (int way = 0, swap = 0, pipe = 0; way < 4; way++, swap = way & 1, pipe = way >> 1)

static void same_by_path_and_fd(const struct t_file *f)
{
	struct pdata_reader *r;
	uint64_t ips[SAMPLES];
	char path[4200];
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(fd >= 0 && write(fd, f->bytes, f->len) == (ssize_t)f->len);
	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	check_ips(ips, (int)t_ips(r, ips, SAMPLES), SAMPLES);
	CHECK_U(pdata_reader_info(r)->file_size, f->len);
	pdata_reader_close(r);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	check_ips(ips, (int)t_ips(r, ips, SAMPLES), SAMPLES);
	pdata_reader_close(r);
	CHECK_I(close(fd), 0);
}

TEST(a_file_is_the_same_from_path_descriptor_and_memory)
{
	BOTH_ORDERS_AND_CONTAINERS
	{
		struct pdata_damage d;
		uint64_t ips[SAMPLES];
		struct t_file f;

		small_file(&f, swap, pipe);
		check_ips(ips, t_read(&f, NULL, ips, SAMPLES, &d), SAMPLES);
		CHECK_U(d.nr, 0);
		CHECK_U(d.unknown_ids, 0);
		same_by_path_and_fd(&f);
		t_file_free(&f);
	}
}

TEST(a_stream_is_read_as_it_comes)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	uint64_t ips[SAMPLES];
	struct t_file f;
	int p[2];

	for (int swap = 0; swap <= 1; swap++) {
		small_file(&f, swap, 1);
		CHECK_I(pipe(p), 0);
		CHECK_I(write(p[1], f.bytes, f.len), (ssize_t)f.len);
		close(p[1]);
		CHECK_I(pdata_reader_open_fd(&r, p[0], NULL, NULL), 0);
		CHECK_U(pdata_reader_nr_events(r), 0);
		check_ips(ips, (int)t_ips(r, ips, SAMPLES), SAMPLES);
		CHECK_U(pdata_reader_nr_events(r), 2);
		CHECK_I(pdata_reader_next(r, &rec), 0);
		CHECK_I(pdata_reader_rewind(r), PDATA_E_SYS);
		pdata_reader_close(r);
		close(p[0]);
		t_file_free(&f);
	}
}

/* How many samples lie before @cut in whole, and whether a record ends there. */
static unsigned whole_samples(const struct t_file *f, size_t cut, int *at_record)
{
	size_t at = f->data_off;
	unsigned n = 0;

	*at_record = 0;
	while (at + 8 <= f->len) {
		uint32_t type;
		uint16_t size;

		memcpy(&type, f->bytes + at, 4);
		memcpy(&size, f->bytes + at + 6, 2);
		*at_record |= at == cut;
		at += f->swap ? __builtin_bswap16(size) : size;
		n += at <= cut && (f->swap ? __builtin_bswap32(type) : type) == PDATA_RECORD_SAMPLE;
	}
	*at_record |= at == cut;
	return n;
}

TEST(a_file_cut_at_any_byte_gives_all_samples_before_the_cut)
{
	BOTH_ORDERS_AND_CONTAINERS
	{
		struct t_file f;
		size_t whole;

		small_file(&f, swap, pipe);
		for (whole = f.len, f.len = 0; f.len < whole; f.len++) {
			struct t_file all = f;
			struct pdata_damage d = { 0 };
			uint64_t ips[SAMPLES];
			int at_record, n = t_read(&f, NULL, ips, SAMPLES, &d);

			all.len = whole;
			if (n < 0 && f.len < f.data_off)
				continue;
			check_ips(ips, n, whole_samples(&all, f.len, &at_record));
			/* Where a pipe's record ends nothing says that there should be more. */
			CHECK(d.nr || (pipe && at_record));
		}
		f.len = whole;
		t_file_free(&f);
	}
}

TEST(time_order_of_a_cut_file_loses_no_sample_either)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	struct t_file f, all;

	small_file(&f, 0, 0);
	all = f;
	for (f.len = f.data_off; f.len < all.len; f.len++) {
		uint64_t ips[SAMPLES];
		int at_record, n = t_read(&f, &o, ips, SAMPLES, NULL);

		check_ips(ips, n, whole_samples(&all, f.len, &at_record));
	}
	t_file_free(&all);
}

/* A file with 40 SAMPLEs of 48 bytes; the 20th gets another type and size. Return: its offset. */
static size_t wrong_header(struct t_file *f, int swap, int pipe, uint32_t type, uint16_t size)
{
	size_t bad = 0;

	t_file_begin(f, t_two_events, 2, swap, pipe);
	for (unsigned i = 1; i <= 40; i++) {
		size_t at = t_sample_of(f, &t_two_events[0], i, i);

		if (i == 20)
			bad = at;
	}
	t_file_data_end(f);
	t_set32(f, bad, type);
	t_set16(f, bad + 6, size);
	return bad;
}

static void check_but_20(const uint64_t *ips, unsigned n)
{
	CHECK_U(n, 39);
	for (unsigned i = 0; i < 39; i++)
		CHECK_U(ips[i], i < 19 ? i + 1 : i + 2);
}

TEST(a_record_with_a_wrong_type_or_size_costs_only_itself)
{
	static const struct {
		uint32_t type;
		uint16_t size;
	} wrong[] = {
		{ PDATA_RECORD_SAMPLE, 0 },
		{ PDATA_RECORD_SAMPLE, 7 },
		{ PDATA_RECORD_SAMPLE, 65528 }, /* ends behind the file */
		{ PDATA_RECORD_SAMPLE, 56 },	/* the next header is not at its end */
		{ PDATA_RECORD_SAMPLE, 96 },	/* another record begins at its end */
		{ PDATA_RECORD_SAMPLE, 480 },
		{ PDATA_RECORD_MMAP2, 480 },
		{ PDATA_RECORD_HEADER_FEATURE, 77 },
		{ PDATA_RECORD_AUXTRACE, 77 },
		{ 4096, 77 },
		{ 4096, 488 },
		{ 0x10009, 48 },
		{ 0x90000009, 480 },
	};

	BOTH_ORDERS_AND_CONTAINERS
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		const struct pdata_damage *d;
		struct pdata_reader *r;
		uint64_t ips[41];
		struct t_file f;
		size_t bad = wrong_header(&f, swap, pipe, wrong[i].type, wrong[i].size);

		r = t_open(&f, NULL);
		check_but_20(ips, t_ips(r, ips, 41));
		d = pdata_reader_damage(r);
		CHECK_U(d->nr, 1);
		CHECK_I(d->first.code, wrong[i].size == 65528 ? PDATA_E_CUT : PDATA_E_SIZE);
		CHECK_U(d->first.off, bad);
		CHECK_U(d->skipped_bytes, 48);
		/* The next pass reads the same records. */
		if (!pdata_reader_rewind(r)) {
			CHECK_I(pdata_reader_set_order(r, PDATA_ORDER_TIME), 0);
			check_but_20(ips, t_ips(r, ips, 41));
		}
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

/* A record in front of it ends at another multiple of 8 bytes, as COMPRESSED records do. */
TEST(records_behind_damage_are_found_at_any_offset)
{
	for (int swap = 0; swap <= 1; swap++)
		for (unsigned odd = 1; odd < 8; odd++) {
			struct pdata_damage d;
			uint64_t ips[41];
			struct t_file f;
			size_t at;
			int n;

			t_file_begin(&f, t_two_events, 2, swap, 0);
			t_sample_of(&f, &t_two_events[0], 1, 1);
			at = t_raw(&f, PDATA_RECORD_SAMPLE, "1234567", odd);
			t_set16(&f, at + 6, 0);
			for (unsigned i = 2; i <= 40; i++)
				t_sample_of(&f, &t_two_events[0], i, i);
			t_file_data_end(&f);
			n = t_read(&f, NULL, ips, 41, &d);
			CHECK_I(n, 40);
			CHECK_U(ips[1], 2);
			CHECK_U(d.nr, 1);
			CHECK_U(d.skipped_bytes, 8 + odd);
			t_file_free(&f);
		}
}

TEST(build_ids_of_a_pipe_may_have_odd_sizes)
{
	static const uint8_t zeros[92];

	BOTH_ORDERS_AND_CONTAINERS
	{
		struct pdata_damage d;
		uint64_t ips[4];
		struct t_file f;

		t_file_begin(&f, t_two_events, 2, swap, pipe);
		for (unsigned i = 0; i < 3; i++)
			t_raw(&f, PDATA_RECORD_BUILD_ID, zeros, 92);
		for (unsigned i = 0; i < 4; i++)
			t_sample_of(&f, &t_two_events[0], i + 1, i + 1);
		t_file_data_end(&f);
		CHECK_I(t_read(&f, NULL, ips, 4, &d), 4);
		CHECK_U(d.nr, 0);
		t_file_free(&f);
	}
}

/* Records that a later perf may write, of any size, next to each other, also in a killed file. */
TEST(records_of_later_versions_cost_no_sample)
{
	static const size_t sizes[] = { 7, 9, 8 };

	for (int swap = 0; swap <= 1; swap++)
		for (int killed = 0; killed <= 1; killed++) {
			struct pdata_damage d;
			uint64_t ips[41];
			struct t_file f;

			t_file_begin(&f, t_two_events, 2, swap, 0);
			for (unsigned i = 1; i <= 40; i++) {
				t_raw(&f, 1000 + i, "123456789", sizes[i % 3]);
				t_raw(&f, 2000, "123456789", 8);
				t_raw(&f, 2000, "123456789", sizes[i / 3 % 3]);
				t_sample_of(&f, &t_two_events[0], i, i);
			}
			t_file_data_end(&f);
			if (killed)
				t_set64(&f, 48, 0);
			CHECK_I(t_read(&f, NULL, ips, 41, &d), 40);
			CHECK_U(d.nr, (unsigned)killed);
			CHECK_U(d.skipped_bytes, 0);
			t_file_free(&f);
		}
}

TEST(a_few_records_behind_much_garbage_are_found)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_damage d;
		uint64_t ips[8], garbage = 88172645463325252ull;
		struct t_file f;

		t_file_begin(&f, t_two_events, 2, swap, 0);
		t_sample_of(&f, &t_two_events[0], 1, 1);
		for (unsigned i = 0; i < 50001; i++) {
			garbage ^= garbage << 13;
			garbage ^= garbage >> 7;
			garbage ^= garbage << 17;
			t_put64(&f, garbage | 0xff000000ff000000ull);
		}
		for (unsigned i = 2; i <= 4; i++)
			t_sample_of(&f, &t_two_events[0], i, i);
		t_file_data_end(&f);
		CHECK_I(t_read(&f, NULL, ips, 8, &d), 4);
		CHECK_U(ips[3], 4);
		CHECK_U(d.skipped_bytes, 8 * 50001);
		t_file_free(&f);
	}
}

TEST(records_of_unknown_types_are_returned_and_are_no_damage)
{
	static const uint32_t types[] = { 0,   40,     63,     PDATA_RECORD_MAX,
					  200, 0x8000, 0x800b, UINT16_MAX };

	BOTH_ORDERS_AND_CONTAINERS
	{
		unsigned found = 0;
		struct pdata_reader *r;
		struct pdata_record rec;
		struct pdata_value v;
		struct t_file f;

		t_file_begin(&f, t_two_events, 2, swap, pipe);
		for (unsigned i = 0; i < 8; i++) {
			t_sample_of(&f, &t_two_events[1], i + 1, i + 1);
			t_raw(&f, types[i], "12345678", 8);
		}
		t_file_data_end(&f);
		r = t_open(&f, NULL);
		while (pdata_reader_next(r, &rec) == 1) {
			if (found >= 8 || rec.type != types[found])
				continue;
			CHECK_U(rec.size, 16);
			CHECK_M(rec.data + 8, "12345678", 8);
			CHECK_I(pdata_record_decode(&rec, &v, NULL), PDATA_N_RECORD);
			found++;
		}
		CHECK_U(found, 8);
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		CHECK_U(pdata_reader_damage(r)->unknown_records, 8);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(an_unfinished_file_is_read_to_its_end)
{
	for (int swap = 0; swap <= 1; swap++) {
		uint8_t zeros[4096] = { 0 };
		struct pdata_damage d;
		uint64_t ips[SAMPLES];
		struct t_file f;

		small_file(&f, swap, 0);
		t_set64(&f, 48, 0);
		t_set64(&f, 72, ~0ull);
		check_ips(ips, t_read(&f, NULL, ips, SAMPLES, &d), SAMPLES);
		CHECK_U(d.nr, 1);
		CHECK_I(d.first.code, PDATA_E_UNFINISHED);
		/* What the disk had there before. */
		t_put(&f, zeros, sizeof(zeros));
		check_ips(ips, t_read(&f, NULL, ips, SAMPLES, &d), SAMPLES);
		t_file_free(&f);
	}
}

TEST(policies_stop_at_damage_or_return_it)
{
	struct pdata_open_opts o = { .size = sizeof(o), .on_damage = PDATA_DAMAGE_STOP };
	struct pdata_record rec;
	struct pdata_reader *r;
	uint64_t ips[SAMPLES];
	struct t_file f;
	size_t bad;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_sample_of(&f, &t_two_events[0], 1, 1);
	bad = t_sample_of(&f, &t_two_events[0], 2, 2);
	t_sample_of(&f, &t_two_events[0], 3, 3);
	t_file_data_end(&f);
	t_set16(&f, bad + 6, 3);

	r = t_open(&f, &o);
	check_ips(ips, (int)t_ips(r, ips, SAMPLES), 1);
	CHECK_U(pdata_reader_damage(r)->nr, 1);
	CHECK_U(pdata_reader_damage(r)->skipped_bytes, 96);
	CHECK_I(pdata_reader_error(r)->code, 0);
	pdata_reader_close(r);

	o.on_damage = PDATA_DAMAGE_STRICT;
	r = t_open(&f, &o);
	check_ips(ips, (int)t_ips(r, ips, SAMPLES), 1);
	CHECK_I(pdata_reader_next(r, &rec), PDATA_E_SIZE);
	CHECK_I(pdata_reader_error(r)->code, PDATA_E_SIZE);
	CHECK_U(pdata_reader_error(r)->off, bad);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(rewinding_gives_the_same_again_in_either_order)
{
	BOTH_ORDERS_AND_CONTAINERS
	{
		uint64_t ips[SAMPLES];
		struct pdata_reader *r;
		struct pdata_record rec;
		struct t_file f;

		small_file(&f, swap, pipe);
		r = t_open(&f, NULL);
		for (unsigned i = 0; i < 6; i++) {
			check_ips(ips, (int)t_ips(r, ips, SAMPLES), SAMPLES);
			CHECK_I(pdata_reader_rewind(r), 0);
			CHECK_I(pdata_reader_set_order(r, i & 1), 0);
			CHECK_I(pdata_reader_next(r, &rec), 1);
			/* In time order a round's mark may come before what waits for it. */
			CHECK(rec.seq == 0 || i & 1);
			CHECK_I(pdata_reader_set_order(r, PDATA_ORDER_FILE), PDATA_E_ARG);
			CHECK_I(pdata_reader_rewind(r), 0);
			CHECK_U(pdata_reader_nr_events(r), 2);
		}
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

static void check_record(const struct pdata_record *a, const struct pdata_record *b)
{
	CHECK_U(a->type, b->type);
	CHECK_U(a->misc, b->misc);
	CHECK_U(a->size, b->size);
	CHECK(a->event == b->event);
	CHECK_U(a->time, b->time);
	CHECK_U(a->off, b->off);
	CHECK_U(a->seq, b->seq);
	CHECK_U(a->payload, b->payload);
	CHECK_U(a->swap, b->swap);
	CHECK(!memcmp(a->data, b->data, a->size));
}

/* Records of batches are those of pdata_reader_next(), also when all batches are held to the end. */
TEST(batches_have_the_same_records)
{
	BOTH_ORDERS_AND_CONTAINERS
	{
		struct pdata_reader *one, *many;
		struct pdata_record a, b;
		struct pdata_batch batch[SAMPLES];
		unsigned nr = 0, records = 0;
		struct t_file f;
		int rc;

		small_file(&f, swap, pipe);
		one = t_open(&f, NULL);
		many = t_open(&f, NULL);
		for (int again = 0; again < 2; again++) {
			while ((rc = pdata_reader_next_batch(many, &b, &batch[nr])) > 0) {
				if (rc == 1)
					continue;
				CHECK_U(batch[nr].nr, 4); /* a round */
				pdata_batch_hold(&batch[nr++]);
			}
			CHECK_I(rc, 0);
			CHECK_U(nr, SAMPLES / 4);
			for (unsigned i = 0; i < nr; i++) {
				while (pdata_batch_next(&batch[i], &b)) {
					do
						CHECK_I(pdata_reader_next(one, &a), 1);
					while (a.type != PDATA_RECORD_SAMPLE);
					/* Their readers are two, their events the same by number. */
					CHECK_U(a.event->index, b.event->index);
					a.event = b.event;
					check_record(&a, &b);
					records++;
				}
				pdata_batch_release(many, &batch[i]);
			}
			CHECK_I(pdata_reader_rewind(one), 0);
			CHECK_I(pdata_reader_rewind(many), 0);
			CHECK_U(records, SAMPLES);
			nr = records = 0;
		}
		CHECK_I(pdata_reader_set_order(many, PDATA_ORDER_TIME), 0);
		CHECK_I(pdata_reader_next_batch(many, &b, &batch[0]), PDATA_E_ARG);
		pdata_reader_close(one);
		pdata_reader_close(many);
		t_file_free(&f);
	}
}
