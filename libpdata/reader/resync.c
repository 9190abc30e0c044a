/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the next record after damage. */
#include "reader/reader.h"

#define RECORD_MAX 65536u

static bool size_may_be_odd(uint32_t type)
{
	return type == PDATA_RECORD_TRACING_DATA || type == PDATA_RECORD_HEADER_FEATURE ||
	       type == PDATA_RECORD_COMPRESSED;
}

bool pd_is_plausible(const uint8_t *p, int swap, size_t *size)
{
	uint32_t type = pd_ld32(p, swap);

	*size = pd_ld16(p + 6, swap);
	if (*size < PDATA_RECORD_HEADER || !pdata_record_name(type))
		return false;
	return *size % 8 == 0 || size_may_be_odd(type);
}

/*
 * Sizes of the kernel's records are multiples of 8. Records of unknown types are kept, whatever
 * their size, but not those with type numbers that no writer uses: simpleperf's begin at 0x8000.
 */
bool pd_is_noise(uint32_t type, size_t size)
{
	return size % 8 &&
	       (type > UINT16_MAX || (type < PDATA_RECORD_USER_START && pdata_record_name(type)));
}

bool pd_is_row(const uint8_t *p, const uint8_t *end, int swap, bool at_end)
{
	for (int i = 0; i < PD_ROW_RECORDS; i++) {
		size_t size;

		if (p == end)
			return at_end && i;
		if ((size_t)(end - p) < PDATA_RECORD_HEADER || !pd_is_plausible(p, swap, &size))
			return false;
		if ((size_t)(end - p) < size)
			return false;
		p += size;
	}
	return true;
}

/*
 * Skip a hole of the file at the stream's position, as it has no records. Return: the bytes
 * skipped.
 */
static uint64_t skip_hole(struct pd_member *m)
{
	struct pd_stream *s = &m->raw;
	uint64_t data, n;

	if (m->chunks || !m->in->seekable || !pd_all_zero(s->pos, (size_t)(s->end - s->pos)))
		return 0;
	data = pd_input_next_data(m->in, m->pos);
	if (data > m->until)
		data = m->until;
	if (data <= m->pos)
		return 0;
	/* Records are searched in steps of 8 bytes from the start of the damage. */
	n = (data - s->off) & ~(uint64_t)7;
	s->pos = s->end;
	s->off += n;
	m->pos = s->off;
	return n;
}

/*
 * Skip bytes that are no record, at least @first. Return: 1 at a row of records, 0 if there is none
 * before the end.
 */
static int resync(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped)
{
	struct pd_stream *s = &m->raw;
	const size_t want = (PD_ROW_RECORDS + 1) * RECORD_MAX;
	int swap = (int)r->info.swap;

	*skipped = 0;
	for (;;) {
		int64_t have = pd_stream_peek(s, want);
		size_t i;

		if (have < 0)
			return (int)have;
		for (i = first; i + PDATA_RECORD_HEADER <= (size_t)have; i += 8) {
			if (have >= (int64_t)want && i + want / 2 > (size_t)have)
				break;
			if (pd_is_row(s->pos + i, s->end, swap, s->done)) {
				pd_stream_skip(s, i);
				*skipped += i;
				return 1;
			}
		}
		if (s->done || i > (size_t)have)
			i = (size_t)have;
		if (s->done) {
			pd_stream_skip(s, i);
			*skipped += i;
			return 0;
		}
		pd_stream_skip(s, i);
		*skipped += i + skip_hole(m);
		first = 0;
	}
}

int pd_step_over(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped)
{
	uint64_t off = m->raw.off;

	/*
	 * The end of an unfinished file may be old content of the disk: nothing after damage is a
	 * record.
	 */
	if (r->info.unfinished || r->opts.on_damage != PDATA_DAMAGE_SKIP) {
		*skipped = m->end == UINT64_MAX ? (uint64_t)(m->raw.end - m->raw.pos)
						: m->end - off;
		m->ended = true;
		return 0;
	}
	return resync(r, m, first, skipped);
}
