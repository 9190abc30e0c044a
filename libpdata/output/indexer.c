/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the index of a data section from its bytes: chunks with checksums and counts, and spans of
 * side-band records. Results that grow with the data are kept in wire form, so that they can be
 * put into a temporary file.
 */
#include "output/indexer.h"
#include "base/xxh3.h"
#include "wire/record.h"

#include <pdata/trailer.h>

/* A chunk that is this large ends even if the zstd frame does not. */
#define CHUNK_MAX (2 * (uint64_t)PDATA_CHUNK_BYTES)
#define UN_BYTES 262144u /* bytes decompressed at a time: several records of 64 KiB fit */
#define BEGUN_BYTES 65536u
/* Bytes before the first chunk of an INDEX block and before the first span of a SIDEBAND block. */
#define INDEX_HEAD 24u
#define SIDEBAND_HEAD 8u

int pdata_indexer_new(struct pdata_indexer **out, uint64_t data_off, int swap)
{
	struct pdata_indexer *x;

	*out = NULL;
	if (!pd_xxh3_available())
		return PDATA_E_CODEC;
	x = pd_calloc(1, sizeof(*x));
	if (!x)
		return PDATA_E_NOMEM;
	x->events = pd_calloc(1, sizeof(*x->events));
	x->xxh3 = pd_xxh3_new();
	x->begun = pd_malloc(BEGUN_BYTES);
	if (!x->events || !x->xxh3 || !x->begun) {
		pdata_indexer_free(x);
		return PDATA_E_NOMEM;
	}
	x->file.fd = -1;
	x->chunks.file = x->spans.file = x->copies.out.file = &x->file;
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
	pd_free(x->begun);
	pd_arena_free(&x->arena);
	pd_spill_free(&x->chunks);
	pd_free(x->counts);
	pd_free(x->of_chunk);
	pd_spill_free(&x->spans);
	pd_sideband_backup_free(&x->copies);
	pd_slices_free(&x->slices);
	pd_unzstd_free(x->unzstd);
	pd_free(x->un);
	pd_free(x);
}

int pdata_indexer_event(struct pdata_indexer *x, const struct pdata_attr *attr, const uint64_t *ids,
			uint32_t nr_ids)
{
	/* @ids are in the host's byte order, the image of the attr is in the file's. */
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
	if (!n &&
	    (pd_grow(&x->counts, &x->counts_cap, x->events->nr_events + 1, sizeof(*x->counts)) ||
	     pd_grow(&x->of_chunk, &x->of_chunk_cap, x->events->nr_events + 1,
		     sizeof(*x->of_chunk))))
		n = PDATA_E_NOMEM;
	if (!n)
		memset(x->counts, 0, x->counts_cap * sizeof(*x->counts));
	pd_slices_init(&x->slices, (uint32_t)x->events->nr_events);
	return n;
}

void pdata_indexer_set_callbacks(struct pdata_indexer *x, pdata_indexer_fn samples,
				 pdata_indexer_fn others, void *arg)
{
	x->sample_fn = samples;
	x->other_fn = others;
	x->fn_arg = arg;
}

/*
 * Append the elements of a block in wire form, without the @head bytes before them. The head ends
 * with the number of elements and an unused word; make_head() encodes it at the end, when the
 * number is known.
 */
static int put_elements(struct pd_spill *s, const struct pdata_feature *f, size_t head, int swap)
{
	uint8_t *wire;
	int64_t len = pdata_feature_encode(f, swap, &wire);
	int ret;

	if (len < (int64_t)head)
		return len < 0 ? (int)len : PDATA_E_NOMEM;
	ret = pd_spill_put(s, wire + head, (size_t)len - head);
	pd_free(wire);
	return ret;
}

static int put_spans(struct pdata_indexer *x)
{
	const struct pdata_feature f = { .bit = PDATA_BLOCK_SIDEBAND,
					 .u.sideband = { x->nr_last, 0, x->last } };

	x->nr_spans += x->nr_last;
	x->nr_last = 0;
	return put_elements(&x->spans, &f, SIDEBAND_HEAD, x->swap);
}

/*
 * Add a side-band record at x->off to a span. @around: size of the COMPRESSED record that it is
 * in, or 0. Such a COMPRESSED record is a span of its own.
 */
