/* SPDX-License-Identifier: BSD-2-Clause */
/* An index of compressed data, made of the bytes before they are compressed. */
#include "base/bytes.h"
#include "output/indexer.h"
#include "test.h"

#include <fcntl.h>
#include <pdata/trailer.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#if defined(HAVE_ZSTD) && defined(HAVE_XXHASH)

static const struct pdata_attr attr = { .type = 1,
					.size = 128,
					.sample_type = PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
					.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL };

static uint32_t seed;

static uint32_t next_random(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}

/* In the byte order of the host, or with @swap in the other one. */
static void put_number(uint8_t *to, uint64_t v, size_t size, int swap)
{
	const bool big = PD_HOST_BE != (swap != 0);

	for (size_t i = 0; i < size; i++)
		to[i] = (uint8_t)(v >> 8 * (big ? size - 1 - i : i));
}

/*
 * Whole records up to @len bytes: samples of random sizes whose content compresses well, badly or
 * not at all, and some COMM records. Return: bytes.
 */
static size_t fill_records(uint8_t *buf, size_t len, uint64_t *time, int swap)
{
	static const uint8_t masks[] = { 0x00, 0x03, 0x7f, 0xff };
	const uint8_t mask = masks[next_random() % 4];
	size_t at = 0;

	for (;;) {
		const struct pdata_value comm = { .u.comm = { 7, 7, "side" },
						  .id = { .pid = 7, .tid = 7, .time = *time } };
		const bool large = next_random() % 50 == 0, side = next_random() % 40 == 0;
		size_t size = 24 + next_random() % (large ? 8188 : 30) * 8;

		size = side ? 128 : size;
		if (size > len - at)
			return at;
		++*time;
		if (side) {
			at += (size_t)pdata_record_encode(PDATA_RECORD_COMM, 0, &comm, &attr, swap,
							  buf + at, len - at);
			continue;
		}
		for (size_t i = 24; i < size; i++)
			buf[at + i] = (uint8_t)next_random() & mask;
		put_number(buf + at, PDATA_RECORD_SAMPLE, 4, swap);
		put_number(buf + at + 4, PDATA_CPUMODE_USER, 2, swap);
		put_number(buf + at + 6, size, 2, swap);
		put_number(buf + at + 8, 7, 4, swap);
		put_number(buf + at + 12, 7, 4, swap);
		put_number(buf + at + 16, *time, 8, swap);
		at += size;
	}
}

struct recording {
	int fd, swap;
	struct pdata_writer *w;
	struct pdata_indexer *x;
	uint64_t seen, next_off, plain; /* bytes; next_off: of the file, 0: nothing was shown */
	uint32_t pieces;
};

static void count_shown(struct recording *r, uint64_t off, size_t len)
{
	if (r->next_off)
		CHECK_U(off, r->next_off);
	r->next_off = off + len;
	r->seen += len;
	if (r->x)
		return;
	CHECK_I(pdata_indexer_new(&r->x, off, r->swap), 0);
	CHECK_I(pdata_indexer_event(r->x, &attr, NULL, 0), 0);
}

static void show_data(void *arg, uint64_t off, const void *data, size_t len)
{
	struct recording *r = arg;

	count_shown(r, off, len);
	CHECK_I(pdata_indexer_add(r->x, data, len, NULL), (long long)len);
}

static void show_piece(void *arg, const struct pdata_compressed_piece *p)
{
	struct recording *r = arg;

	count_shown(r, p->off, p->len);
	CHECK(p->plain);
	r->plain += p->plain_len;
	r->pieces++;
	CHECK_I(pdata_indexer_add_compressed(r->x, p, NULL), 0);
}

static void begin_recording(struct recording *r, int swap)
{
	const struct pdata_writer_opts o = { .size = sizeof(o),
					     .compress_level = 1,
					     .swap = (uint32_t)swap };
	char path[4096];

	*r = (struct recording){ .swap = swap };
	snprintf(path, sizeof(path), "%s/z.data", test_dir());
	r->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(r->fd >= 0);
	CHECK_I(pdata_writer_open_fd(&r->w, r->fd, &o), 0);
	CHECK_I(pdata_writer_event(r->w, &attr, "e", NULL, 0), 0);
	CHECK_I(pdata_writer_begin(r->w), 0);
	pdata_writer_tap(r->w, show_data, r);
	pdata_writer_tap_compressed(r->w, show_piece, r);
}

static void end_recording(struct recording *r)
{
	pdata_writer_close(r->w);
	pdata_indexer_free(r->x);
	close(r->fd);
}

/* Records in spans that cut them anywhere, and records that are not compressed between them. */
static uint64_t write_recording(struct recording *r, uint8_t *buf, size_t room)
{
	const struct pdata_value v = { 0 };
	uint64_t time = 1000, bytes = 0;

	for (unsigned i = 0; i < 300; i++) {
		const size_t len = fill_records(buf, next_random() % room, &time, r->swap),
			     cut = len ? next_random() % len : 0;
		const struct pdata_span spans[2] = { { buf, cut }, { buf + cut, len - cut } };

		bytes += len;
		if (i % 5) {
			CHECK_I(pdata_writer_rawv(r->w, spans, 2), 0);
		} else {
			CHECK_I(pdata_writer_rawv(r->w, spans, 1), 0);
			CHECK_I(pdata_writer_record(r->w, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1),
				0);
			CHECK_I(pdata_writer_rawv(r->w, spans + 1, 1), 0);
		}
		if (i % 3 == 0)
			CHECK_I(pdata_writer_commit(r->w), 0);
	}
	return bytes;
}

