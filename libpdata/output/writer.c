/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes perf.data: header, attrs and early features, then records, then the feature sections. */
#include "base/alloc.h"
#include "base/codec/codec.h"
#include "base/err.h"
#include "common/opts.h"
#include "output/writer_int.h"
#include "wire/event_layout.h"
#include "wire/record.h"

#include <fcntl.h>
#include <unistd.h>

/* Check that data may be appended: after pdata_writer_begin() and before pdata_writer_finish(). */
static int check_begun(struct pdata_writer *w)
{
	if (w->error.code || w->state == WRITER_BEGUN)
		return w->error.code;
	return pd_writer_misuse(w, 0,
				w->state == WRITER_NEW ? "pdata_writer_begin() was not called"
						       : "pdata_writer_finish() was called");
}

/*
 * Whether a file can be written to @fd. Offsets in a file are those from its beginning, and the
 * header is written last: with O_APPEND it would be written to the end.
 */
static bool is_fit_for_file(int fd)
{
	const int flags = fcntl(fd, F_GETFL);

	/* The first write to a descriptor that is not open gives the error of the system. */
	return flags < 0 || (!(flags & O_APPEND) && lseek(fd, 0, SEEK_CUR) == 0);
}

int pdata_writer_open_fd(struct pdata_writer **out, int fd, const struct pdata_writer_opts *o)
{
	struct pdata_writer *w;

	*out = NULL;
	w = pd_calloc(1, sizeof(*w));
	if (!w)
		return PDATA_E_NOMEM;
	w->fd = fd;
	w->error.field = "";
	if (!pd_opts_take(&w->opts, sizeof(w->opts), o) ||
	    w->opts.container > PDATA_CONTAINER_DIR || w->opts.attr_size > ATTR_MAX ||
	    (w->opts.container == PDATA_CONTAINER_FILE && !is_fit_for_file(fd))) {
		pd_free(w);
		return PDATA_E_ARG;
	}
	if (w->opts.compress_level) {
		int err;

		w->zstd = pd_zstd_new((int)w->opts.compress_level, &err);
		if (!w->zstd) {
			pd_free(w);
			return err;
		}
	}
	*out = w;
	return 0;
}

void pdata_writer_close(struct pdata_writer *w)
{
	if (!w)
		return;
	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++)
		pd_free(w->feats[i].data);
	pd_free(w->events);
	pd_free(w->held.bytes);
	pd_free(w->aux);
	pd_arena_free(&w->arena);
	pd_zstd_free(w->zstd);
	pd_free(w);
}

int pdata_writer_event(struct pdata_writer *w, const struct pdata_attr *attr, const char *name,
		       const uint64_t *ids, uint32_t nr_ids)
{
	struct pd_writer_event *e;

	if (w->error.code)
		return w->error.code;
	if (attr->size > ATTR_MAX)
		return pd_error(&w->error, PDATA_E_ARG, 0, 0, "attr.size", "%u", attr->size);
	if (w->state != WRITER_NEW)
		return pd_writer_misuse(w, 0, "an event after pdata_writer_begin()");
	if (w->nr_events >= PD_FILE_EVENTS_MAX && w->opts.container == PDATA_CONTAINER_FILE)
		return pd_error(&w->error, PDATA_E_ARG, 0, 0, "attrs",
				"a file can have at most %u events", PD_FILE_EVENTS_MAX);
	if (pd_grow(&w->events, &w->events_cap, w->nr_events + 1, sizeof(*w->events)))
		return pd_writer_no_memory(w, "event");
	e = &w->events[w->nr_events];
	*e = (struct pd_writer_event){ .attr = *attr, .nr_ids = nr_ids };
	e->name = pd_arena_str(&w->arena, name, name ? strlen(name) : 0);
	e->ids = pd_arena_array(&w->arena, nr_ids, sizeof(*ids));
	if (!e->name || !e->ids)
		return pd_writer_no_memory(w, "event");
	if (nr_ids)
		memcpy(e->ids, ids, nr_ids * sizeof(*ids));
	if (attr->size > w->attr_size)
		w->attr_size = attr->size;
	w->nr_events++;
	return 0;
}