static int note_sideband(struct pdata_indexer *x, size_t size, size_t around)
{
	struct pdata_sideband_span *s = x->nr_last ? &x->last[x->nr_last - 1] : NULL;
	const bool ended = x->span_ended || around;

	if (s && s->off == x->off) { /* in the same COMPRESSED record */
		s->nr_records++;
		return 0;
	}
	x->span_ended = around;
	if (s && !ended && s->off + s->len == x->off && s->len <= UINT32_MAX / 2) {
		s->len += (uint32_t)size;
		s->nr_records++;
		return 0;
	}
	if (x->nr_last == PD_INDEXER_SPANS) {
		int ret = put_spans(x);

		if (ret)
			return ret;
	}
	x->last[x->nr_last++] =
		(struct pdata_sideband_span){ x->off, (uint32_t)(around ? around : size), 1 };
	return 0;
}

/* Extend the times of a chunk by that of a record; 0 or UINT64_MAX: it has none. */
static inline void note_time(struct pdata_chunk *c, uint64_t time)
{
	if (!time || time == UINT64_MAX)
		return;
	if (!c->first_time || time < c->first_time)
		c->first_time = time;
	if (time > c->last_time)
		c->last_time = time;
}

static inline int index_sample(struct pdata_indexer *x, uint32_t event, uint64_t time)
{
	note_time(&x->now, time);
	if (event >= x->counts_cap)
		return 0;
	x->counts[event]++;
	return pd_slices_add(&x->slices, event, time);
}

/*
 * Add a record at x->off to the chunk. @around: size of the COMPRESSED record there that it is in,
 * or 0.
 */
static int index_record(struct pdata_indexer *x, struct pdata_record *rec, size_t around)
{
	const pdata_indexer_fn fn = rec->type == PDATA_RECORD_SAMPLE ? x->sample_fn : x->other_fn;
	int ret;

	rec->off = x->off;
	rec->seq = x->seq++;
	x->now.nr_records++;
	if (rec->type < PDATA_RECORD_USER_START)
		pd_event_of(x->events, rec);
	if (fn)
		fn(x->fn_arg, rec);
	if (rec->type == PDATA_RECORD_SAMPLE) {
		x->nr_samples++;
		return index_sample(x, rec->event->index, rec->time);
	}
	if (rec->type < PDATA_RECORD_USER_START)
		note_time(&x->now, rec->time);
	if (!pdata_record_is_sideband(rec->type))
		return 0;
	ret = note_sideband(x, rec->size, around);
	return ret ? ret : pd_sideband_backup_add(&x->copies, rec->data, rec->size);
}

/* Whether the data from x->off on can be decompressed without the data before it. */
static bool stands_alone(const struct pdata_indexer *x)
{
	return !x->un_len && !x->in_frame && (!x->unzstd || pd_unzstd_whole(x->unzstd));
}

/* End the chunk at x->off and begin the next one. */
static int end_index_chunk(struct pdata_indexer *x)
{
	struct pdata_chunk *c = &x->now;
	const struct pdata_feature f = { .bit = PDATA_BLOCK_INDEX, .u.index = { 0, 0, 1, 0, c } };
	const size_t nr_events = x->events->nr_events;
	int ret;

	for (size_t i = 0; i < nr_events; i++) {
		if (x->counts[i])
			x->of_chunk[c->nr_counts++] =
				(struct pdata_chunk_count){ (uint32_t)i, x->counts[i] };
		x->counts[i] = 0;
	}
	c->counts = x->of_chunk;
	c->len = x->off - c->off;
	c->xxh3 = pd_xxh3_sum(x->xxh3);
	ret = put_elements(&x->chunks, &f, INDEX_HEAD, x->swap);
	x->nr_chunks++;
	x->span_ended = true;
	pd_xxh3_reset(x->xxh3);
	*c = (struct pdata_chunk){ .off = x->off,
				   .flags = stands_alone(x) ? PDATA_CHUNK_ALONE : 0 };
	return ret;
}

/*
 * Add consecutive samples whose event and time are at fixed offsets, as in most records, while
 * they are complete and begin before @until. @inside: they are in a COMPRESSED record, whose file
 * offset they have.
 *
 * Return: bytes taken, or PDATA_E_NOMEM.
 */
