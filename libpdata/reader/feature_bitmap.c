/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the feature bitmap, which is an array of the recorder's longs. In files of 32-bit
 * big-endian machines the halves of each 64-bit word are swapped, and nothing in the header tells.
 */
#include "reader/reader.h"
#include "wire/feature.h"

#define WORDS (PDATA_NR_FEATURES / 64)
/* bytes of a section, enough to tell whether it is the feature of its bit */
#define LOOK_BYTES 65536u

static bool bitmap_test(const uint64_t *words, unsigned bit)
{
	return words[bit / 64] >> bit % 64 & 1;
}

static unsigned count_known(const uint64_t *words)
{
	unsigned n = 0;

	for (unsigned bit = 0; bit < PDATA_NR_FEATURES; bit++)
		n += bitmap_test(words, bit) && pdata_feature_name(bit);
	return n;
}

/* Whether a section can be decoded as the feature of @bit. */
static bool is_feature(struct pdata_reader *r, unsigned bit, uint64_t off, uint64_t size)
{
	struct pdata_feature f = { .bit = bit };
	struct pd_arena arena = { 0 };
	uint8_t *buf;
	bool is = false;

	if (size > LOOK_BYTES)
		size = LOOK_BYTES;
	buf = pd_malloc((size_t)size);
	if (buf) {
		f.data = buf;
		f.len = pd_input_pread(&r->in, buf, (size_t)size, off);
		is = f.len == size && !pd_feature_decode(&f, (int)r->info.swap, 0, &arena, NULL);
	}
	pd_free(buf);
	pd_arena_free(&arena);
	return is;
}

/* Count the sections in the table that can be decoded as the features of their bits. */
static unsigned count_fitting(struct pdata_reader *r, const uint64_t *words, uint64_t table)
{
	unsigned n = 0;

	for (unsigned bit = 0; bit < PDATA_NR_FEATURES; bit++) {
		uint8_t entry[16];

		if (!bitmap_test(words, bit))
			continue;
		if (pd_input_pread(&r->in, entry, sizeof(entry), table) < sizeof(entry))
			break;
		table += sizeof(entry);
		n += is_feature(r, bit, pd_ld64(entry, (int)r->info.swap),
				pd_ld64(entry + 8, (int)r->info.swap));
	}
	return n;
}

/*
 * Whether the bitmap was written by a 32-bit machine. Every writer sets HOSTNAME. Without it, the
 * reading with more known bits is right, then the one with more sections that can be decoded.
 */
static bool is_of_32_bit(struct pdata_reader *r, const uint64_t *words, const uint64_t *halves,
			 uint64_t table)
{
	unsigned known = count_known(words), known_halves = count_known(halves);

	if (bitmap_test(words, PDATA_FEAT_HOSTNAME) || bitmap_test(halves, PDATA_FEAT_HOSTNAME))
		return !bitmap_test(words, PDATA_FEAT_HOSTNAME);
	if (known != known_halves)
		return known_halves > known;
	return known && count_fitting(r, halves, table) > count_fitting(r, words, table);
}

void pd_bitmap_read(struct pdata_reader *r, const uint8_t *bytes, uint64_t table)
{
	uint64_t *words = r->info.features, halves[WORDS];

	for (unsigned i = 0; i < WORDS; i++) {
		words[i] = pd_ld64(bytes + 8 * i, (int)r->info.swap);
		halves[i] = words[i] << 32 | words[i] >> 32;
	}
	if (r->info.big_endian && is_of_32_bit(r, words, halves, table))
		memcpy(words, halves, sizeof(halves));
}
