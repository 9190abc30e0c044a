/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the next record after damage. */
#include "reader/reader.h"
#include "wire/record.h"

#define RECORD_MAX 65536u

/* Most records other than SAMPLEs are smaller: then their end needs no more than a look. */
#define SIZE_OF_MOST 256u

/* The size of BUILD_ID is a multiple of 64 plus 36. */
static bool size_may_be_odd(uint32_t type)
{
	return type == PDATA_RECORD_TRACING_DATA || type == PDATA_RECORD_BUILD_ID ||
	       type == PDATA_RECORD_HEADER_FEATURE || type == PDATA_RECORD_COMPRESSED;
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
 * No writer uses types above 65535; simpleperf's begin at 0x8000. Sizes of the kernel's records and
 * of AUXTRACE records are multiples of 8. Records of unknown types may have any size.
 */
bool pd_is_noise(uint32_t type, size_t size)
{
	return type > UINT16_MAX ||
	       (size % 8 && (type == PDATA_RECORD_AUXTRACE ||
			     (type < PDATA_RECORD_USER_START && pdata_record_name(type))));
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

/* As pd_stream_peek(), but do not wait for bytes of a pipe. */
static int64_t peek_ahead(struct pd_member *m, size_t need)
{
	struct pd_stream *s = &m->raw;

	return m->in->seekable ? pd_stream_peek(s, need) : s->end - s->pos;
}

/*
 * Return whether the headers from @p on can be those of records: whether a record of a known type
 * comes after at most PD_ROW_RECORDS records of unknown types.
 */
static bool can_be_records(const uint8_t *p, const uint8_t *end, int swap)
{
	for (int i = 0; i < PD_ROW_RECORDS && end - p >= (ptrdiff_t)PDATA_RECORD_HEADER; i++) {
		const uint32_t type = pd_ld32(p, swap);
		size_t size;

		if (pd_is_simpleperf(type) || pd_is_plausible(p, swap, &size))
			return true;
		if (size < PDATA_RECORD_HEADER || pd_is_noise(type, size))
			return false;
		p += (size_t)(end - p) < size ? (size_t)(end - p) : size;
	}
	return true;
}

/* Bytes that seem to be a record, but in which other records may be. */
struct suspect {
	const uint8_t *pos, *next; /* start, and end, of the bytes */
	const uint8_t *end;	   /* end of the bytes in the buffer */
	int swap;
	int least;  /* number of records that must begin in the bytes */
	int budget; /* number of headers to look at: limits the time that hostile data takes */
};

/*
 * Return whether records follow each other from @p to a place behind @x->next, are PD_ROW_RECORDS
 * or more, and the first is smaller than the suspect.
 */
static bool is_row_past(struct suspect *x, const uint8_t *p)
{
	const size_t whole = (size_t)(x->next - x->pos);
	int inside = 0;
	size_t size;

	for (int i = 0; i < PD_ROW_RECORDS || p <= x->next; i++) {
		if (--x->budget < 0 || (size_t)(x->end - p) < PDATA_RECORD_HEADER ||
		    !pd_is_plausible(p, x->swap, &size) || (size_t)(x->end - p) < size ||
		    (!i && size >= whole))
			return false;
		inside += p < x->next;
		p += size;
	}
	return inside >= x->least &&
	       (p == x->end || (x->end - p >= (ptrdiff_t)PDATA_RECORD_HEADER &&
				pd_is_plausible(p, x->swap, &size)));
}

/*
 * Damage can make the size of a record too large, and other bytes can look like the header of a
 * large record: then smaller records follow each other from a place inside these bytes, at the
 * offset @from or later, to a place behind them. Return the offset of the first such record; 0 if
 * there is none. Records in a copy of memory that is inside a record do not reach behind that
 * record.
 */
static size_t row_inside(struct suspect *x, size_t from)
{
	const size_t size = (size_t)(x->next - x->pos);

	for (size_t i = from; i < size && x->budget > 0; i += 8)
		if (is_row_past(x, x->pos + i))
			return i;
	return 0;
}

static struct suspect suspect(const struct pd_stream *s, size_t off, size_t size, int swap)
{
	return (struct suspect){ .pos = s->pos + off,
				 .next = s->pos + off + size,
				 .end = s->end,
				 .swap = swap,
				 .least = 1,
				 .budget = (int)(size / 4) + 64 };
}

/*
 * Return what pd_sample_end() returns for the SAMPLE of @size bytes at @p, or 0 if its event is not
 * known. Set *@more to true if sample_type has unknown bits: the record then continues with the
 * fields of these bits, and with AUX data.
 */
static size_t end_of_fields(struct pdata_reader *r, const uint8_t *p, size_t size, bool *more)
{
	const struct pd_event *ev = pd_sample_event(r, p, size);

	*more = ev && ev->pub.attr.sample_type & ~PDATA_SAMPLE_KNOWN;
	return ev ? pd_sample_end(ev, p, size, (int)r->info.swap) : 0;
}

/*
 * The bytes at the offset @i of @s seem to be a record. If they are not, because a row of smaller
 * records begins inside of them, return how much farther that row is; otherwise return 0.
 */
static size_t better_row(struct pdata_reader *r, const struct pd_stream *s, size_t i)
{
	const int swap = (int)r->info.swap;
	const size_t size = pd_ld16(s->pos + i + 6, swap);
	struct suspect x = suspect(s, i, size, swap);
	bool more;

	if (pd_ld32(s->pos + i, swap) == PDATA_RECORD_SAMPLE &&
	    end_of_fields(r, s->pos + i, size, &more) == size)
		return 0;
	return row_inside(&x, PDATA_RECORD_HEADER);
}

int pd_is_size_wrong(struct pdata_reader *r, struct pd_member *m, uint32_t type, size_t size)
{
	const int swap = (int)r->info.swap;
	struct pd_stream *s = &m->raw;
	struct suspect x;
	bool followed, more = false;
	size_t end, next;
	int64_t have;

	/* The next header is not at the end of a record with a payload or of simpleperf. */
	if (r->opts.trust_records || type == PDATA_RECORD_TRACING_DATA ||
	    type == PDATA_RECORD_AUXTRACE || pd_is_compressed(type) || pd_is_simpleperf(type))
		return 0;
	end = type == PDATA_RECORD_SAMPLE ? end_of_fields(r, s->pos, size, &more) : 0;
	r->whole_sample = end ? r->seq + 1 : 0;
	if (end == size || (end && more))
		return 0;
	if (m->skipped == s->off) {
		pd_unskip_user_stack(m);
		have = pd_stream_peek(s, size);
		if (have < (int64_t)size)
			return have < 0 ? (int)have : 1;
	}
	have = peek_ahead(m, size + PDATA_RECORD_HEADER);
	if (have < (int64_t)(size + PDATA_RECORD_HEADER))
		return have < 0 ? (int)have : 0;
	followed = pd_is_plausible(s->pos + size, swap, &next);
	if (followed && !end && size < SIZE_OF_MOST)
		return 0;
	have = peek_ahead(m, size + PD_ROW_RECORDS * RECORD_MAX);
	if (have < 0)
		return (int)have;
	if (!pdata_record_name(type))
		return !r->info.unfinished && !can_be_records(s->pos + size, s->end, swap);
	x = suspect(s, 0, size, swap);
	if (end && is_row_past(&x, s->pos + end))
		return 1;
	/* Values in an undamaged record can look like a header, but hardly like several. */
	x.least = followed ? 3 : 1;
	return row_inside(&x, end ? end : PDATA_RECORD_HEADER) != 0;
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
	n = data - s->off;
	s->pos = s->end;
	s->off += n;
	m->pos = s->off;
	return n;
}

/*
 * Skip bytes that are no record, at least @first. Records can begin at any offset, because the
 * sizes of COMPRESSED records are odd; but the last records before the end, which are too few for a
 * row, are accepted only at a multiple of 8 bytes from the damage. Return: 1 at a row of records, 0
 * if there is none before the end.
 */
static int resync(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped)
{
	struct pd_stream *s = &m->raw;
	const size_t want = (PD_ROW_RECORDS + 1) * RECORD_MAX;
	int swap = (int)r->info.swap;
	const uint64_t start = s->off;

	*skipped = 0;
	for (;;) {
		int64_t have = pd_stream_peek(s, want);
		size_t i;

		if (have < 0)
			return (int)have;
		for (i = first; i + PDATA_RECORD_HEADER <= (size_t)have; i++) {
			if (have >= (int64_t)want && i + want / 2 > (size_t)have)
				break;
			if (pd_is_row(s->pos + i, s->end, swap,
				      s->done && (s->off + i - start) % 8 == 0)) {
				i += better_row(r, s, i);
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
