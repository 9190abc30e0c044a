/* SPDX-License-Identifier: BSD-2-Clause */
/* COMPRESSED2 records as perf 6.16 wrote them when a push compressed to more than a record holds. */

#include "t_file.h"
#include "test.h"

#ifdef HAVE_ZSTD
#include <zstd.h>

#define PUSHES 3u
#define HEAD 16u
#define PIECE_MAX (65535u - HEAD)

/* A record of n bytes that do not compress. */
static void put_noise(struct t_file *in, size_t n, uint64_t *x)
{
	static uint8_t random[32000];

	for (size_t i = 0; i < n; i++) {
		*x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
		random[i] = (uint8_t)*x;
	}
	t_raw(in, PDATA_RECORD_AUXTRACE_INFO, random, n);
}

static void push_content(struct t_file *in, unsigned push, size_t noise)
{
	uint64_t x = 88172645463325252ull + push;

	t_sample_of(in, &t_two_events[0], 10 * push + 1, 10 * push + 1);
	for (; noise > 32000; noise -= 32000)
		put_noise(in, 32000, &x);
	put_noise(in, noise, &x);
	t_sample_of(in, &t_two_events[0], 10 * push + 2, 10 * push + 2);
}

/* The push as it was cut, with the first record patched over as for the whole, and no padding. */
static void put_faulty(struct t_file *f, const uint8_t *data, size_t n, uint64_t unset)
{
	size_t first = f->len, whole = 0;

	for (size_t at = 0; at < n; at += PIECE_MAX) {
		size_t k = n - at < PIECE_MAX ? n - at : PIECE_MAX, rec = f->len;

		t_put32(f, PDATA_RECORD_COMPRESSED2);
		t_put32(f, 0);
		t_put64(f, unset);
		t_put(f, data + at, k);
		t_set16(f, rec + 6, (uint16_t)(HEAD + k));
		whole = f->len - first;
	}
	t_set16(f, first + 6, (uint16_t)((whole + 7) & ~7ull));
	t_set64(f, first + 8, whole - HEAD);
	if (((whole + 7) & ~7ull) <= 65535)
		t_put(f, "\0\0\0\0\0\0\0", -whole & 7);
}

/* Return: bytes of the largest push. */
static size_t faulty_file(struct t_file *f, int swap, size_t noise, uint64_t unset)
{
	static uint8_t out[1 << 20];
	ZSTD_CStream *z = ZSTD_createCStream();
	size_t most = 0;

	t_file_begin(f, t_two_events, 2, swap, 0);
	for (unsigned p = 0; p < PUSHES; p++) {
		struct t_file in = { .swap = swap };
		ZSTD_outBuffer dst = { out, sizeof(out), 0 };
		ZSTD_inBuffer src;

		push_content(&in, p, noise);
		src = (ZSTD_inBuffer){ in.bytes, in.len, 0 };
		CHECK(ZSTD_compressStream2(z, &dst, &src, ZSTD_e_flush) == 0);
		put_faulty(f, out, dst.pos, unset);
		most = dst.pos > most ? dst.pos : most;
		t_raw(f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
		t_file_free(&in);
	}
	t_file_data_end(f);
	ZSTD_freeCStream(z);
	return most;
}

static size_t check_noise(size_t noise)
{
	/* What may stand where a size was never set: no number, and sizes that could be. */
	static const uint64_t unset[] = { 0x5a5a5a5a5a5a5a5aull, 0, 100, 65000 };
	size_t most = 0;

	for (unsigned n = 0; n < 8; n++) {
		const int swap = n & 1;
		struct pdata_damage damage;
		uint64_t ips[16];
		struct t_file f = { 0 };

		most = faulty_file(&f, swap, noise, unset[n / 2]);
		CHECK_I(t_read(&f, NULL, ips, 16, &damage), 2 * PUSHES);
		CHECK_U(damage.nr, 0);
		for (unsigned i = 0; i < 2 * PUSHES; i++)
			CHECK_U(ips[i], 10 * (i / 2) + 1 + i % 2);
		t_file_free(&f);
	}
	return most;
}

TEST(a_push_that_fits_one_record_is_read)
{
	CHECK(check_noise(20000) < 65000);
}

TEST(a_push_whose_size_wraps_to_less_than_a_header_is_read)
{
	unsigned wrapped = 0;

	for (size_t noise = 65280; noise < 65520; noise += 8) {
		size_t whole = check_noise(noise) + HEAD;

		wrapped += whole > 65528 && whole <= 65535;
	}
	CHECK(wrapped);
}

TEST(a_push_cut_into_records_whose_sizes_were_never_set_is_read)
{
	CHECK(check_noise(100000) > 65535);
	CHECK(check_noise(200000) > 2 * 65535);
}
#endif
