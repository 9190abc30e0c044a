/* SPDX-License-Identifier: BSD-2-Clause */
/* An index from the bytes of a data section: chunks with their sums and counts, side-band records. */
#include "indexer.h"
#include "reader.h"
#include "record.h"
#include "xxh3.h"

#include <pdata/trailer.h>

/* Where a zstd stream has no frame that ends, chunks end all the same. */
#define CHUNK_MAX (2 * (uint64_t)PDATA_CHUNK_BYTES)
#define UN_BYTES 262144u /* decompressed at a time: records of 64 KiB fit several times */

struct pdata_indexer {
	struct pdata_reader *events; /* only its events and their ids */
	int swap;
	uint64_t data_off, off; /* of the section; of the next byte */
	uint64_t payload;       /* bytes left behind the last record */
	struct pd_xxh3 *xxh3;
	struct pd_arena arena;

	struct pdata_chunk *chunks;
	size_t nr_chunks, chunks_cap;
	struct pdata_chunk now;
	uint32_t *counts; /* of the chunk, by event */
	size_t counts_cap;

	struct pdata_sideband_span *spans;
	size_t nr_spans, spans_cap;
	bool span_ended; /* the next record begins one */
	struct pd_copies copies;
	struct pdata_slices slices;

	struct pd_unzstd *unzstd;
	uint8_t *un;
	size_t un_len;

	pdata_indexer_fn fn; /* gets each record, or NULL */
	void *fn_arg;
	uint64_t seq;
};

int pdata_indexer_new(struct pdata_indexer **out, uint64_t data_off, int swap)
{
	struct pdata_indexer *x;

	*out = NULL;
	if (!pd_xxh3_there())
		return PDATA_E_CODEC;
	x = pd_calloc(1, sizeof(*x));
	if (!x)
		return PDATA_E_NOMEM;
	x->events = pd_calloc(1, sizeof(*x->events));
	x->xxh3 = pd_xxh3_new();
	if (!x->events || !x->xxh3) {
		pdata_indexer_free(x);
		return PDATA_E_NOMEM;
	}
	x->swap = swap;
	x->data_off = x->off = x->now.off = data_off;
	x->now.flags = PDATA_CHUNK_ALONE;
	x->events->info.swap = swap != 0;
	x->events->no_event.id_head = x->events->no_event.id_tail = -1;
	x->events->no_event.time_head = x->events->no_event.time_tail = -1;
	*out = x;
	return 0;
}

void pdata_indexer_free(struct pdata_indexer *x)
{
	if (!x)
		return;
	pdata_reader_close(x->events);
	pd_xxh3_free(x->xxh3);
	pd_arena_free(&x->arena);
	pd_free(x->chunks);
	pd_free(x->counts);
	pd_free(x->spans);
	pd_copies_free(&x->copies);
	pd_slices_free(&x->slices);
	pd_unzstd_free(x->unzstd);
	pd_free(x->un);
	pd_free(x);
}

int pdata_indexer_event(struct pdata_indexer *x, const struct pdata_attr *attr, const uint64_t *ids,
			uint32_t nr_ids)
{
	/* Ids come from here in the host's order, the image in the file's. */
	struct pdata_view v = { .data = (const uint8_t *)ids, .nr = nr_ids };
	uint8_t image[PDATA_ATTR_SIZE_MAX];
	struct pdata_attr a = *attr;
	struct pd_event *ev;
	int n;

	if (x->off > x->data_off)
		return PDATA_E_ARG;
	if (a.size > sizeof(image) || a.size < PDATA_ATTR_SIZE_VER0)
		a.size = PDATA_ATTR_SIZE_MAX;
	n = pdata_attr_encode(&a, image, sizeof(image), x->swap);
	if (n < 0)
		return n;
	n = pd_event_add(x->events, image, (size_t)n, &ev, NULL);
	if (!n)
		n = pd_event_ids(x->events, ev, &v);
	if (!n && pd_grow(&x->counts, &x->counts_cap, x->events->nr_events + 1, sizeof(*x->counts)))
		n = PDATA_E_NOMEM;
	if (!n)
		memset(x->counts, 0, x->counts_cap * sizeof(*x->counts));
	pd_slices_init(&x->slices, (uint32_t)x->events->nr_events);
	return n;
}