static uint8_t *read_all(int fd, size_t *len)
{
	uint8_t *p;

	*len = (size_t)lseek(fd, 0, SEEK_END);
	p = malloc(*len);
	CHECK(p);
	CHECK_I(pread(fd, p, *len, 0), (long long)*len);
	return p;
}

static uint32_t count_chunks(int fd)
{
	const struct pdata_index *x;
	struct pdata_trailer *t;
	struct pdata_reader *r;
	uint32_t nr;

	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_I(pdata_trailer_index(t, pdata_reader_info(r), &x, NULL), 0);
	nr = x->nr_chunks;
	pdata_reader_close(r);
	pdata_trailer_close(t);
	return nr;
}

static void check_all_shown(const struct recording *rec)
{
	struct pdata_reader *r;

	CHECK_I(pdata_reader_open_fd(&r, rec->fd, NULL, NULL), 0);
	const struct pdata_file_info *info = pdata_reader_info(r);

	CHECK_U(rec->seen, info->data_size);
	CHECK_U(rec->next_off, info->data_offset + info->data_size);
	pdata_reader_close(r);
}

TEST(an_index_of_plain_bytes_is_that_of_the_file_and_opens_nothing)
{
	static uint8_t buf[300000];

	for (int turn = 0; turn < 6; turn++) {
		uint8_t *made, *again;
		size_t len, len_again;
		struct recording r;
		uint64_t bytes;

		seed = (uint32_t)turn;
		begin_recording(&r, turn % 2);
		bytes = write_recording(&r, buf, turn < 4 ? sizeof(buf) : 3000);
		CHECK_I(pdata_writer_finish(r.w), 0);
		CHECK_U(r.plain, bytes);
		check_all_shown(&r);
		CHECK(r.pieces >= 100);
		CHECK(!r.x->unzstd);
		CHECK_I(pdata_index_write(r.fd, r.x, 0, NULL, 0, NULL), 0);
		CHECK(!r.x->unzstd);
		made = read_all(r.fd, &len);
		CHECK(turn >= 4 || count_chunks(r.fd) > 2);
		CHECK_I(pdata_index_write(r.fd, NULL, 0, NULL, 0, NULL), 0);
		again = read_all(r.fd, &len_again);
		CHECK_U(len, len_again);
		CHECK_I(memcmp(made, again, len), 0);
		free(made);
		free(again);
		end_recording(&r);
	}
}

static void keep_piece(void *arg, const struct pdata_compressed_piece *p)
{
	struct pdata_compressed_piece *kept = arg;

	*kept = *p;
	kept->data = memcpy((void *)(uintptr_t)kept[1].data, p->data, p->len);
}

/* The first COMPRESSED record of a recording; what it was made of is in @plain. */
static void first_piece(struct pdata_compressed_piece *p, const uint8_t *plain, size_t len)
{
	static uint8_t room[65536];
	struct pdata_compressed_piece kept[2] = { [1].data = room };
	struct recording r;

	begin_recording(&r, 0);
	pdata_writer_tap(r.w, NULL, NULL);
	pdata_writer_tap_compressed(r.w, keep_piece, kept);
	CHECK_I(pdata_writer_raw(r.w, plain, len), 0);
	end_recording(&r);
	*p = kept[0];
}

TEST(a_piece_that_is_not_the_next_one_is_refused)
{
	static uint8_t buf[8192];
	struct pdata_compressed_piece p, bad;
	struct pdata_indexer *x;
	uint64_t time = 1;
	size_t len;

	seed = 1;
	len = fill_records(buf, sizeof(buf), &time, 0);
	first_piece(&p, buf, len);
	CHECK_U(p.plain_len, len);
	CHECK_U(p.flags, 0);
	CHECK_I(pdata_indexer_new(&x, p.off, 0), 0);
	CHECK_I(pdata_indexer_event(x, &attr, NULL, 0), 0);
	bad = p;
	bad.off += 8;
	CHECK_I(pdata_indexer_add_compressed(x, &bad, NULL), PDATA_E_ARG);
	bad = p;
	bad.plain = NULL;
	CHECK_I(pdata_indexer_add_compressed(x, &bad, NULL), PDATA_E_ARG);
	bad = p;
	bad.len -= 1;
	CHECK_I(pdata_indexer_add_compressed(x, &bad, NULL), PDATA_E_ARG);
	bad.len = 4;
	CHECK_I(pdata_indexer_add_compressed(x, &bad, NULL), PDATA_E_ARG);
	CHECK_I(pdata_indexer_add_compressed(x, &p, NULL), 0);
	CHECK_U(pdata_indexer_taken(x), p.len);
	/* The frame goes on: its beginning was not opened. */
	CHECK_I(pdata_indexer_add(x, p.data, p.len, NULL), PDATA_E_ARG);
	pdata_indexer_free(x);
	/* And the other way round. */
	CHECK_I(pdata_indexer_new(&x, p.off, 0), 0);
	CHECK_I(pdata_indexer_event(x, &attr, NULL, 0), 0);
	CHECK_I(pdata_indexer_add(x, p.data, p.len, NULL), (long long)p.len);
	bad = p;
	bad.off += p.len;
	CHECK_I(pdata_indexer_add_compressed(x, &bad, NULL), PDATA_E_ARG);
	pdata_indexer_free(x);
	/* No content is trusted. */
	memset(buf + 6, 0, 2);
	CHECK_I(pdata_indexer_new(&x, p.off, 0), 0);
	CHECK_I(pdata_indexer_add_compressed(x, &p, NULL), PDATA_E_SIZE);
	pdata_indexer_free(x);
}
#endif
