/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the end of the data if the header is wrong about it: the start of the feature table. perf
 * and this library write that table right after the data, and the sections after the table
 * without gaps.
 */
#include "reader/reader.h"

#define SEARCH_BYTES ((uint64_t)64 << 20) /* bytes; features at the end of a file are smaller */
#define ENTRY 16u
#define TRIES 4096u /* offsets that may be a table; only crafted files have more */
#define FEW 3u	    /* sections; a table of fewer may be a chance match */

/*
 * Whether the first section is right after the table, or after room for more entries: perf leaves
 * room for features that it could not write in the end.
 */
static bool is_first_section(uint64_t section, uint64_t table_end)
{
	return section >= table_end && section - table_end <= PDATA_NR_FEATURES * ENTRY &&
	       (section - table_end) % ENTRY == 0;
}

/* Whether a section is before the data: tracepoint formats are written before there is data. */
static bool is_before_data(const struct pdata_reader *r, uint64_t off, uint64_t size)
{
	return size && off >= r->info.header_size && off + size <= r->info.data_offset;
}

/*
 * Whether a table of @nr sections begins at @at, as far as the file has it. @end: set to the end of
 * the last section.
 * @early: the first section may be before the data.
 */
static bool is_table(struct pdata_reader *r, uint64_t at, unsigned nr, bool early, uint64_t *end)
{
	const int swap = (int)r->info.swap;
	uint8_t buf[PDATA_NR_FEATURES * ENTRY];
	size_t have;

	*end = 0;
	if (at >= r->in.size)
		return false;
	have = pd_input_pread(&r->in, buf, nr * ENTRY, at);
	for (size_t i = 0; i + ENTRY <= have; i += ENTRY) {
		uint64_t off = pd_ld64(buf + i, swap), size = pd_ld64(buf + i + 8, swap);

		if (off + size < off)
			return false;
		if (!i && early && is_before_data(r, off, size))
			continue;
		if (*end ? off != *end : !is_first_section(off, at + nr * ENTRY))
			return false;
		*end = off + size;
	}
	return have >= ENTRY;
}

static bool is_whole_table(struct pdata_reader *r, uint64_t at, unsigned nr)
{
	uint64_t end;

	return r->in.size - at >= nr * ENTRY && is_table(r, at, nr, false, &end) &&
	       (nr < FEW ? end == r->in.size : end <= r->in.size);
}

/* Find the first offset from @from on where a whole table may begin. */
static bool find_table(struct pdata_reader *r, uint64_t from, unsigned nr, uint64_t *found)
{
	const int swap = (int)r->info.swap;
	const size_t room = (size_t)1 << 20;
	uint8_t *buf = pd_malloc(room);
	unsigned tries = 0;
	bool there = false;

	while (buf && !there && tries < TRIES) {
		size_t have = pd_input_pread(&r->in, buf, room, from), i = 0;

		for (; i + 8 <= have && !there && tries < TRIES; i++) {
			if (!is_first_section(pd_ld64(buf + i, swap), from + i + nr * ENTRY))
				continue;
			tries++;
			*found = from + i;
			there = is_whole_table(r, *found, nr);
		}
		if (have < room)
			break;
		from += i;
	}
	pd_free(buf);
	return there;
}

static unsigned nr_sections(const uint8_t *bitmap)
{
	unsigned nr = 0;

	for (unsigned i = 0; i < PDATA_NR_FEATURES / 8; i++)
		nr += (unsigned)__builtin_popcount(bitmap[i]);
	return nr;
}

/* Whether the bit of TRACING_DATA is set, in words of either size and byte order. */
static bool has_tracing_data(const uint8_t *bitmap)
{
	return (bitmap[0] | bitmap[3] | bitmap[7]) & 1u << PDATA_FEAT_TRACING_DATA;
}

uint64_t pd_data_end_of(struct pdata_reader *r, const uint8_t *bitmap, uint64_t one, uint64_t other)
{
	const bool early = has_tracing_data(bitmap);
	const unsigned nr = nr_sections(bitmap);
	uint64_t last;

	if (nr ? is_table(r, one, nr, early, &last) : one == r->in.size)
		return one;
	return other <= r->in.size ? other : one;
}

bool pd_data_end(struct pdata_reader *r, const uint8_t *bitmap, uint64_t off, uint64_t *end)
{
	uint64_t from = r->in.size > SEARCH_BYTES ? r->in.size - SEARCH_BYTES : 0, found, last;
	const bool early = has_tracing_data(bitmap);
	const unsigned nr = nr_sections(bitmap);

	if (!nr || off >= r->in.size || is_table(r, *end, nr, early, &last) ||
	    !find_table(r, from > off ? from : off + PDATA_RECORD_HEADER, nr, &found))
		return false;
	pd_damage(r, PDATA_E_HEADER, 48, 0, "data.size", 0,
		  "%llu bytes, but the feature table is %llu bytes after data.offset",
		  (unsigned long long)(*end - off), (unsigned long long)(found - off));
	*end = found;
	return true;
}