static int64_t add_samples(struct pdata_indexer *x, const uint8_t *start, const uint8_t *until,
			   const uint8_t *end, bool inside)
{
	struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE,
				    .swap = (uint32_t)x->swap,
				    .off = x->off };
	const uint8_t *p = start;
	uint64_t nr = 0;

	for (; p < until && end - p >= (ptrdiff_t)PDATA_RECORD_HEADER; p += rec.size, nr++) {
		const struct pd_event *ev;

		rec.size = pd_ld16(p + 6, x->swap);
		if (pd_ld32(p, x->swap) != PDATA_RECORD_SAMPLE || rec.size < PDATA_RECORD_HEADER ||
		    rec.size > end - p)
			break;
		ev = pd_sample_event(x->events, p, rec.size);
		if (!ev || ev->time_head < 0 ||
		    rec.size < PDATA_RECORD_HEADER + 8 + (size_t)ev->time_head)
			break;
		rec.time = pd_ld64(p + PDATA_RECORD_HEADER + ev->time_head, x->swap);
		if (x->sample_fn) {
			rec.data = p;
			rec.misc = pd_ld16(p + 4, x->swap);
			rec.off = inside ? x->off : x->off + (uint64_t)(p - start);
			rec.seq = x->seq + nr;
			rec.event = &ev->pub;
			x->sample_fn(x->fn_arg, &rec);
		}
		if (index_sample(x, ev->pub.index, rec.time))
			return PDATA_E_NOMEM;
	}
	x->seq += nr;
	x->nr_samples += nr;
	x->now.nr_records += nr;
	return p - start;
}

/* Decode the record header at @p into @rec. Return: 0 or PDATA_E_SIZE. */
static int head_at(const struct pdata_indexer *x, const uint8_t *p, struct pdata_record *rec,
		   struct pdata_error *err)
{
	*rec = (struct pdata_record){ .data = p, .swap = (uint32_t)x->swap };
	rec->type = pd_ld32(p, x->swap);
	rec->misc = pd_ld16(p + 4, x->swap);
	rec->size = pd_ld16(p + 6, x->swap);
	if (rec->size < PDATA_RECORD_HEADER || (rec->size % 8 && rec->type > UINT16_MAX))
		return pd_error(err, PDATA_E_SIZE, x->off, rec->type, "size", "%u", rec->size);
	return 0;
}

/*
 * Add the complete records in what a COMPRESSED record of @around bytes decompresses to. Return:
 * bytes of these records, after which an incomplete one may begin; or an error.
 */
static int64_t walk_inside(struct pdata_indexer *x, const uint8_t *start, const uint8_t *end,
			   size_t around, struct pdata_error *err)
{
	const uint8_t *p = start;

	while (end - p >= (ptrdiff_t)PDATA_RECORD_HEADER) {
		int64_t n = add_samples(x, p, end, end, true);
		struct pdata_record rec;
		int ret;

		p += n > 0 ? n : 0;
		if (n > 0)
			continue;
		ret = n ? (int)n : head_at(x, p, &rec, err);
		if (!ret && rec.size > end - p)
			break;
		if (!ret)
			ret = index_record(x, &rec, around);
		if (ret)
			return ret;
		p += rec.size;
	}
	return p - start;
}

static int need_inner_room(struct pdata_indexer *x)
{
	if (!x->un)
		x->un = pd_malloc(UN_BYTES);
	return x->un ? 0 : PDATA_E_NOMEM;
}

static int index_open_compressed(struct pdata_indexer *x, const struct pdata_record *rec,
				 struct pdata_error *err)
{
	struct pdata_value v;
	int64_t n;
	int ret = pdata_record_decode(rec, &v, NULL);
	struct pdata_bytes b = rec->type == PDATA_RECORD_COMPRESSED ? v.u.compressed.data
								    : v.u.compressed2.data;

	if (!ret && rec->type == PDATA_RECORD_COMPRESSED2) {
		if (v.u.compressed2.data_size > b.len)
			ret = PDATA_E_SIZE;
		b.len = v.u.compressed2.data_size;
	}
	if (!ret && x->in_frame)
		ret = PDATA_E_ARG;
	if (!ret && !x->unzstd)
		x->unzstd = pd_unzstd_new(&ret);
	if (!ret)
		ret = need_inner_room(x);
	if (ret)
		return pd_error(err, ret, x->off, rec->type, "data", "compressed data");
	pd_unzstd_input(x->unzstd, b.data, (size_t)b.len);
	x->now.flags |= PDATA_CHUNK_COMPRESSED;
	while ((n = pd_unzstd_read(x->unzstd, x->un + x->un_len, UN_BYTES - x->un_len)) > 0) {
		x->un_len += (size_t)n;
		n = walk_inside(x, x->un, x->un + x->un_len, rec->size, err);
		if (n < 0)
			return (int)n;
		x->un_len -= (size_t)n;
		memmove(x->un, x->un + n, x->un_len);
	}
	return n < 0 ? pd_error(err, PDATA_E_COMPRESSED, x->off, rec->type, "data",
				"zstd cannot decompress it")
		     : 0;
}

/* Note how many bytes follow the record in the file and belong to it. */
static int note_payload(struct pdata_indexer *x, const struct pdata_record *rec,
			struct pdata_error *err)
{
	struct pdata_value v;