static int append_put(struct pdata_writer *w, const struct pd_put *p)
{
	return p->full ? PDATA_L_RECORD
		       : pd_writer_append(w, p->start, (size_t)(p->pos - p->start));
}

static int put_writer_attr(struct pdata_writer *w, struct pd_put *p, const struct pdata_attr *a,
			   uint32_t width)
{
	uint8_t *at = pd_put_room(p, width);

	if (!at)
		return PDATA_L_RECORD;
	memset(at, 0, width);
	return pdata_attr_encode(a, at, width, (int)w->opts.swap) < 0 ? PDATA_E_ARG : 0;
}

static void append_early(struct pdata_writer *w)
{
	static const uint8_t zeros[8];

	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++) {
		const struct pd_writer_feature *f = &w->feats[i];

		if (!f->early_off)
			continue;
		pd_writer_append(w, f->data, (size_t)f->len);
		pd_writer_append(w, zeros, (size_t)(PD_ALIGN8(f->len) - f->len));
	}
}

/*
 * Write header, ids, attrs and early features. The header lists features only after their table
 * was written. With early features the header is zeros until the first commit: it does not even
 * have the magic number of perf.data.
 */
static int writer_begin_file(struct pdata_writer *w)
{
	static const uint64_t none[PDATA_NR_FEATURES / 64];
	uint64_t ids_off = PDATA_HEADER_SIZE;
	struct pd_put p = pd_writer_scratch(w);

	if (pd_writer_reserve_early(w, pd_writer_attrs_off(w) + (w->attr_size + 16) * w->nr_events))
		return pd_writer_no_memory(w, "features before the data");
	if (w->held.size)
		pd_put_zero(&p, PDATA_HEADER_SIZE);
	else
		pd_writer_put_header(w, &p, none);
	append_put(w, &p);
	for (size_t i = 0; i < w->nr_events; i++)
		for (uint32_t k = 0; k < w->events[i].nr_ids; k++) {
			p = pd_writer_scratch(w);
			pd_put_u64(&p, w->events[i].ids[k]);
			append_put(w, &p);
		}
	for (size_t i = 0; i < w->nr_events; i++) {
		p = pd_writer_scratch(w);
		if (put_writer_attr(w, &p, &w->events[i].attr, w->attr_size))
			return PDATA_E_ARG;
		pd_put_u64(&p, ids_off);
		pd_put_u64(&p, 8ull * w->events[i].nr_ids);
		ids_off += 8ull * w->events[i].nr_ids;
		append_put(w, &p);
	}
	append_early(w);
	return w->error.code;
}

/*
 * Write the names of events as EVENT_UPDATE records: perf takes the names of a pipe from these
 * records only. Such a record finds its event by an id. A name that is too long for a record is
 * left out.
 */
static int write_event_names(struct pdata_writer *w)
{
	for (size_t i = 0; i < w->nr_events; i++) {
		const struct pd_writer_event *e = &w->events[i];
		struct pdata_value v = { .u.event_update = { .type = PDATA_EVENT_UPDATE_NAME } };
		int ret;

		if (!*e->name || !e->nr_ids)
			continue;
		v.u.event_update.id = e->ids[0];
		v.u.event_update.text = e->name;
		ret = pdata_writer_record(w, PDATA_RECORD_EVENT_UPDATE, 0, &v, -1);
		if (ret && ret != PDATA_L_RECORD)
			return ret;
	}
	return w->error.code;
}

