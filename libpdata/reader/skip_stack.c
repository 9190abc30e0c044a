/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of user stacks that nobody will look at: they are most of their file, and are stepped
 * over.
 */
#include "reader/reader.h"
#include "wire/record.h"

#define HEAD_BYTES 512u /* of a record, in which its stack begins mostly */
#define WORTH 4096u	/* to read more at once takes less than to read twice */

/* Whether the record is all there: what follows one that is not is looked for inside it. */
static bool is_record_whole(const struct pd_member *m, size_t size)
{
	const uint64_t end = m->end < m->in->size ? m->end : m->in->size;

	return size % 8 == 0 && m->raw.off <= end && end - m->raw.off >= size;
}

/*
 * Where the stack ends, of which as few bytes as needed are read; 0: that is not known. Or an
 * error.
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
		/* Most of it is there already; of the next one the head is enough. */
		if ((size_t)end >= HEAD_BYTES + WORTH)
			m->step = size - have + HEAD_BYTES;
		return 0;
	}
	if (pd_stream_assume_filled(s, size, (size_t)end))
		return PDATA_E_NOMEM;
	m->pos = s->off + (uint64_t)end;
	m->step = size - (size_t)end + HEAD_BYTES;
	return 0;
}

int pdata_reader_skip_user_stacks(struct pdata_reader *r)
{
	if (r->started)
		return PDATA_E_ARG;
	r->leave_stacks = true;
	return 0;
}
