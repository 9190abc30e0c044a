/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the start of the data if the header is wrong about it: after header, attrs and ids, which
 * all writers put before the data without a gap. perf inject, when it writes a stream into a file,
 * writes records from the end of the header on, and at the end attrs and ids over the first of
 * them. The rest of a partly overwritten record is no record.
 */
#include "reader/reader.h"

#define ROW_MAX ((size_t)PD_ROW_RECORDS << 16) /* largest row of records in bytes */
#define CUT_MAX 65536u			       /* largest rest of an overwritten record in bytes */
/* sizes of HEADER_FEATURE records need not be multiples of 8 */
#define CUT_STEP 4u

static bool is_row_at(struct pdata_reader *r, uint8_t *buf, uint64_t from, uint64_t to)
{
	const size_t want = to - from < ROW_MAX ? (size_t)(to - from) : ROW_MAX;
	size_t have;

	if (from >= to || to > r->in.size)
		return false;
	have = pd_input_pread(&r->in, buf, want, from);
	return pd_is_row(buf, buf + have, (int)r->info.swap, from + have == to);
}

/* Whether data of @size bytes begins at @front, although the header has a later offset, @off. */
static bool is_too_late(struct pdata_reader *r, uint8_t *buf, uint64_t front, uint64_t off,
			uint64_t size)
{
	const uint64_t file = r->in.size;
	const uint64_t ends[] = { off + size, front + size, file };

	if (off < file && is_row_at(r, buf, off, size && size < file - off ? off + size : file))
		return is_row_at(r, buf, front, off);
	for (size_t i = 0; i < PD_NR(ends); i++)
		if (is_row_at(r, buf, front, ends[i]))
			return true;
	return false;
}

/* Find the first row of records after the overwritten ones. Return: its offset, or 0. */
static uint64_t first_whole(struct pdata_reader *r, uint8_t *buf, uint64_t front, uint64_t end)
{
	const size_t room = ROW_MAX + CUT_MAX,
		     want = end - front < room ? (size_t)(end - front) : room;
	const size_t have = pd_input_pread(&r->in, buf, want, front);

	for (size_t i = 0; i < CUT_MAX && i < have; i += CUT_STEP)
		if (pd_is_row(buf + i, buf + have, (int)r->info.swap, have == end - front))
			return front + i;
	return 0;
}

int pd_data_start(struct pdata_reader *r, uint64_t front, uint64_t size, uint64_t *off)
{
	const uint64_t file = r->in.size, end = size && size < file - *off ? *off + size : file;
	uint64_t start = 0;
	uint8_t *buf;

	if (front == *off || front >= file)
		return 0;
	buf = pd_malloc(ROW_MAX + CUT_MAX);
	if (!buf)
		return PDATA_E_NOMEM;
	if (*off > front)
		start = is_too_late(r, buf, front, *off, size) ? front : 0;
	else if (end > front)
		start = first_whole(r, buf, front, end);
	pd_free(buf);
	if (!start)
		return 0;
	pd_damage(r, PDATA_E_HEADER, 40, 0, "data.offset", 0, "%llu, but records begin at %llu",
		  (unsigned long long)*off, (unsigned long long)start);
	*off = start;
	return 1;
}