static int writer_begin_pipe(struct pdata_writer *w)
{
	struct pd_put p = pd_writer_scratch(w);

	pd_put_u64(&p, PDATA_MAGIC2);
	pd_put_u64(&p, PDATA_PIPE_HEADER_SIZE);
	append_put(w, &p);
	w->data_off = PDATA_PIPE_HEADER_SIZE;
	for (size_t i = 0; i < w->nr_events; i++) {
		const struct pd_writer_event *e = &w->events[i];
		uint64_t size = PDATA_RECORD_HEADER + e->attr.size + 8ull * e->nr_ids;
		struct pdata_attr attr = e->attr;

		if (size > RECORD_MAX)
			return pd_error(&w->error, PDATA_L_RECORD, 0, PDATA_RECORD_HEADER_ATTR,
					"ids", "%u ids are too many for a pipe", e->nr_ids);
		p = pd_writer_scratch(w);
		pd_put_u32(&p, PDATA_RECORD_HEADER_ATTR);
		pd_put_u16(&p, 0);
		pd_put_u16(&p, (uint16_t)size);
		if (pd_is_file_counter(&attr))
			attr.sample_type = 0;
		if (put_writer_attr(w, &p, &attr, attr.size))
			return PDATA_E_ARG;
		for (uint32_t k = 0; k < e->nr_ids; k++)
			pd_put_u64(&p, e->ids[k]);
		append_put(w, &p);
	}
	return w->error.code ? w->error.code : write_event_names(w);
}

/* Make the feature EVENT_DESC, which has the names of the events: the writer knows all of them. */
static int event_desc(struct pdata_writer *w)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_EVENT_DESC };
	struct pdata_feat_event *ev = pd_arena_array(&w->arena, w->nr_events, sizeof(*ev));

	if (!ev)
		return pd_writer_no_memory(w, "feature EVENT_DESC");
	for (size_t i = 0; i < w->nr_events; i++)
		ev[i] = (struct pdata_feat_event){ w->events[i].attr, w->events[i].nr_ids,
						   w->events[i].name, w->events[i].ids };
	f.u.event_desc = (struct pdata_event_desc){ (uint32_t)w->nr_events, w->attr_size, ev };
	return pdata_writer_feature(w, &f);
}

static int begin(struct pdata_writer *w)
{
	int ret;

	if (w->state != WRITER_NEW)
		return pd_writer_misuse(w, 0, "pdata_writer_begin() was called before");
	if (w->error.code)
		return w->error.code;
	w->state = WRITER_BEGUN;
	if (w->opts.attr_size > w->attr_size)
		w->attr_size = w->opts.attr_size;
	if (w->attr_size < PDATA_ATTR_SIZE_VER0)
		w->attr_size = PDATA_ATTR_SIZE_VER0;
	if (w->opts.container == PDATA_CONTAINER_PIPE)
		return writer_begin_pipe(w);
	if (w->opts.container == PDATA_CONTAINER_DIR)
		return 0;
	memcpy(w->early, w->features, sizeof(w->early));
	ret = w->nr_events ? event_desc(w) : 0;
	return ret ? ret : writer_begin_file(w);
}

int pdata_writer_begin(struct pdata_writer *w)
{
	const int ret = begin(w);

	/* Without its events a recording is worth nothing: later calls must fail. */
	if (ret && !w->error.code)
		pd_error(&w->error, ret, 0, 0, "attrs", "the events cannot be written");
	w->begun = !ret;
	return ret;
}

void pd_writer_note_type(struct pdata_writer *w, uint32_t type)
{
	w->is_stat |= type == PDATA_RECORD_STAT_CONFIG;
}

/*
 * Refuse records that have the content of parts of a file. The file would have this content twice,
 * or the record would have a payload that readers of files do not expect.
 */
static int check_type(struct pdata_writer *w, uint32_t type)
{
	pd_writer_note_type(w, type);
	if (w->opts.container == PDATA_CONTAINER_PIPE ||
	    (type != PDATA_RECORD_HEADER_ATTR && type != PDATA_RECORD_TRACING_DATA))
		return 0;
	return pd_writer_misuse(w, type,
				"only pipes have this record: see pdata_writer_copy_record()");
}