void pdata_indexer_watch(struct pdata_indexer *x, pdata_indexer_fn fn, void *arg)
{
	x->fn = fn;
	x->fn_arg = arg;
}

/* What only counts or orders samples: without it the others mean the same. */
static bool is_sideband(uint32_t type)
{
	switch (type) {
	case PDATA_RECORD_SAMPLE:
	case PDATA_RECORD_READ:
	case PDATA_RECORD_THROTTLE:
	case PDATA_RECORD_UNTHROTTLE:
	case PDATA_RECORD_AUX:
	case PDATA_RECORD_ITRACE_START:
	case PDATA_RECORD_SWITCH:
	case PDATA_RECORD_SWITCH_CPU_WIDE:
	case PDATA_RECORD_AUX_OUTPUT_HW_ID:
	case PDATA_RECORD_CALLCHAIN_DEFERRED:
	case PDATA_RECORD_FINISHED_ROUND:
	case PDATA_RECORD_AUXTRACE:
		return false;
	default:
		return true;
	}
}

static int note_sideband(struct pdata_indexer *x, uint64_t off, size_t size)
{
	struct pdata_sideband_span *s = x->nr_spans ? &x->spans[x->nr_spans - 1] : NULL;

	if (x->span_ended)
		s = NULL;
	x->span_ended = false;
	if (s && s->off + s->len == off && s->len <= UINT32_MAX / 2) {
		s->len += (uint32_t)size;
		s->nr_records++;
		return 0;
	}
	if (s && off >= s->off && off < s->off + s->len) { /* in the same COMPRESSED record */
		s->nr_records++;
		return 0;
	}
	if (pd_grow(&x->spans, &x->spans_cap, x->nr_spans + 1, sizeof(*x->spans)))
		return PDATA_E_NOMEM;
	x->spans[x->nr_spans++] = (struct pdata_sideband_span){ off, (uint32_t)size, 1 };
	return 0;
}

/* The time of a record: 0 is none. */
static void note_time(struct pdata_chunk *c, uint64_t time)
{
	if (!time || time == UINT64_MAX)
		return;
	if (!c->first_time || time < c->first_time)
		c->first_time = time;
	if (time > c->last_time)
		c->last_time = time;
}

static int note_sample(struct pdata_indexer *x, uint32_t event, uint64_t time)
{
	note_time(&x->now, time);
	if (event >= x->counts_cap)
		return 0;
	x->counts[event]++;
	return pd_slices_add(&x->slices, event, time);
}

/* The event and time of a record of the kernel; of a SAMPLE, as most are, they are quickly said. */
static inline void find_event(struct pdata_indexer *x, struct pdata_record *rec)
{
	const struct pd_event *ev =
		rec->type == PDATA_RECORD_SAMPLE ? pd_sample_event(x->events, rec->data, rec->size) : NULL;
	const size_t at = PDATA_RECORD_HEADER + (size_t)(ev ? ev->time_head : 0);

	if (!ev || ev->time_head < 0 || rec->size < at + 8) {
		pd_event_of(x->events, rec);
		return;
	}
	rec->event = &ev->pub;
	rec->time = pd_ld64(rec->data + at, x->swap);
}

/* A record; @off and @size of what lies in the file: itself, or the COMPRESSED one around it. */
static int note_record(struct pdata_indexer *x, struct pdata_record *rec, uint64_t off, size_t size)
{
	int ret;

	rec->off = off;
	rec->seq = x->seq++;
	x->now.nr_records++;
	if (rec->type < PDATA_RECORD_USER_START)
		find_event(x, rec);
	if (x->fn)
		x->fn(x->fn_arg, rec);
	if (rec->type == PDATA_RECORD_SAMPLE)
		return note_sample(x, rec->event->index, rec->time);
	if (rec->type < PDATA_RECORD_USER_START)
		note_time(&x->now, rec->time);
	if (!is_sideband(rec->type))
		return 0;
	ret = note_sideband(x, off, size);
	return ret ? ret : pd_copies_add(&x->copies, rec->data, rec->size);
}