	if (rec->type != PDATA_RECORD_AUXTRACE && rec->type != PDATA_RECORD_TRACING_DATA)
		return 0;
	if (pdata_record_decode(rec, &v, err))
		return PDATA_E_TRUNCATED;
	x->payload = pd_record_payload(rec, &v);
	/*
	 * A backup without the tracing data that follows the record would be useless: make no
	 * backup.
	 */
	if (rec->type == PDATA_RECORD_TRACING_DATA && x->payload) {
		pd_sideband_backup_free(&x->copies);
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
		return index_open_compressed(x, rec, err);
	ret = index_record(x, rec, 0);
	return ret ? ret : note_payload(x, rec, err);
}

/* Step over the payload, as far as it is here. */
static const uint8_t *skip_payload(struct pdata_indexer *x, const uint8_t *p, const uint8_t *end)
{
	const size_t n = x->payload < (uint64_t)(end - p) ? (size_t)x->payload : (size_t)(end - p);

	x->payload -= n;
	x->off += n;
	return p + n;
}

/*
 * Complete the first @want bytes of a record whose first *@have bytes, which came with earlier
 * calls, are in @room, as far as the bytes up to @end suffice. Return: where the bytes taken end.
 */
static const uint8_t *gather_record_bytes(uint8_t *room, size_t *have, const uint8_t *p,
					  const uint8_t *end, size_t want)
{
	size_t n = want > *have ? want - *have : 0;

	if (n > (size_t)(end - p))
		n = (size_t)(end - p);
	memcpy(room + *have, p, n);
	*have += n;
	return p + n;
}

/*
 * Take a record from its beginning, or the rest of one that began in the bytes of earlier calls.
 */
static int take_record(struct pdata_indexer *x, const uint8_t **pos, const uint8_t *end,
		       struct pdata_error *err)
{
	const bool goes_on = x->begun_len;
	struct pdata_record rec;
	int ret;

	if (goes_on || end - *pos < (ptrdiff_t)PDATA_RECORD_HEADER)
		*pos = gather_record_bytes(x->begun, &x->begun_len, *pos, end, PDATA_RECORD_HEADER);
	if (x->begun_len && x->begun_len < PDATA_RECORD_HEADER)
		return 0;
	ret = head_at(x, goes_on ? x->begun : *pos, &rec, err);
	if (ret)
		return ret;
	if (goes_on || end - *pos < rec.size) {
		*pos = gather_record_bytes(x->begun, &x->begun_len, *pos, end, rec.size);
		if (x->begun_len < rec.size)
			return 0;
	} else {
		*pos += rec.size;
	}
	ret = one_record(x, &rec, err);
	x->off += rec.size;
	x->begun_len = 0;
	return ret;
}

/*
 * The position before which records can begin without another check whether the chunk ends: at
 * least one record can.
 */
static const uint8_t *sure_end(const struct pdata_indexer *x, const uint8_t *p, const uint8_t *end)
{
	const uint64_t len = x->off - x->now.off,
		       left = len < PDATA_CHUNK_BYTES ? PDATA_CHUNK_BYTES - len : 1;

	return left < (uint64_t)(end - p) ? p + left : end;
}

static int indexer_error(struct pdata_indexer *x, int ret, struct pdata_error *err)
{
	if (ret == PDATA_E_NOMEM)
		return pd_error(err, ret, x->off, 0, "", "index");
	if (ret == PDATA_E_SYS)
		return pd_error_sys(err, x->file.sys_errno, x->off, "temporary file of the index");
	return ret;
}

int64_t pdata_indexer_add(struct pdata_indexer *x, const void *data, size_t len,
			  struct pdata_error *err)
{
	const uint8_t *p = data, *end = p + len, *summed = p;
	int ret = 0;

