/* SPDX-License-Identifier: BSD-2-Clause */
/* Compressed records: one zstd stream cut into records anywhere; damage in it; its limits. */

#include "t_file.h"
#include "test.h"

#include <pdata/trailer.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef HAVE_ZSTD
#include <zstd.h>

#define SAMPLES 200u

/* The records inside. */
static void plain(struct t_file *in, int swap)
{
	*in = (struct t_file){ .swap = swap };
	for (unsigned i = 1; i <= SAMPLES; i++) {
		t_sample_of(in, &t_two_events[i % 2], i, SAMPLES - i + 1);
		if (i % 10 == 0)
			t_raw(in, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
}

static void put_compressed(struct t_file *f, uint32_t type, const uint8_t *data, size_t n)
{
	uint8_t zeros[8] = { 0 };
	size_t at = f->len, pad = type == PDATA_RECORD_COMPRESSED2 ? -n & 7 : 0;

	t_put32(f, type);
	t_put32(f, 0);
	if (type == PDATA_RECORD_COMPRESSED2)
		t_put64(f, n);
	t_put(f, data, n);
	t_put(f, zeros, pad);
	t_set16(f, at + 6, (uint16_t)(f->len - at));
}

/* Compress @in as one stream, flushed after every @flush bytes, in records of at most @piece bytes. */
static void compress(struct t_file *f, const struct t_file *in, uint32_t type, size_t flush,
		     size_t piece)
{
	ZSTD_CStream *z = ZSTD_createCStream();
	static uint8_t out[1 << 20];

	CHECK(z != NULL);
	for (size_t at = 0; at < in->len;) {
		size_t n = in->len - at < flush ? in->len - at : flush;
		ZSTD_inBuffer src = { in->bytes + at, n, 0 };
		ZSTD_outBuffer dst = { out, sizeof(out), 0 };

		CHECK(ZSTD_compressStream2(z, &dst, &src, ZSTD_e_flush) == 0 && src.pos == n);
		for (size_t k = 0; k < dst.pos; k += piece)
			put_compressed(f, type, out + k, dst.pos - k < piece ? dst.pos - k : piece);
		at += n;
	}
	ZSTD_freeCStream(z);
}

static void compressed_file(struct t_file *f, int way, uint32_t type, size_t flush, size_t piece)
{
	struct t_file in;

	plain(&in, way & 1);
	t_file_begin(f, t_two_events, 2, way & 1, way >> 1 & 1);
	t_sample_of(f, &t_two_events[0], 0, 0);
	compress(f, &in, type, flush, piece);
	t_sample_of(f, &t_two_events[0], SAMPLES + 1, 1000);
	t_file_data_end(f);
	t_file_free(&in);
}

static void all_there(const struct t_file *f, uint64_t records)
{
	struct pdata_reader *r = t_open(f, NULL);
	uint64_t ips[SAMPLES + 9];
	const struct pdata_file_info *info = pdata_reader_info(r);

	CHECK_U(t_ips(r, ips, SAMPLES + 9), SAMPLES + 2);
	for (unsigned i = 0; i < SAMPLES + 2; i++)
		CHECK_U(ips[i], i);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	CHECK(!records || info->nr_compressed + info->nr_compressed2 == records);
	pdata_reader_close(r);
}

TEST(compressed_records_are_cut_anywhere)
{
	static const size_t flush[] = { 5, 48, 1000, 1 << 20 }, piece[] = { 1, 7, 100, 60000 };
	struct t_file f;

	for (int way = 0; way < 4; way++)
		for (unsigned i = 0; i < 4; i++)
			for (unsigned k = 0; k < 4; k++) {
				compressed_file(&f, way, PDATA_RECORD_COMPRESSED, flush[i],
						piece[k]);
				all_there(&f, 0);
				t_file_free(&f);
				compressed_file(&f, way, PDATA_RECORD_COMPRESSED2, flush[i],
						piece[k]);
				all_there(&f, 0);
				t_file_free(&f);
			}
	compressed_file(&f, 0, PDATA_RECORD_COMPRESSED, 1 << 20, 60000);
	all_there(&f, 1);
	t_file_free(&f);
}

TEST(time_order_goes_through_compressed_records)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	uint64_t ips[SAMPLES + 9];
	struct t_file f, in = { 0 };
	struct pdata_reader *r;

	/* Three runs that are each other's time, without rounds. */
	for (unsigned i = 0; i < SAMPLES; i++)
		t_sample_of(&in, &t_two_events[0], i * 3 % SAMPLES, 1 + i * 3 % SAMPLES);
	t_file_begin(&f, t_two_events, 2, 0, 0);
	compress(&f, &in, PDATA_RECORD_COMPRESSED, 100, 60);
	t_file_data_end(&f);
	r = t_open(&f, &o);
	for (unsigned round = 0; round < 2; round++) {
		CHECK_U(t_ips(r, ips, SAMPLES + 9), SAMPLES);
		for (unsigned i = 0; i < SAMPLES; i++)
			CHECK_U(ips[i], i);
		CHECK_I(pdata_reader_rewind(r), 0);
	}
	pdata_reader_close(r);
	t_file_free(&f);
	t_file_free(&in);
}

TEST(compressed_records_are_kept_when_asked)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .keep_compressed = 1 };
	struct pdata_reader *r;
	struct pdata_record rec;
	unsigned n = 0, samples = 0;
	struct t_file f;

	compressed_file(&f, 0, PDATA_RECORD_COMPRESSED, 1000, 100);
	r = t_open(&f, &o);
	while (pdata_reader_next(r, &rec) == 1) {
		n += rec.type == PDATA_RECORD_COMPRESSED;
		samples += rec.type == PDATA_RECORD_SAMPLE;
	}
	CHECK(n > 5);
	CHECK_U(samples, 2);
	CHECK_U(pdata_reader_info(r)->nr_compressed, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* Every byte of the compressed data wrong in turn: what was before is there, what is plain is there. */
TEST(damaged_compressed_data_is_said_and_plain_records_go_on)
{
	static uint64_t ips[100 * SAMPLES]; /* a copy inside the stream may become a longer one */
	unsigned tried = 0, said = 0;
	struct t_file f;

	compressed_file(&f, 0, PDATA_RECORD_COMPRESSED, 1000, 100);
	for (size_t at = f.data_off + 48; at < f.len - 48; at += 3) {
		struct pdata_damage d;
		int n;

		f.bytes[at] ^= 0x55;
		n = t_read(&f, NULL, ips, 100 * SAMPLES, &d);
		CHECK(n >= 1);
		CHECK_U(ips[0], 0);
		tried++;
		said += d.nr > 0;
		f.bytes[at] ^= 0x55;
	}
	/* Without a checksum a frame may open to other bytes, which may be whole records, too. */
	CHECK(said > tried / 4);
	all_there(&f, 0);
	memset(f.bytes + f.data_off + 48 + 8, 0xff, 50); /* from the frame's magic on */
	{
		struct pdata_damage d;
		int n = t_read(&f, NULL, ips, 100 * SAMPLES, &d);

		CHECK(n >= 2 && ips[n - 1] == SAMPLES + 1);
		CHECK(d.nr > 0);
		CHECK_I(d.first.code, PDATA_E_COMPRESSED);
	}
	t_file_free(&f);
}

TEST(a_compressed_file_cut_at_any_byte_gives_what_was_whole)
{
	struct t_file f;
	size_t whole;

	compressed_file(&f, 0, PDATA_RECORD_COMPRESSED, 1000, 100);
	for (whole = f.len, f.len = f.data_off; f.len < whole; f.len++) {
		uint64_t ips[SAMPLES + 9];
		struct pdata_damage d;
		int n = t_read(&f, NULL, ips, SAMPLES + 9, &d);

		CHECK(n >= 0 && d.nr > 0);
		for (int i = 0; i < n; i++)
			CHECK_U(ips[i], (unsigned)i);
	}
	t_file_free(&f);
}

/* A little that becomes a lot: time and memory stay within what the caller allows. */
TEST(the_limit_of_expansion_holds_inside_one_record)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .max_expansion = 1 << 20 };
	struct t_file f, in = { 0 };
	struct pdata_reader *r;
	struct pdata_record rec;
	uint64_t n = 0;
	int ret;

	for (unsigned i = 0; i < 4u << 20; i++)
		t_raw(&in, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	t_file_begin(&f, t_two_events, 2, 0, 0);
	compress(&f, &in, PDATA_RECORD_COMPRESSED, in.len, 60000);
	t_file_data_end(&f);
	CHECK(f.len < 60000);
	r = t_open(&f, &o);
	while ((ret = pdata_reader_next(r, &rec)) == 1)
		n += rec.size;
	CHECK_I(ret, PDATA_L_MEMORY);
	CHECK(n <= (1 << 20) + 65536);
	CHECK_I(pdata_reader_next(r, &rec), PDATA_L_MEMORY);
	pdata_reader_close(r);
	t_file_free(&f);
	t_file_free(&in);
}