/* Whether what follows can be opened without what came before. */
static bool stands_alone(const struct pdata_indexer *x)
{
	return !x->unzstd || (!x->un_len && pd_unzstd_whole(x->unzstd));
}

/* End the chunk at off. */
static int cut(struct pdata_indexer *x)
{
	struct pdata_chunk *c = &x->now;
	size_t nr = 0, nr_events = x->events->nr_events;

	for (size_t i = 0; i < nr_events; i++)
		nr += x->counts[i] != 0;
	c->counts = pd_arena_array(&x->arena, nr, sizeof(*c->counts));
	if (!c->counts || pd_grow(&x->chunks, &x->chunks_cap, x->nr_chunks + 1, sizeof(*c)))
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < nr_events; i++) {
		if (x->counts[i])
			c->counts[c->nr_counts++] = (struct pdata_chunk_count){ (uint32_t)i, x->counts[i] };
		x->counts[i] = 0;
	}
	c->len = x->off - c->off;
	c->xxh3 = pd_xxh3_sum(x->xxh3);
	x->chunks[x->nr_chunks++] = *c;
	x->span_ended = true;
	pd_xxh3_reset(x->xxh3);
	*c = (struct pdata_chunk){ .off = x->off, .flags = stands_alone(x) ? PDATA_CHUNK_ALONE : 0 };
	return 0;
}

/* Records of what came out of the decompressor; the last may want more. */
static int walk_inside(struct pdata_indexer *x, size_t size, struct pdata_error *err)
{
	size_t at = 0;

	while (x->un_len - at >= PDATA_RECORD_HEADER) {
		struct pdata_record rec = { .data = x->un + at, .swap = (uint32_t)x->swap };
		int ret;

		rec.type = pd_ld32(rec.data, x->swap);
		rec.misc = pd_ld16(rec.data + 4, x->swap);
		rec.size = pd_ld16(rec.data + 6, x->swap);
		if (rec.size < PDATA_RECORD_HEADER)
			return pd_error(err, PDATA_E_SIZE, x->off, rec.type, "size", "inside compressed data");
		if (rec.size > x->un_len - at)
			break;
		ret = note_record(x, &rec, x->off, size);
		if (ret)
			return ret;
		at += rec.size;
	}
	memmove(x->un, x->un + at, x->un_len - at);
	x->un_len -= at;
	return 0;
}

static int open_compressed(struct pdata_indexer *x, const struct pdata_record *rec, struct pdata_error *err)
{
	struct pdata_value v;
	int64_t n;
	int ret = pdata_record_decode(rec, &v, NULL);
	struct pdata_bytes b = rec->type == PDATA_RECORD_COMPRESSED ? v.u.compressed.data : v.u.compressed2.data;

	if (!ret && rec->type == PDATA_RECORD_COMPRESSED2) {
		if (v.u.compressed2.data_size > b.len)
			ret = PDATA_E_SIZE;
		b.len = v.u.compressed2.data_size;
	}
	if (!ret && !x->unzstd) {
		x->unzstd = pd_unzstd_new(&ret);
		x->un = pd_malloc(UN_BYTES);
		ret = !ret && !x->un ? PDATA_E_NOMEM : ret;
	}
	if (ret)
		return pd_error(err, ret, x->off, rec->type, "data", "compressed data");
	pd_unzstd_input(x->unzstd, b.data, (size_t)b.len);
	x->now.flags |= PDATA_CHUNK_COMPRESSED;
	while ((n = pd_unzstd_read(x->unzstd, x->un + x->un_len, UN_BYTES - x->un_len)) > 0) {
		x->un_len += (size_t)n;
		ret = walk_inside(x, rec->size, err);
		if (ret)
			return ret;
	}
	return n < 0 ? pd_error(err, PDATA_E_COMPRESSED, x->off, rec->type, "data", "zstd refuses it") : 0;
}