	while (p < end && !ret) {
		int64_t n;

		if (x->payload) {
			p = skip_payload(x, p, end);
			continue;
		}
		if (!x->begun_len && time_to_cut(x)) {
			pd_xxh3_add(x->xxh3, summed, (size_t)(p - summed));
			summed = p;
			ret = end_index_chunk(x);
		}
		n = x->begun_len || ret ? 0 : add_samples(x, p, sure_end(x, p, end), end, false);
		if (n > 0) {
			p += n;
			x->off += (uint64_t)n;
			continue;
		}
		ret = n ? (int)n : ret;
		if (!ret)
			ret = take_record(x, &p, end, err);
	}
	pd_xxh3_add(x->xxh3, summed, (size_t)(p - summed));
	return ret ? indexer_error(x, ret, err) : (int64_t)len;
}

/* ---- content that need not be decompressed ------------------------------------------------- */

/*
 * Complete the record that began in the content of an earlier piece. *@pos: set to the end of its
 * bytes.
 */
static int end_inner_record(struct pdata_indexer *x, const uint8_t **pos, const uint8_t *end,
			    size_t around, struct pdata_error *err)
{
	struct pdata_record rec;
	int ret;

	*pos = gather_record_bytes(x->un, &x->un_len, *pos, end, PDATA_RECORD_HEADER);
	if (x->un_len < PDATA_RECORD_HEADER)
		return 0;
	ret = head_at(x, x->un, &rec, err);
	if (ret)
		return ret;
	*pos = gather_record_bytes(x->un, &x->un_len, *pos, end, rec.size);
	if (x->un_len < rec.size)
		return 0;
	x->un_len = 0;
	return index_record(x, &rec, around);
}

static int index_plain_content(struct pdata_indexer *x, const struct pdata_compressed_piece *piece,
			       struct pdata_error *err)
{
	const uint8_t *p = piece->plain, *end = p + piece->plain_len;
	int64_t n = x->un_len ? end_inner_record(x, &p, end, piece->len, err) : 0;

	if (!n)
		n = walk_inside(x, p, end, piece->len, err);
	if (n < 0)
		return (int)n;
	p += n;
	if (p == end)
		return 0;
	n = need_inner_room(x);
	if (!n)
		gather_record_bytes(x->un, &x->un_len, p, end, (size_t)(end - p));
	return (int)n;
}

/*
 * Whether the piece is the COMPRESSED record at x->off, and no other record or frame is
 * incomplete.
 */
static bool is_next_piece(const struct pdata_indexer *x, const struct pdata_compressed_piece *p)
{
	if (x->begun_len || x->payload || p->off != x->off || !p->plain)
		return false;
	if (p->len < PDATA_RECORD_HEADER ||
	    p->len != pd_ld16((const uint8_t *)p->data + 6, x->swap))
		return false;
	return pd_ld32(p->data, x->swap) == PDATA_RECORD_COMPRESSED &&
	       (!x->unzstd || pd_unzstd_whole(x->unzstd));
}

int pdata_indexer_add_compressed(struct pdata_indexer *x, const struct pdata_compressed_piece *p,
				 struct pdata_error *err)
{
	int ret;

	if (!is_next_piece(x, p))
		return pd_error(err, PDATA_E_ARG, x->off, PDATA_RECORD_COMPRESSED, "data",
				"is not the next piece");
	ret = time_to_cut(x) ? end_index_chunk(x) : 0;
	x->now.flags |= PDATA_CHUNK_COMPRESSED;
	x->in_frame = !(p->flags & PDATA_PIECE_ENDS_FRAME);
	if (!ret)
		ret = index_plain_content(x, p, err);
	pd_xxh3_add(x->xxh3, p->data, p->len);
	x->off += p->len;
	return ret ? indexer_error(x, ret, err) : 0;
}

int pdata_indexer_spill(struct pdata_indexer *x, int fd, size_t memory)
{
	size_t segment = PD_SPILL_SEGMENT_LEAST;

	if (x->off > x->data_off || x->begun_len)
		return PDATA_E_ARG;
	/* Each of chunks, spans, copies and, at the end, the trailer has a buffer. */
	while (segment <= memory / 4 / 2)
		segment *= 2;
	x->file.fd = fd;
	x->file.segment = segment;
	return 0;
}

uint64_t pdata_indexer_taken(const struct pdata_indexer *x)
{
	return x->off - x->data_off + x->begun_len;
}

uint64_t pdata_indexer_nr_samples(const struct pdata_indexer *x)
{
	return x->nr_samples;
}

void pdata_indexer_sample_time(const struct pdata_indexer *x, struct pdata_sample_time *out)
{
	const bool any = x->slices.nr != 0;

	*out = (struct pdata_sample_time){ any ? x->slices.first : 0, any ? x->slices.last : 0 };
}

int pd_indexer_end(struct pdata_indexer *x)
{
	int ret = 0;

	if (x->payload || x->begun_len || x->un_len)
		return PDATA_E_CUT;
	if (x->ended)
		return 0;
	if (x->off > x->now.off)
		ret = end_index_chunk(x);
	if (!ret && x->nr_last)
		ret = put_spans(x);
	x->ended = !ret;
	return ret ? ret : pd_sideband_backup_end(&x->copies);
}

struct pd_spill_file *pd_indexer_file(struct pdata_indexer *x)
{
	return &x->file;
}

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x)
{
	return &x->slices;
}

const struct pd_sideband_backup *pd_indexer_sideband_backup(const struct pdata_indexer *x)
{
	return &x->copies;
}
