/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Skips copies of user stacks that the caller does not need: they are most of the bytes of such a
 * file.
 */
#include "reader/reader.h"
#include "wire/record.h"

#define HEAD_BYTES 512u /* bytes of a record in which its stack copy begins in most cases */
#define WORTH 4096u	/* bytes; reading fewer than this takes less time than a second read */

/* Whether the record is complete: if it is not, the search for the next one begins inside it. */
static bool is_record_whole(const struct pd_member *m, size_t size)
{
	const uint64_t end = m->end < m->in->size ? m->end : m->in->size;

	return size % 8 == 0 && m->raw.off <= end && end - m->raw.off >= size;
}

/*
 * Find the end of the stack copy by reading as few bytes as possible. Return: its offset in the
 * record, 0 if it cannot be found, or an error.
 */
static int64_t find_end(struct pdata_reader *r, struct pd_member *m, size_t size)
{
	struct pd_stream *s = &m->raw;

	for (size_t need = HEAD_BYTES; need + WORTH <= size; need *= 2) {
		const struct pd_event *ev;
		int64_t have;
		size_t end;

		if ((size_t)(s->end - s->pos) < need && (!m->step || m->step > need))
			m->step = need;
		have = pd_stream_peek(s, need);
		if (have < (int64_t)need)
			return have < 0 ? have : 0;
		ev = pd_sample_event(r, s->pos, (size_t)have);
		end = ev ? pd_sample_stack_end(ev, s->pos, (size_t)have, (int)r->info.swap) : 0;
		if (end)
			return (int64_t)end;
	}
	return 0;
}

int pd_skip_user_stack(struct pdata_reader *r, struct pd_member *m, size_t size)
{
	struct pd_stream *s = &m->raw;
	int64_t end;
	size_t have;

	if (!m->in->seekable || m->chunks || !is_record_whole(m, size))
		return 0;
	end = find_end(r, m, size);
	if (end < 0)
		return (int)end;
	have = (size_t)(s->end - s->pos);
	if ((size_t)end > size || m->pos != s->off + have)
		return 0;
	if ((size_t)end < have + WORTH) {
		/*
		 * Most of the record has been read already; the first bytes of the next one are
		 * enough.
		 */
		if ((size_t)end >= HEAD_BYTES + WORTH)
			m->step = size - have + HEAD_BYTES;
		return 0;
	}
	if (pd_stream_assume_filled(s, size, (size_t)end))
		return PDATA_E_NOMEM;
	m->pos = s->off + (uint64_t)end;
	m->step = size - (size_t)end + HEAD_BYTES;
	m->skipped = s->off;
	return 0;
}

void pd_unskip_user_stack(struct pd_member *m)
{
	m->raw.end = m->raw.pos;
	m->raw.done = false;
	m->pos = m->raw.off;
	m->skipped = PD_NOWHERE;
}

int pdata_reader_skip_user_stacks(struct pdata_reader *r)
{
	if (r->started)
		return PDATA_E_ARG;
	r->skip_stacks = true;
	return 0;
}
