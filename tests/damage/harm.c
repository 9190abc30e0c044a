/* SPDX-License-Identifier: BSD-2-Clause */
#include "harm.h"

#include <string.h>

#define PAGE 4096u
#define RECORDS_MAX 2048

uint64_t harm_random(uint64_t *s)
{
	uint64_t z = *s += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static void flip_bits(uint8_t *p, size_t *all, uint64_t *rng)
{
	size_t len = *all;
	unsigned n = 1 + (unsigned)(harm_random(rng) % 32);

	/* Half of the positions are in header and attrs. */
	for (unsigned i = 0; i < n; i++) {
		size_t range = i & 1 && len > 1024 ? 1024 : len;

		p[harm_random(rng) % range] ^= (uint8_t)(1u << harm_random(rng) % 8);
	}
}

static uint64_t load(const uint8_t *p, unsigned n, int be)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < n; i++)
		v |= (uint64_t)p[i] << 8 * (be ? n - 1 - i : i);
	return v;
}

static void store(uint8_t *p, unsigned n, int be, uint64_t v)
{
	for (unsigned i = 0; i < n; i++)
		p[i] = (uint8_t)(v >> 8 * (be ? n - 1 - i : i));
}

static uint64_t nasty(uint64_t was, uint64_t *rng)
{
	static const uint64_t v[] = { 0,	  1,	      7,	  8,	      0x7f,
				      0xff,	  0x7fff,     0xfff8,	  0xffff,     0x10000,
				      0x7fffffff, 0xffffffff, 1ull << 32, 1ull << 40, 1ull << 61,
				      1ull << 63, ~7ull,      ~0ull };
	const unsigned n = sizeof(v) / sizeof(v[0]);
	uint64_t k = harm_random(rng) % (n + 4);

	return k < n	    ? v[k]
	       : k == n	    ? was + 8
	       : k == n + 1 ? was - 8
	       : k == n + 2 ? was * 2
			    : was ^ 1;
}

/* Return the offset of the first record. */
static size_t first_record(const uint8_t *p, size_t len, int be, int bare)
{
	uint64_t at = bare			 ? 0
		      : load(p + 8, 8, be) == 16 ? 16
		      : len >= 104		 ? load(p + 40, 8, be)
						 : len;

	return at < len ? (size_t)at : len;
}

/* Return: the size of the record at at, 0 when there is none. */
static size_t record_size(const uint8_t *p, size_t len, int be, size_t at)
{
	uint64_t size = at < len && len - at >= 8 ? load(p + at + 6, 2, be) : 0;

	return size >= 8 && size <= len - at ? (size_t)size : 0;
}

/* Walk to a random record of the data. Return: its offset; 0 if there is none. */
static size_t some_record(const uint8_t *p, size_t len, int be, int bare, uint64_t *rng)
{
	size_t at = first_record(p, len, be, bare), size;
	uint64_t steps = harm_random(rng) % 512;

	while (at < len && len - at >= 8) {
		size = record_size(p, len, be, at);
		if (!steps-- || !size)
			return at;
		at += size;
	}
	return 0;
}

static int is_be(const uint8_t *p, size_t len)
{
	return len >= 8 && !memcmp(p, "PERFILE2", 8);
}

/* A member of a directory, which has no header. */
static int is_bare(const uint8_t *p, size_t len)
{
	return len < 16 ||
	       (memcmp(p, "PERFILE2", 8) && memcmp(p, "2ELIFREP", 8) && memcmp(p, "PERFFILE", 8));
}