int pdata_writer_record(struct pdata_writer *w, uint32_t type, uint16_t misc,
			const struct pdata_value *v, int event)
{
	const struct pdata_attr *attr = NULL;
	int n = check_begun(w);

	if (!n)
		n = check_type(w, type);
	if (n)
		return n;
	if (event < -1 || (event >= 0 && (size_t)event >= w->nr_events))
		return pd_writer_misuse(w, type, "the record's event was not announced");
	if (event >= 0)
		attr = &w->events[event].attr;
	n = pdata_record_encode(type, misc, v, attr, (int)w->opts.swap, w->record, RECORD_MAX);
	return n < 0 ? n : pd_writer_append(w, w->record, (size_t)n);
}

static int append_pieces(struct pdata_writer *w, const struct pdata_span *span)
{
	int ret = w->error.code;

	for (size_t at = 0; at < span->len && !ret;) {
		const size_t left = span->len - at,
			     len = left < PIECE_BYTES * 3 / 2 ? left : PIECE_BYTES;
		const struct pdata_span piece = { (const uint8_t *)span->data + at, len };

		ret = pd_writer_append_spans(w, &piece, 1);
		at += len;
	}
	return ret;
}

/* Get the size of the payload that follows the record of @size bytes at @p. */
static uint64_t raw_payload(const uint8_t *p, uint32_t type, size_t size, int swap)
{
	const struct pdata_record rec = {
		.type = type, .size = (uint32_t)size, .data = p, .swap = (uint32_t)swap
	};
	struct pdata_value v;

	if ((type != PDATA_RECORD_AUXTRACE && type != PDATA_RECORD_TRACING_DATA) ||
	    pdata_record_decode(&rec, &v, NULL))
		return 0;
	return pd_record_payload(&rec, &v);
}

/*
 * Get the size in bytes of the next part of appended records, and check their types, as far as
 * record headers can be told from payloads. A part is a sequence of records without payloads, or a
 * record with a payload, or bytes of a payload; *@has_payload becomes true in the last two cases.
 * Return: 0 if a record is refused.
 */
static size_t next_raw_part(struct pdata_writer *w, const uint8_t *p, size_t len, bool *has_payload)
{
	const int swap = (int)w->opts.swap;
	size_t at = 0, size;
	uint64_t payload;

	*has_payload = w->payload != 0;
	if (w->payload) {
		at = w->payload < len ? (size_t)w->payload : len;
		w->payload -= at;
		return at;
	}
	for (; !w->raw_unknown && len - at >= PDATA_RECORD_HEADER; at += size) {
		const uint32_t type = pd_ld32(p + at, swap);

		size = pd_ld16(p + at + 6, swap);
		if (size < PDATA_RECORD_HEADER || size > len - at || type >= PD_SIMPLEPERF_FIRST) {
			w->raw_unknown = true;
			break;
		}
		if (check_type(w, type))
			return 0;
		payload = raw_payload(p + at, type, size, swap);
		if (payload && at)
			return at;
		if (payload) {
			*has_payload = true;
			w->payload = payload;
			return size;
		}
	}
	return len;
}

int pdata_writer_raw(struct pdata_writer *w, const void *data, size_t len)
{
	const bool as_is = w->opts.container == PDATA_CONTAINER_PIPE && !w->zstd;
	struct pdata_span s = { data, len };
	int ret = check_begun(w);

	if (!ret && as_is)
		return pdata_writer_rawv(w, &s, 1);
	for (const uint8_t *p = data; len && !ret; p += s.len, len -= s.len) {
		bool has_payload;

		s = (struct pdata_span){ p, next_raw_part(w, p, len, &has_payload) };
		if (!s.len)
			return w->error.code;
		ret = has_payload ? append_pieces(w, &s) : pdata_writer_rawv(w, &s, 1);
	}
	return ret;
}

void pdata_writer_tap(struct pdata_writer *w, pdata_writer_tap_fn fn, void *arg)
{
	w->tap = fn;
	w->tap_arg = arg;
}