/* Bytes that follow the record in the file. */
static int note_payload(struct pdata_indexer *x, const struct pdata_record *rec, struct pdata_error *err)
{
	struct pdata_value v;

	if (rec->type != PDATA_RECORD_AUXTRACE && rec->type != PDATA_RECORD_TRACING_DATA)
		return 0;
	if (pdata_record_decode(rec, &v, err))
		return PDATA_E_TRUNCATED;
	x->payload = pd_record_payload(rec, &v);
	/* Records without what belongs to them are no copies. */
	if (rec->type == PDATA_RECORD_TRACING_DATA && x->payload) {
		pd_copies_free(&x->copies);
		x->copies.over = true;
	}
	return 0;
}

static bool time_to_cut(const struct pdata_indexer *x)
{
	uint64_t len = x->off - x->now.off;

	return len >= PDATA_CHUNK_BYTES && (stands_alone(x) || len >= CHUNK_MAX);
}

static int one_record(struct pdata_indexer *x, struct pdata_record *rec, struct pdata_error *err)
{
	int ret;

	if (rec->type == PDATA_RECORD_COMPRESSED || rec->type == PDATA_RECORD_COMPRESSED2)
		return open_compressed(x, rec, err);
	ret = note_record(x, rec, x->off, rec->size);
	return ret ? ret : note_payload(x, rec, err);
}

int64_t pdata_indexer_add(struct pdata_indexer *x, const void *data, size_t len, struct pdata_error *err)
{
	const uint8_t *start = data, *p = start, *end = p + len, *summed = p;

	while (p < end) {
		struct pdata_record rec = { .data = p, .swap = (uint32_t)x->swap };
		int ret;

		if (x->payload) {
			size_t n = x->payload < (uint64_t)(end - p) ? (size_t)x->payload : (size_t)(end - p);

			x->payload -= n;
			x->off += n;
			p += n;
			continue;
		}
		if (time_to_cut(x)) {
			pd_xxh3_add(x->xxh3, summed, (size_t)(p - summed));
			summed = p;
			if (cut(x))
				return pd_error(err, PDATA_E_NOMEM, x->off, 0, "", "index");
		}
		if (end - p < (ptrdiff_t)PDATA_RECORD_HEADER)
			break;
		rec.type = pd_ld32(p, x->swap);
		rec.misc = pd_ld16(p + 4, x->swap);
		rec.size = pd_ld16(p + 6, x->swap);
		if (rec.size < PDATA_RECORD_HEADER || (rec.size % 8 && rec.type > UINT16_MAX))
			return pd_error(err, PDATA_E_SIZE, x->off, rec.type, "size", "%u", rec.size);
		if (end - p < rec.size)
			break;
		ret = one_record(x, &rec, err);
		if (ret)
			return ret;
		x->off += rec.size;
		p += rec.size;
	}
	pd_xxh3_add(x->xxh3, summed, (size_t)(p - summed));
	return p - start;
}

uint64_t pdata_indexer_taken(const struct pdata_indexer *x)
{
	return x->off - x->data_off;
}

int pdata_indexer_finish(struct pdata_indexer *x, struct pdata_index *index, struct pdata_sideband *sideband)
{
	if (x->payload || x->un_len)
		return PDATA_E_CUT;
	if ((x->off > x->now.off && cut(x)) || pd_copies_end(&x->copies))
		return PDATA_E_NOMEM;
	*index = (struct pdata_index){ x->data_off, x->off - x->data_off, (uint32_t)x->nr_chunks, 0, x->chunks };
	*sideband = (struct pdata_sideband){ (uint32_t)x->nr_spans, 0, x->spans };
	return 0;
}

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x)
{
	return &x->slices;
}

const struct pd_copies *pd_indexer_copies(const struct pdata_indexer *x)
{
	return &x->copies;
}