/* Change sizes of records, words in records, members of the header, or any words. */
static void wrong_lengths(uint8_t *p, size_t *all, uint64_t *rng)
{
	size_t len = *all;
	int be = is_be(p, len), bare = is_bare(p, len);
	unsigned n = 1 + (unsigned)(harm_random(rng) % 6);

	while (n--) {
		uint64_t what = harm_random(rng) % 4;
		size_t at = some_record(p, len, be, bare, rng), width = 8;

		if (what == 0) {
			at += 6;
			width = 2;
		} else if (what == 1) {
			at += 8 + 4 * (size_t)(harm_random(rng) % 16);
			width = harm_random(rng) & 1 ? 4 : 8;
		} else if (what == 2 && !bare) {
			at = 8 + 8 * (size_t)(harm_random(rng) % 24);
		} else {
			at = (size_t)(harm_random(rng) % len) & ~(size_t)3;
			width = 4;
		}
		if (at + width <= len)
			store(p + at, (unsigned)width, be,
			      nasty(load(p + at, (unsigned)width, be), rng));
	}
}

static void zero_pages(uint8_t *p, size_t *all, uint64_t *rng)
{
	size_t len = *all;
	unsigned n = 1 + (unsigned)(harm_random(rng) % 4);

	while (n--) {
		size_t at = (size_t)(harm_random(rng) % ((len + PAGE - 1) / PAGE)) * PAGE;

		memset(p + at, harm_random(rng) % 4 ? 0 : 0xff, len - at < PAGE ? len - at : PAGE);
	}
}

static void cut_off(uint8_t *p, size_t *len, uint64_t *rng)
{
	(void)p;
	*len = (size_t)(harm_random(rng) % *len);
}

/* Change many bytes in one place. */
static void noise(uint8_t *p, size_t *len, uint64_t *rng)
{
	unsigned n = 1 + (unsigned)(harm_random(rng) % 4);

	while (n--) {
		size_t at = (size_t)(harm_random(rng) % *len),
		       run = 1 + (size_t)(harm_random(rng) % 256);

		for (size_t i = at; i < *len && i < at + run; i++)
			p[i] = (uint8_t)harm_random(rng);
	}
}

static void turn_round(uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		uint8_t c = p[i];

		p[i] = p[n - 1 - i];
		p[n - 1 - i] = c;
	}
}

/* Copy records over others of the same size, or exchange sequences of records. */
static void move_records(uint8_t *p, size_t *len, uint64_t *rng)
{
	size_t at[RECORDS_MAX + 1], nr = 0, size, next;
	int be = is_be(p, *len);
	unsigned n = 1 + (unsigned)(harm_random(rng) % 8);

	for (next = first_record(p, *len, be, is_bare(p, *len)); nr < RECORDS_MAX; next += size) {
		at[nr] = next;
		size = record_size(p, *len, be, next);
		if (!size)
			break;
		nr++;
	}
	if (nr < 3)
		return;
	at[nr] = next;
	while (n--) {
		size_t a = (size_t)(harm_random(rng) % (nr - 1)),
		       c = a + 2 + (size_t)(harm_random(rng) % (nr - a - 1)),
		       b = a + 1 + (size_t)(harm_random(rng) % (c - a - 1));

		size = at[a + 1] - at[a];
		if (harm_random(rng) & 1 && at[b + 1] - at[b] == size) {
			memmove(p + at[b], p + at[a], size);
			continue;
		}
		/* After the exchange records begin at other offsets: walk again. */
		turn_round(p + at[a], at[b] - at[a]);
		turn_round(p + at[b], at[c] - at[b]);
		turn_round(p + at[a], at[c] - at[a]);
		nr = 0;
		for (next = at[0]; nr < RECORDS_MAX && (size = record_size(p, *len, be, next));
		     next += size)
			at[nr++] = next;
		at[nr] = next;
	}
}

const char *harm(uint8_t *p, size_t *len, unsigned kind, uint64_t *rng)
{
	static const struct {
		const char *name;
		void (*run)(uint8_t *, size_t *, uint64_t *);
	} ways[] = {
		{ "flipped bits", flip_bits },	   { "wrong lengths", wrong_lengths },
		{ "zeroed pages", zero_pages },	   { "an early end", cut_off },
		{ "moved records", move_records }, { "noise", noise },
	};
	unsigned k = kind % (sizeof(ways) / sizeof(ways[0]));

	if (*len)
		ways[k].run(p, len, rng);
	return ways[k].name;
}
