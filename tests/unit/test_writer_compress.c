/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/codec/codec.h"
#include "test.h"

#include <fcntl.h>
#include <pdata/trailer.h>

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#ifdef HAVE_ZSTD

/* Records that do not compress to nothing: COMM with a pid that counts and a name that follows it. */
static size_t fill(uint8_t *buf, size_t len, uint32_t *next)
{
	size_t at = 0;

	for (; len - at >= 24; at += 24, (*next)++) {
		const uint32_t type = PDATA_RECORD_COMM, x = *next * 2654435761u;
		const uint16_t misc_size[2] = { 0, 24 };

		memcpy(buf + at, &type, 4);
		memcpy(buf + at + 4, misc_size, 4);
		memcpy(buf + at + 8, next, 4);
		memcpy(buf + at + 12, next, 4);
		snprintf((char *)buf + at + 16, 8, "%07x", x & 0xfffffff);
	}
	return at;
}

static uint32_t count_in_order(const char *path, uint32_t *compressed)
{
	struct pdata_open_opts o = { .size = sizeof(o) };
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_value v;
	uint32_t n = 0;

	CHECK_I(pdata_reader_open(&r, path, &o, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1) {
		CHECK_U(rec.type, PDATA_RECORD_COMM);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_U(v.u.comm.pid, n);
		n++;
	}
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	pdata_reader_close(r);
	o.keep_compressed = 1;
	*compressed = 0;
	CHECK_I(pdata_reader_open(&r, path, &o, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1)
		*compressed += rec.type == PDATA_RECORD_COMPRESSED;
	pdata_reader_close(r);
	return n;
}

TEST(raw_data_written_with_compression_is_read_back_after_every_commit)
{
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 1 };
	static uint8_t buf[3 * PDATA_COMPRESSED_PIECE];
	struct pdata_writer *w;
	uint32_t next = 0, compressed;
	char path[256];

	snprintf(path, sizeof(path), "%s/z.data", test_dir());
	FILE *f = fopen(path, "w+");

	CHECK(f);
	CHECK_I(pdata_writer_open_fd(&w, fileno(f), &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (size_t len = 24; len <= sizeof(buf); len = len * 7 + 24) {
		size_t n = fill(buf, len, &next);
		struct pdata_span spans[2] = { { buf, n / 48 * 24 },
					       { buf + n / 48 * 24, n - n / 48 * 24 } };

		CHECK_I(pdata_writer_rawv(w, spans, 2), 0);
		CHECK_I(pdata_writer_commit(w), 0);
		CHECK_U(count_in_order(path, &compressed), next);
	}
	CHECK(compressed > 5);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	fclose(f);
	CHECK_U(count_in_order(path, &compressed), next);
}

/* Whether each COMPRESSED record opens to something, as perf wants it. Return: how many there are. */
static uint32_t count_opened(const char *path)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .keep_compressed = 1 };
	static uint8_t out[PDATA_COMPRESSED_PIECE];
	struct pd_unzstd *z;
	struct pdata_reader *r;
	struct pdata_record rec;
	uint32_t n = 0;
	int err;

	z = pd_unzstd_new(&err);
	CHECK(z);
	CHECK_I(pdata_reader_open(&r, path, &o, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_COMPRESSED)
			continue;
		pd_unzstd_input(z, rec.data + 8, rec.size - 8);
		CHECK(pd_unzstd_read(z, out, sizeof(out)) > 0);
		n++;
	}
	pdata_reader_close(r);
	pd_unzstd_free(z);
	return n;
}

TEST(compressed_records_open_to_something_however_badly_data_compresses)
{
	static const uint8_t masks[] = { 0xff, 0x7f, 0x1f, 0x03 };
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 1 };
	static uint8_t buf[2 * PDATA_COMPRESSED_PIECE];
	struct pdata_writer *w;
	char path[256];
	uint32_t seed = 1;

	snprintf(path, sizeof(path), "%s/z.data", test_dir());
	for (size_t m = 0; m < sizeof(masks); m++) {
		const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		size_t size = 40, at = 0;

		CHECK(fd >= 0);
		for (; size <= sizeof(buf) - at; at += size, size = size * 3 % 65400 / 8 * 8 + 40) {
			const uint32_t head[2] = { PDATA_RECORD_COMM, (uint32_t)size << 16 };

			memcpy(buf + at, head, sizeof(head));
			for (size_t i = 8; i < size; i++) {
				seed = seed * 1664525 + 1013904223;
				buf[at + i] = (uint8_t)(seed >> 24 & masks[m]);
			}
		}
		CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
		CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
		CHECK_I(pdata_writer_begin(w), 0);
		for (int i = 0; i < 3; i++)
			CHECK_I(pdata_writer_raw(w, buf, at), 0);
		CHECK_I(pdata_writer_finish(w), 0);
		pdata_writer_close(w);
		close(fd);
		CHECK(count_opened(path) > 3);
	}
}