/* Records of zeros, more than a recording that small can hold. Return: a descriptor of the file. */
static int write_bomb(uint64_t len)
{
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 1 };
	struct pdata_writer *w;
	uint8_t *rec = calloc(1, 65528);
	int fd = memfd_create("bomb", MFD_CLOEXEC);

	CHECK(rec && fd >= 0);
	rec[0] = 200; /* a type that nobody knows */
	rec[6] = 0xf8;
	rec[7] = 0xff;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	memcpy(rec, "\0\0\0\310\0\0\377\370", 8);
#endif
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &t_two_events[0].attr, "event", t_two_events[0].ids, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (uint64_t done = 0; done < len; done += 65528)
		CHECK_I(pdata_writer_raw(w, rec, 65528), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	free(rec);
	return fd;
}

TEST(without_a_limit_of_the_callers_expansion_has_one)
{
	const uint64_t len = 400u << 20;
	struct pdata_open_opts o = { .size = sizeof(o) };
	int fd = write_bomb(len);

	for (int unlimited = 0; unlimited <= 1; unlimited++) {
		struct pdata_reader *r;
		struct pdata_record rec;
		uint64_t n = 0;
		int ret;

		o.max_expansion = unlimited ? UINT64_MAX : 0;
		CHECK_I(lseek(fd, 0, SEEK_SET), 0);
		CHECK_I(pdata_reader_open_fd(&r, fd, &o, NULL), 0);
		CHECK(pdata_reader_info(r)->file_size < 1 << 18);
		while ((ret = pdata_reader_next(r, &rec)) == 1)
			n += rec.type == 200 ? rec.size : 0;
		CHECK_I(ret, unlimited ? 0 : PDATA_L_MEMORY);
		CHECK(unlimited ? n >= len : n >= 256u << 20 && n < len);
		pdata_reader_close(r);
	}
	close(fd);
}