void pdata_writer_tap_compressed(struct pdata_writer *w, pdata_writer_tap_compressed_fn fn,
				 void *arg)
{
	w->tap_compressed = fn;
	w->tap_compressed_arg = arg;
}

int pdata_writer_rawv(struct pdata_writer *w, const struct pdata_span *spans, size_t nr)
{
	int ret = check_begun(w);

	if (ret)
		return ret;
	if (w->zstd)
		return pd_writer_compress(w, spans, nr);
	for (size_t i = 0; i < nr && !ret; i++)
		ret = append_pieces(w, &spans[i]);
	return ret;
}

static int header_feature_bytes(struct pdata_writer *w, uint64_t bit, const uint8_t *data,
				uint64_t len)
{
	struct pd_put p = pd_writer_scratch(w);
	int ret = check_begun(w);

	if (ret)
		return ret;
	if (len > RECORD_MAX - 16)
		return PDATA_L_RECORD;
	pd_put_u32(&p, PDATA_RECORD_HEADER_FEATURE);
	pd_put_u16(&p, 0);
	pd_put_u16(&p, (uint16_t)(16 + len));
	pd_put_u64(&p, bit);
	pd_put_bytes(&p, data, len);
	return append_put(w, &p);
}

int pdata_writer_header_feature(struct pdata_writer *w, const struct pdata_feature *f)
{
	int ret = check_begun(w);
	uint8_t *data;
	int64_t len;

	if (ret)
		return ret;
	len = pdata_feature_encode(f, (int)w->opts.swap, &data);
	if (len < 0)
		return (int)len;
	ret = header_feature_bytes(w, f->bit, data, (uint64_t)len);
	pdata_free(data);
	return ret;
}

int pdata_writer_header_feature_end(struct pdata_writer *w, uint32_t mark)
{
	if (!mark)
		return PDATA_E_ARG;
	return header_feature_bytes(w, mark, NULL, 0);
}

int pdata_writer_tracing_data(struct pdata_writer *w, const void *blob, size_t len)
{
	static const uint8_t zeros[8];
	size_t padded = PD_ALIGN8(len);
	struct pdata_value v = { .u.tracing_data.blob_size = (uint32_t)padded };
	int ret;

	if (len > UINT32_MAX - 8)
		return PDATA_L_RECORD;
	ret = pdata_writer_record(w, PDATA_RECORD_TRACING_DATA, 0, &v, -1);
	if (!ret)
		ret = pd_writer_append(w, blob, len);
	return ret ? ret : pd_writer_append(w, zeros, padded - len);
}

int pdata_writer_auxtrace(struct pdata_writer *w, const struct pdata_value *v,
			  const struct pdata_span *data, size_t nr)
{
	static const uint8_t zeros[8];
	struct pdata_value head = *v;
	uint64_t len = 0;
	int ret;

	for (size_t i = 0; i < nr; i++)
		len += data[i].len;
	head.u.auxtrace.blob_size = PD_ALIGN8(len);
	ret = pdata_writer_record(w, PDATA_RECORD_AUXTRACE, 0, &head, -1);
	if (!ret)
		ret = pd_writer_append_spans(w, data, nr);
	return ret ? ret : pd_writer_append(w, zeros, (size_t)(PD_ALIGN8(len) - len));
}

int pdata_writer_feature(struct pdata_writer *w, const struct pdata_feature *f)
{
	struct pd_writer_feature *out;
	int64_t len;
	uint8_t *data;

	if (w->error.code)
		return w->error.code;
	if (f->bit >= PDATA_NR_FEATURES || !f->bit)
		return PDATA_E_ARG;
	if (w->opts.container != PDATA_CONTAINER_FILE)
		return pd_writer_misuse(w, 0,
					"only files have features as sections: see "
					"pdata_writer_header_feature()");
	if (w->state == WRITER_FINISHED)
		return pd_writer_misuse(w, 0, "a feature after pdata_writer_finish()");
	len = pdata_feature_encode(f, (int)w->opts.swap, &data);
	if (len < 0)
		return (int)len;
	out = &w->feats[f->bit];
	pd_free(out->data);
	out->data = data;
	out->len = (uint64_t)len;
	out->late = w->data_off != 0;
	w->features[f->bit / 64] |= 1ull << f->bit % 64;
	return 0;
}