/* Append an AUXTRACE record with 16 bytes of AUX data between COMM records. */
static void put_aux(struct pdata_writer *w, bool together)
{
	const struct pdata_value v = { .u.auxtrace = { .blob_size = 16, .tid = 7 } };
	uint8_t buf[24 + 48 + 16 + 24];
	uint32_t next = 0;
	int n;

	fill(buf, 24, &next);
	n = pdata_record_encode(PDATA_RECORD_AUXTRACE, 0, &v, NULL, 0, buf + 24, 48);
	CHECK_I(n, 48);
	memset(buf + 72, 7, 16);
	fill(buf + 88, 24, &next);
	if (together) {
		CHECK_I(pdata_writer_raw(w, buf, sizeof(buf)), 0);
		return;
	}
	CHECK_I(pdata_writer_raw(w, buf, 24), 0);
	CHECK_I(pdata_writer_raw(w, buf + 24, 48), 0);
	CHECK_I(pdata_writer_raw(w, buf + 72, 5), 0);
	CHECK_I(pdata_writer_raw(w, buf + 77, 11), 0);
	CHECK_I(pdata_writer_raw(w, buf + 88, 24), 0);
}

/* Readers do not expect a payload in compressed data. */
TEST(records_with_a_payload_are_not_compressed)
{
	const uint32_t types[] = { PDATA_RECORD_COMM, PDATA_RECORD_AUXTRACE, PDATA_RECORD_COMM };

	for (uint32_t i = 0; i < 4; i++) {
		const struct pdata_writer_opts o = { .size = sizeof(o),
						     .container = i & 1 ? PDATA_CONTAINER_PIPE
									: PDATA_CONTAINER_FILE,
						     .compress_level = 1 };
		FILE *f = tmpfile();
		struct pdata_writer *w;
		struct pdata_reader *r;
		struct pdata_record rec;
		uint8_t data[32];
		unsigned nr = 0;

		CHECK_I(pdata_writer_open_fd(&w, fileno(f), &o), 0);
		CHECK_I(pdata_writer_begin(w), 0);
		put_aux(w, i & 2);
		CHECK_I(pdata_writer_finish(w), 0);
		pdata_writer_close(w);
		rewind(f);
		CHECK_I(pdata_reader_open_fd(&r, fileno(f), NULL, NULL), 0);
		for (; pdata_reader_next(r, &rec) == 1; nr++) {
			CHECK(nr < 3);
			CHECK_U(rec.type, types[nr]);
			CHECK_U(rec.payload, nr == 1 ? 16 : 0);
			if (rec.payload)
				CHECK_I(pdata_reader_payload(r, data, sizeof(data)), 16);
		}
		CHECK_U(nr, 3);
		CHECK_U(pdata_reader_info(r)->nr_compressed, 2);
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		pdata_reader_close(r);
		fclose(f);
	}
}

TEST(a_level_that_does_not_exist_is_refused)
{
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 99 };
	struct pdata_writer *w;

	CHECK_I(pdata_writer_open_fd(&w, 1, &o), PDATA_E_ARG);
	CHECK(!w);
}

#ifdef HAVE_XXHASH
static uint64_t count_all(const char *path, bool keep_damaged)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .keep_damaged = keep_damaged };
	struct pdata_reader *r;
	struct pdata_record rec;
	uint64_t n = 0;

	CHECK_I(pdata_reader_open(&r, path, &o, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1)
		n++;
	pdata_reader_close(r);
	return n;
}

TEST(chunks_of_compressed_data_open_alone)
{
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 1 };
	static uint8_t buf[PDATA_COMPRESSED_PIECE], zeros[64];
	const struct pdata_index *x;
	struct pdata_trailer *t;
	struct pdata_reader *r;
	struct pdata_writer *w;
	char path[4096];
	uint32_t next = 0, compressed;
	uint64_t records = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "x", NULL, 0), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (int i = 0; i < 24; i++)
		CHECK_I(pdata_writer_raw(w, buf, fill(buf, sizeof(buf), &next)), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	CHECK_I(pdata_trailer_index(t, pdata_reader_info(r), &x, NULL), 0);
	CHECK(x->nr_chunks > 2);
	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		CHECK_U(x->chunks[i].flags, PDATA_CHUNK_ALONE | PDATA_CHUNK_COMPRESSED);
		records += x->chunks[i].nr_records;
	}
	CHECK_U(records, next);
	CHECK_U(count_in_order(path, &compressed), next);
	/* The frames of the first chunk cannot be read; those of later chunks can. */
	CHECK_I(pwrite(fd, zeros, sizeof(zeros), (off_t)x->chunks[0].off + 16), sizeof(zeros));
	CHECK_U(count_all(path, true), next - x->chunks[0].nr_records);
	/* They have copies. */
	CHECK_U(count_all(path, false), next);
	/* And where the frames are, but not all of their records. */
	CHECK_I(pwrite(fd, zeros, sizeof(zeros),
		       (off_t)(x->chunks[1].off + x->chunks[1].len - 4096)),
		sizeof(zeros));
	CHECK(count_all(path, true) >= next - x->chunks[0].nr_records - x->chunks[1].nr_records);
	pdata_reader_close(r);
	pdata_trailer_close(t);
	close(fd);
}