TEST(an_impossible_record_inside_ends_its_frame_only)
{
	struct t_file f, in = { 0 };
	struct pdata_damage d;
	uint64_t ips[9];

	t_sample_of(&in, &t_two_events[0], 1, 1);
	t_raw(&in, 0, "01234567", 8);
	t_set16(&in, in.len - 16 + 6, 4);
	t_file_begin(&f, t_two_events, 2, 0, 0);
	compress(&f, &in, PDATA_RECORD_COMPRESSED, 1000, 1000);
	compress(&f, &in, PDATA_RECORD_COMPRESSED, 1000, 1000);
	t_sample_of(&f, &t_two_events[0], 2, 2);
	t_file_data_end(&f);
	CHECK_I(t_read(&f, NULL, ips, 9, &d), 3);
	CHECK_U(ips[1], 1);
	CHECK_U(ips[2], 2);
	CHECK_U(d.nr, 2);
	CHECK_I(d.first.code, PDATA_E_SIZE);
	t_file_free(&f);
	t_file_free(&in);
}

/* Their bytes would be in the plain stream, under the feet of the decompressor. */
TEST(a_payload_of_a_record_inside_is_refused)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	struct pdata_value v = { .u.auxtrace = { .blob_size = 5000 } };
	struct t_file f, in = { 0 };
	struct pdata_damage d;
	uint64_t ips[40];

	for (unsigned i = 0; i < 10; i++) {
		t_record(&in, PDATA_RECORD_AUXTRACE, 0, &v, NULL);
		t_sample_of(&in, &t_two_events[0], i, i + 1);
		t_raw(&in, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
	t_file_begin(&f, t_two_events, 2, 0, 0);
	compress(&f, &in, PDATA_RECORD_COMPRESSED, 300, 100);
	t_sample_of(&f, &t_two_events[0], 10, 11);
	t_file_data_end(&f);
	CHECK_I(t_read(&f, &o, ips, 40, &d), 11);
	CHECK_U(ips[10], 10);
	CHECK_U(d.nr, 10);
	t_file_free(&f);
	t_file_free(&in);
}

TEST(a_compressed_record_too_short_for_its_own_size_costs_only_itself)
{
	struct pdata_damage d;
	struct t_file f;
	uint64_t ips[9];

	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_raw(&f, PDATA_RECORD_COMPRESSED2, NULL, 0);
	t_sample_of(&f, &t_two_events[0], 1, 1);
	t_file_data_end(&f);
	CHECK_I(t_read(&f, NULL, ips, 9, &d), 1);
	CHECK_U(d.nr, 1);
	CHECK_I(d.first.code, PDATA_E_TRUNCATED);
	t_file_free(&f);
}

TEST(an_empty_compressed_record_is_no_harm)
{
	struct t_file f;
	struct pdata_damage d;
	uint64_t ips[9];

	t_file_begin(&f, t_two_events, 2, 0, 0);
	put_compressed(&f, PDATA_RECORD_COMPRESSED, NULL, 0);
	put_compressed(&f, PDATA_RECORD_COMPRESSED2, NULL, 0);
	t_sample_of(&f, &t_two_events[0], 1, 1);
	t_file_data_end(&f);
	CHECK_I(t_read(&f, NULL, ips, 9, &d), 1);
	CHECK_U(d.nr, 0);
	t_file_free(&f);
}

#ifdef HAVE_XXHASH
/* A COMPRESSED record with one frame of the @n bytes at @data. Return: its file offset. */
static size_t put_frame(struct t_file *f, const uint8_t *data, size_t n)
{
	static uint8_t out[65000];
	const size_t at = f->len, len = ZSTD_compress(out, sizeof(out), data, n, 1);

	CHECK(!ZSTD_isError(len));
	put_compressed(f, PDATA_RECORD_COMPRESSED, out, len);
	return at;
}

/* Samples that are not compressed, up to @size bytes of data. */
static void put_plain_samples(struct t_file *f, size_t size)
{
	while (f->len - f->data_off < size)
		t_sample_of(f, &t_two_events[0], 1000, 1000);
}

/*
 * Frames divide two records: one in the first chunk, one between the second chunk, which can be
 * decompressed alone, and the third, which cannot. The parts of these records but the first are
 * lost: the frame after them must not be added to that part.
 */
TEST(a_lost_chunk_that_opens_alone_ends_the_record_before_it)
{
	const uint32_t lost = PDATA_RECORD_FINISHED_INIT;
	struct t_file f, in = { 0 };
	const struct pdata_index *x;
	struct pdata_reader *r;
	struct pdata_record rec;
	unsigned seen = 0;
	size_t at[3], whole;
	int fd = memfd_create("chunks", MFD_CLOEXEC);

	for (unsigned i = 1; i <= 4; i++)
		t_sample_of(&in, &t_two_events[0], i, i);
	whole = in.len / 4;
	t_file_begin(&f, t_two_events, 2, 0, 0);
	put_plain_samples(&f, PDATA_CHUNK_BYTES - 200);
	put_frame(&f, in.bytes, whole / 2);
	at[0] = put_frame(&f, in.bytes + whole / 2, whole - whole / 2);
	put_plain_samples(&f, 2 * PDATA_CHUNK_BYTES - 200);
	at[1] = put_frame(&f, in.bytes + whole, whole / 2);
	put_plain_samples(&f, 7 * PDATA_CHUNK_BYTES / 2);
	at[2] = put_frame(&f, in.bytes + whole + whole / 2, whole - whole / 2);
	put_frame(&f, in.bytes + 2 * whole, 2 * whole);
	t_file_data_end(&f);
	CHECK(fd >= 0);
	CHECK_I(pwrite(fd, f.bytes, f.len, 0), (long long)f.len);
	CHECK_I(pdata_index_write(fd, NULL, 0, NULL, 0, NULL), 0);
	for (unsigned i = 0; i < 3; i++)
		CHECK_I(pwrite(fd, &lost, sizeof(lost), (off_t)at[i]), sizeof(lost));
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	x = pdata_reader_index(r);
	CHECK(x && x->nr_chunks == 3);
	CHECK(x->chunks[1].off > at[0] && x->chunks[1].flags & PDATA_CHUNK_ALONE);
	CHECK(x->chunks[2].off > at[1] && x->chunks[2].off < at[2]);
	CHECK(!(x->chunks[2].flags & PDATA_CHUNK_ALONE));
	while (pdata_reader_next(r, &rec) == 1) {
		struct pdata_sample s;

		if (rec.type != PDATA_RECORD_SAMPLE)
			continue;
		CHECK_I(pdata_sample_decode(&rec, PDATA_SAMPLE_IP, &s, NULL), 0);
		CHECK(s.ip == 1000 || s.ip == 3 || s.ip == 4);
		seen += s.ip != 1000;
	}
	CHECK_U(seen, 2);
	CHECK_I(pdata_reader_error(r)->code, 0);
	pdata_reader_close(r);
	close(fd);
	t_file_free(&f);
	t_file_free(&in);
}
#endif
#endif
