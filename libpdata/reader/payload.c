/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the payload of a record: bytes that follow it and that its size does not include. */
#include "common/plural.h"
#include "reader/reader.h"

/* Skip @n bytes of payload. Return: how many of them are missing. */
static uint64_t discard(struct pd_member *m, uint64_t n)
{
	struct pd_stream *s = &m->raw;

	while (n) {
		uint64_t k = (uint64_t)(s->end - s->pos);

		if (k) {
			k = k < n ? k : n;
			pd_stream_skip(s, (size_t)k);
			n -= k;
		} else if (m->in->seekable && !s->done) {
			k = n < m->until - m->pos ? n : m->until - m->pos;
			m->pos += k;
			s->off += k;
			return n - k;
		} else if (pd_stream_peek(s, 1) <= 0) {
			return n;
		}
	}
	return 0;
}

int64_t pdata_reader_payload(struct pdata_reader *r, void *buf, size_t len)
{
	struct pd_member *m = r->nr_members ? &r->members[r->cur] : NULL;
	size_t done = 0;

	if (len > r->payload_left)
		len = (size_t)r->payload_left;
	if (r->payload_mem) {
		memcpy(buf, r->payload_mem, len);
		r->payload_mem += len;
		r->payload_left -= len;
		return (int64_t)len;
	}
	while (m && done < len) {
		int64_t have = pd_stream_peek(&m->raw, 1);
		size_t k = len - done;

		if (have <= 0)
			break;
		k = (size_t)have < k ? (size_t)have : k;
		memcpy((char *)buf + done, m->raw.pos, k);
		pd_stream_skip(&m->raw, k);
		done += k;
	}
	r->payload_left -= done;
	return m && m->raw.failed ? PDATA_E_SYS : (int64_t)done;
}

/* The payload ends after the end of the data: its size is wrong, or the file is truncated. */
static int bad_payload(struct pdata_reader *r, struct pd_member *m, uint64_t left, uint64_t have)
{
	uint64_t off = m->raw.off, skipped;
	int found = pd_step_over(r, m, 0, &skipped);

	if (found < 0)
		return found;
	return pd_damage(r, PDATA_E_CUT, off, 0, "payload", skipped, "%llu of %llu bytes",
			 (unsigned long long)have, (unsigned long long)left);
}

int pd_payload_done(struct pdata_reader *r)
{
	struct pd_member *m = r->nr_members ? &r->members[r->cur] : NULL;
	uint64_t left = r->payload_mem ? 0 : r->payload_left, missing, have;

	r->payload_left = 0;
	r->payload_mem = NULL;
	if (!m || !left)
		return 0;
	have = (uint64_t)(m->raw.end - m->raw.pos) + (m->until - m->pos);
	if (m->in->seekable && left > have)
		return bad_payload(r, m, left, have);
	missing = discard(m, left);
	if (!missing)
		return 0;
	return pd_damage(r, PDATA_E_CUT, m->raw.off, 0, "payload", 0, "%llu byte%s %s missing",
			 (unsigned long long)missing, pd_plural(missing),
			 pd_one_or_many(missing, "is", "are"));
}
