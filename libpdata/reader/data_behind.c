/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds records after the end of the data that data.size gives. Some recorders store data.size
 * after every flush. If such a recorder is killed, or the disk is full, the header has no features,
 * and the records of the last flush follow the data; the last one is cut off. The reader returns
 * them.
 * They are no damage: perf reads such a file without an error up to data.size, and nothing of it is
 * lost.
 */
#include "reader/reader.h"
#include "trailer/trailer_int.h"
#include "wire/record.h"

#define WINDOW_BYTES ((size_t)1 << 20)

struct behind {
	struct pdata_reader *r;
	uint8_t *buf;
	uint64_t start;
	size_t len;
};

/*
 * Return the bytes from @at on. @have: set to their number, at least @need if the file has as many.
 */
static const uint8_t *window_bytes(struct behind *b, uint64_t at, size_t need, size_t *have)
{
	if (at < b->start || at - b->start + need > b->len) {
		b->start = at;
		b->len = pd_input_pread(&b->r->in, b->buf, WINDOW_BYTES, at);
	}
	*have = b->len - (size_t)(at - b->start);
	return b->buf + (at - b->start);
}

/* Return the end of the record at @at with its payload, or 0 if there is no record. */
static uint64_t record_end(struct behind *b, uint64_t at)
{
	const int swap = (int)b->r->info.swap;
	struct pdata_record rec = { .swap = b->r->info.swap };
	struct pdata_value v;
	size_t have, size;
	const uint8_t *p = window_bytes(b, at, UINT16_MAX, &have);
	uint64_t payload = 0;

	if (have < PDATA_RECORD_HEADER || !pd_is_plausible(p, swap, &size) || size > have)
		return 0;
	rec.type = pd_ld32(p, swap);
	if (rec.type == PDATA_RECORD_AUXTRACE || rec.type == PDATA_RECORD_TRACING_DATA) {
		rec.misc = pd_ld16(p + 4, swap);
		rec.size = (uint16_t)size;
		rec.data = p;
		if (pdata_record_decode(&rec, &v, NULL))
			return 0;
		payload = pd_record_payload(&rec, &v);
	}
	at += size;
	return payload > b->r->in.size - at ? 0 : at + payload;
}

static bool has_trailer(const struct pdata_reader *r, const uint64_t *end)
{
	struct pdata_trailer *t;
	const int ret = pd_trailer_open_at(&t, &r->in, *end, NULL);

	pdata_trailer_close(t);
	return !ret;
}

int pd_data_behind(struct pdata_reader *r, uint64_t *end)
{
	struct behind b = { .r = r };
	const uint8_t *p;
	uint64_t next;
	size_t have;

	if (*end >= r->in.size || has_trailer(r, end))
		return 0;
	b.buf = pd_malloc(WINDOW_BYTES);
	if (!b.buf)
		return PDATA_E_NOMEM;
	p = window_bytes(&b, *end, WINDOW_BYTES, &have);
	if (pd_is_row(p, p + have, (int)r->info.swap, *end + have == r->in.size))
		while ((next = record_end(&b, *end)))
			*end = next;
	pd_free(b.buf);
	return 0;
}