static bool stands_early(const struct pd_writer_feature *f)
{
	return f->early_off && !f->late;
}

/*
 * Commit. Readers would take a file without data for an unfinished one, so that an empty file gets
 * a FINISHED_ROUND record, which has no effect there.
 */
static int commit_some(struct pdata_writer *w)
{
	const struct pdata_value v = { .id = { .have = 0 } };
	int ret = pdata_writer_commit(w);

	if (ret || w->opts.container != PDATA_CONTAINER_FILE || w->committed)
		return ret;
	ret = pdata_writer_record(w, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1);
	return ret ? ret : pdata_writer_commit(w);
}

/* Add the feature COMPRESSED, without which perf reads no COMPRESSED records. */
static int add_compressed_feature(struct pdata_writer *w)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_COMPRESSED };

	if (!w->zstd || w->opts.container != PDATA_CONTAINER_FILE ||
	    w->features[f.bit / 64] >> f.bit % 64 & 1)
		return 0;
	f.u.compressed = (struct pdata_comp_info){ 0, 1, w->opts.compress_level, 1,
						   2 * PDATA_COMPRESSED_PIECE };
	return pdata_writer_feature(w, &f);
}

/*
 * Add the feature STAT to a file with records of perf stat. A pipe needs no such mark, but perf
 * refuses a file of such records without the feature, or takes their counts for samples.
 */
static int add_stat_feature(struct pdata_writer *w)
{
	const struct pdata_feature f = { .bit = PDATA_FEAT_STAT };

	return w->is_stat && w->opts.container == PDATA_CONTAINER_FILE ? pdata_writer_feature(w, &f)
								       : 0;
}

/*
 * Write feature table and sections after the data; the header lists them only when they are
 * written.
 */
int pdata_writer_finish(struct pdata_writer *w)
{
	unsigned nr = 0;
	uint64_t at;
	struct pd_put p;
	int ret = check_begun(w);

	if (!ret)
		ret = commit_some(w);
	if (!ret)
		ret = add_compressed_feature(w);
	if (!ret)
		ret = add_stat_feature(w);
	w->state = WRITER_FINISHED;
	if (ret || w->opts.container != PDATA_CONTAINER_FILE)
		return ret;
	/* The bytes that follow are not data: the callbacks do not get them. */
	w->tap = NULL;
	w->tap_compressed = NULL;
	w->in_features = true;
	for (unsigned i = 0; i < PDATA_NR_FEATURES / 64; i++)
		nr += (unsigned)__builtin_popcountll(w->features[i]);
	at = w->off + 16ull * nr;
	p = pd_writer_scratch(w);
	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++) {
		if (!(w->features[i / 64] >> i % 64 & 1))
			continue;
		const struct pd_writer_feature *f = &w->feats[i];

		if (stands_early(f)) {
			pd_writer_put_section(&p, f->early_off, f->early_len);
			continue;
		}
		pd_writer_put_section(&p, at, f->len);
		at += f->len;
	}
	append_put(w, &p);
	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++)
		if ((w->features[i / 64] >> i % 64 & 1) && !stands_early(&w->feats[i]))
			pd_writer_append(w, w->feats[i].data, (size_t)w->feats[i].len);
	ret = pd_writer_flush(w);
	if (ret)
		return ret;
	p = pd_writer_scratch(w);
	pd_writer_put_header(w, &p, w->features);
	return pd_writer_put_held(w, &p);
}

uint64_t pdata_writer_committed(const struct pdata_writer *w)
{
	return w->committed;
}

const struct pdata_error *pdata_writer_error(const struct pdata_writer *w)
{
	return &w->error;
}