#define PIECES 60u
#define A_PIECE                                                                                    \
	400u /* records: the first of each is side-band, and so are all of the first pieces */

/* Records from number @i on. Return: bytes. */
static size_t fill_piece(uint8_t *buf, size_t len, unsigned i, const struct pdata_attr *attr)
{
	struct pdata_value v = { .u.comm = { 7, 7, "side" }, .id = { .pid = 7, .tid = 7 } };
	const unsigned end = i + A_PIECE;
	size_t at = 0;

	for (bool first = true; i < end; i++, first = false) {
		struct pdata_sample s = { .pid = i * 2654435761u, .tid = i * 40503, .time = i + 1 };

		v.id.time = i + 1;
		if (first || i < 4 * A_PIECE)
			at += (size_t)pdata_record_encode(PDATA_RECORD_COMM, 0, &v, attr, 0,
							  buf + at, len - at);
		at += (size_t)pdata_sample_encode(PDATA_CPUMODE_USER, &s, attr, 0, buf + at,
						  len - at);
	}
	return at;
}

/* Pieces of records with times, each committed: frames and records of their own. */
static int make_pieces(const char *path)
{
	const struct pdata_attr attr = { .type = 1,
					 .size = 128,
					 .sample_type = PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
					 .flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL };
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 1 };
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	static uint8_t buf[A_PIECE * 128];
	struct pdata_writer *w;

	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "x", NULL, 0), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (unsigned i = 0; i < PIECES; i++) {
		const size_t n = fill_piece(buf, sizeof(buf), i * A_PIECE, &attr);

		CHECK(n < sizeof(buf));
		CHECK_I(pdata_writer_raw(w, buf, n), 0);
		CHECK_I(pdata_writer_commit(w), 0);
	}
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	return fd;
}

/* The offsets of all COMM records; @from: reading what is needed from this time on. Return: how many. */
static unsigned side_offs(int fd, uint64_t from, uint64_t *offs, uint64_t *damage)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	unsigned nr = 0;

	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	if (from)
		CHECK_I(pdata_reader_set_time(r, from, UINT64_MAX), 1);
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_COMM)
			continue;
		CHECK(nr < 5 * A_PIECE);
		offs[nr++] = rec.off;
	}
	*damage = pdata_reader_damage(r)->nr;
	pdata_reader_close(r);
	return nr;
}

TEST(copies_of_side_band_have_the_offset_of_the_compressed_record_that_they_came_in)
{
	static uint64_t want[5 * A_PIECE], got[5 * A_PIECE];
	static const uint8_t zeros[8];
	struct pdata_trailer *t;
	const struct pdata_feature *f;
	uint64_t damage;
	unsigned nr, differ = 0;
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/data", test_dir());
	fd = make_pieces(path);
	CHECK_I(pdata_trailer_open_fd(&t, fd, NULL), 0);
	CHECK_I(pdata_trailer_read(t, (uint32_t)pdata_trailer_find(t, PDATA_BLOCK_INDEX, 0), &f,
				   NULL),
		0);
	nr = side_offs(fd, 0, want, &damage);
	CHECK_U(nr, 4 * A_PIECE + PIECES - 4);
	for (unsigned i = 1; i < nr; i++)
		differ += want[i] != want[i - 1];
	CHECK(differ >= PIECES - 1);
	/* Nothing but copies. */
	CHECK_U(side_offs(fd, PIECES * A_PIECE + 1, got, &damage), nr);
	CHECK_U(damage, 0);
	CHECK_M(got, want, nr * sizeof(*want));
	/* In the place of damaged ones. */
	CHECK_I(pwrite(fd, zeros, 8, (off_t)f->u.index.chunks[0].off + 200), 8);
	CHECK_U(side_offs(fd, 0, got, &damage), nr);
	CHECK(damage);
	CHECK_M(got, want, nr * sizeof(*want));
	pdata_trailer_close(t);
	close(fd);
}
#endif

#endif
