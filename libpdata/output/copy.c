/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies a recording from a reader to a writer: puts events, records and features where the new
 * container has them, in its byte order.
 */
#include "base/err.h"
#include "common/plural.h"
#include "output/writer_int.h"
#include "reader/reader.h"
#include "wire/feature.h"
#include "wire/record.h"
#include "wire/schema_rows.h"

#include <pdata/copy.h>

#define PAYLOAD_PIECE 16384u

/* ---- events ------------------------------------------------------------------------------ */

/*
 * Whether the attr has members that this library does not know and that are not 0: the writer
 * cannot store them.
 */
static bool has_unknown_members(const struct pdata_event *e)
{
	uint32_t size = e->attr.size < e->raw_size ? e->attr.size : e->raw_size;

	return size > PDATA_ATTR_SIZE_MAX &&
	       !pd_all_zero(e->raw_attr + PDATA_ATTR_SIZE_MAX, size - PDATA_ATTR_SIZE_MAX);
}

int pdata_writer_copy_events(struct pdata_writer *w, const struct pdata_reader *r)
{
	int ret = 0;

	for (uint32_t i = 0; i < pdata_reader_nr_events(r) && !ret; i++) {
		const struct pdata_event *e = pdata_reader_event(r, i);

		if (has_unknown_members(e))
			return pd_writer_misuse(w, 0, "an attr has unknown members");
		ret = pdata_writer_event(w, &e->attr, e->name, e->ids, e->nr_ids);
	}
	return ret;
}

/* ---- records ----------------------------------------------------------------------------- */

static int refuse(struct pdata_writer *w, const struct pdata_record *rec, const char *why)
{
	if (!w->error.code)
		pd_error(&w->error, PDATA_E_ARG, rec->off, rec->type, "", "%s", why);
	return w->error.code;
}

static bool ends_with_text(uint32_t type)
{
	const struct pd_row *r = pd_rows_record(type);

	while (r && r->kind != PD_K_END && r[1].kind != PD_K_END)
		r++;
	return r && r->kind == PD_K_STR;
}

/* Get the offset in @image at which the text that ends at @end is padded to a multiple of 8. */
static size_t find_padding(const uint8_t *image, size_t end)
{
	size_t at = end;

	while (end - at < 8 && at > PDATA_RECORD_HEADER && !image[at - 1])
		at--;
	return at < end ? at + 1 : end; /* the first zero ends the text */
}

/*
 * Whether @image, the record decoded and encoded again in its own byte order, has all of the
 * record's content. The record may have more zeros after a string, and a record that the recorder
 * makes may have an earlier, shorter layout. perf leaves old memory in the padding of text in
 * records of the kernel's types.
 */
static bool is_whole(const struct pdata_record *rec, const uint8_t *image, size_t n)
{
	const bool kernel = rec->type < PDATA_RECORD_USER_START;
	size_t tail = 0, common, known;

	if (kernel && rec->type != PDATA_RECORD_SAMPLE && rec->event)
		tail = pd_sample_id_size(&rec->event->attr);
	if (n > rec->size && kernel)
		return false;
	common = (n < rec->size ? n : rec->size) - tail;
	if (n > rec->size && !pd_all_zero(image + rec->size, n - rec->size))
		return false;
	if (n < rec->size && !pd_all_zero(rec->data + common, rec->size - n))
		return false;
	known = kernel && ends_with_text(rec->type) ? find_padding(image, common) : common;
	return !memcmp(rec->data + PDATA_RECORD_HEADER, image + PDATA_RECORD_HEADER,
		       known - PDATA_RECORD_HEADER) &&
	       !memcmp(rec->data + rec->size - tail, image + n - tail, tail);
}

static int turn_sample(const struct pdata_record *rec, uint8_t *out, size_t len)
{
	struct pdata_attr attr = rec->event->attr;
	struct pdata_sample s;
	int n, ret = pdata_sample_decode(rec, ~0ull, &s, NULL);

	if (ret)
		return ret;
	n = pdata_sample_encode(rec->misc, &s, &attr, (int)rec->swap, out, len);
	/* Kernels write no hw_idx if the branch stack is empty. */
	if (n > rec->size && attr.sample_type & PDATA_SAMPLE_BRANCH_STACK && !s.branch.nr) {
		attr.branch_sample_type &= ~(uint64_t)PDATA_BRANCH_HW_INDEX;
		n = pdata_sample_encode(rec->misc, &s, &attr, (int)rec->swap, out, len);
	}
	if (n < 0 || !is_whole(rec, out, (size_t)n))
		return n < 0 ? n : PDATA_E_ARG;
	return pdata_sample_encode(rec->misc, &s, &attr, !rec->swap, out, len);
}

static int turn_other(const struct pdata_record *rec, uint8_t *out, size_t len)
{
	const struct pdata_attr *attr = rec->event ? &rec->event->attr : NULL;
	struct pdata_value v;
	int n = pdata_record_decode(rec, &v, NULL);

	if (n)
		return n;
	n = pdata_record_encode(rec->type, rec->misc, &v, attr, (int)rec->swap, out, len);
	if (n < 0 || !is_whole(rec, out, (size_t)n))
		return n < 0 ? n : PDATA_E_ARG;
	return pdata_record_encode(rec->type, rec->misc, &v, attr, !rec->swap, out, len);
}

/* Append a record in the byte order that is not its own, as the encoder writes it. */
static int append_turned(struct pdata_writer *w, const struct pdata_record *rec)
{
	int n = rec->type == PDATA_RECORD_SAMPLE ? turn_sample(rec, w->record, RECORD_MAX)
						 : turn_other(rec, w->record, RECORD_MAX);

	if (n < 0)
		return refuse(w, rec, "cannot be converted to the other byte order");
	return pd_writer_append(w, w->record, (size_t)n);
}

static int copy_payload(struct pdata_writer *w, struct pdata_reader *r,
			const struct pdata_record *rec)
{
	uint64_t left = rec->payload;
	uint8_t buf[PAYLOAD_PIECE];
	int ret = 0;

	while (left && !ret) {
		int64_t n = pdata_reader_payload(r, buf,
						 left < sizeof(buf) ? (size_t)left : sizeof(buf));

		if (n <= 0)
			return pd_error(&w->error, PDATA_E_CUT, rec->off, rec->type, "payload",
					"%llu byte%s %s missing", (unsigned long long)left,
					pd_plural(left), pd_one_or_many(left, "is", "are"));
		ret = pd_writer_append(w, buf, (size_t)n);
		left -= (uint64_t)n;
	}
	return ret;
}

/*
 * Whether BUILD_ID records stay records in a file: maps have build ids, so only objects whose maps
 * cannot have one are in such records, and readers would take a feature BUILD_ID of these for a
 * list of all objects.
 */
static bool keeps_build_id_records(const struct pdata_writer *w, const struct pdata_reader *r)
{
	if (w->opts.container != PDATA_CONTAINER_FILE || !r->build_ids_len ||
	    pd_feat_section(r, PDATA_FEAT_BUILD_ID))
		return false;
	for (uint32_t i = 0; i < w->nr_events; i++)
		if (pdata_attr_flag(&w->events[i].attr, PDATA_ATTR_BUILD_ID))
			return true;
	return false;
}

static bool stands_elsewhere(const struct pdata_writer *w, const struct pdata_reader *r,
			     uint32_t type)
{
	return type == PDATA_RECORD_HEADER_ATTR || type == PDATA_RECORD_HEADER_FEATURE ||
	       type == PDATA_RECORD_TRACING_DATA || type == PDATA_RECORD_SIMPLEPERF_TRACING_DATA ||
	       (type == PDATA_RECORD_BUILD_ID && !keeps_build_id_records(w, r));
}

/*
 * Whether the record has the name of an event that pdata_writer_begin() has written to the pipe.
 */
static bool is_known_name(const struct pdata_writer *w, const struct pdata_reader *r,
			  const struct pdata_record *rec)
{
	const struct pd_event *e;
	struct pdata_value v;

	if (w->opts.container != PDATA_CONTAINER_PIPE || rec->type != PDATA_RECORD_EVENT_UPDATE ||
	    pdata_record_decode(rec, &v, NULL) || v.u.event_update.type != PDATA_EVENT_UPDATE_NAME)
		return false;
	e = pd_idmap_find(&r->ids, v.u.event_update.id);
	return e && e->pub.index < w->nr_events && w->events[e->pub.index].nr_ids &&
	       !strcmp(w->events[e->pub.index].name, v.u.event_update.text);
}

/* Note the offset of an AUXTRACE record: a file lists these records in the feature AUXTRACE. */
static int note_auxtrace(struct pdata_writer *w, const struct pdata_record *rec)
{
	if (w->opts.container != PDATA_CONTAINER_FILE)
		return 0;
	if (pd_grow(&w->aux, &w->aux_cap, w->nr_aux + 1, sizeof(*w->aux)))
		return pd_writer_no_memory(w, "feature AUXTRACE");
	w->aux[w->nr_aux++] = (struct pdata_auxtrace_index_entry){ w->off + w->len, rec->size };
	return 0;
}

static int check_record(struct pdata_writer *w, const struct pdata_reader *r,
			const struct pdata_record *rec)
{
	if (w->state != WRITER_BEGUN)
		return refuse(w, rec, "call after pdata_writer_begin() and before finish");
	if (w->opts.container != PDATA_CONTAINER_DIR && pdata_reader_nr_events(r) > w->nr_events)
		return refuse(w, rec, "an event was announced after pdata_writer_begin()");
	if (pd_is_compressed(rec->type))
		return refuse(w, rec,
			      "compressed records are not copied: read without keep_compressed");
	return 0;
}

/*
 * Whether @rec announces AUX data that the reader has not found. Readers of the copy would take the
 * next records for these data.
 */
static bool lacks_payload(const struct pdata_record *rec)
{
	struct pdata_value v;

	return rec->type == PDATA_RECORD_AUXTRACE && !rec->payload &&
	       (pdata_record_decode(rec, &v, NULL) || v.u.auxtrace.blob_size);
}

int pdata_writer_copy_record(struct pdata_writer *w, struct pdata_reader *r,
			     const struct pdata_record *rec)
{
	const bool turned = !rec->swap != !w->opts.swap;
	int ret = w->error.code;

	if (ret)
		return ret;
	if (stands_elsewhere(w, r, rec->type) || is_known_name(w, r, rec) || lacks_payload(rec))
		return 0;
	ret = check_record(w, r, rec);
	if (!ret && rec->type == PDATA_RECORD_AUXTRACE)
		ret = note_auxtrace(w, rec);
	if (ret)
		return ret;
	pd_writer_note_type(w, rec->type);
	if (turned && rec->payload && rec->type != PDATA_RECORD_AUXTRACE)
		ret = refuse(w, rec, "cannot be converted to the other byte order");
	else if (turned)
		ret = append_turned(w, rec);
	else if (w->zstd && !rec->payload)
		ret = pdata_writer_raw(w, rec->data, rec->size);
	else
		ret = pd_writer_append(w, rec->data, rec->size);
	if (!ret && rec->payload)
		ret = copy_payload(w, r, rec);
	return ret ? ret : 1;
}

/* ---- features ---------------------------------------------------------------------------- */

static bool is_own_feature(const struct pdata_writer *w, const struct pdata_reader *r, uint32_t bit)
{
	return (bit == PDATA_FEAT_EVENT_DESC && w->opts.container == PDATA_CONTAINER_FILE) ||
	       bit == PDATA_FEAT_COMPRESSED || bit == PDATA_FEAT_DIR_FORMAT ||
	       bit == PDATA_FEAT_AUXTRACE ||
	       (bit == PDATA_FEAT_BUILD_ID && keeps_build_id_records(w, r));
}

/* Write build ids as a pipe has them: as one BUILD_ID record each. */
static int put_build_ids(struct pdata_writer *w, const struct pdata_build_ids *ids)
{
	int ret = 0;

	for (uint32_t i = 0; i < ids->nr && !ret; i++) {
		const struct pdata_feat_build_id *b = &ids->ids[i];
		const struct pdata_value v = { .u.build_id = { .pid = b->pid,
							       .build_id = b->build_id,
							       .id_size = b->size,
							       .filename = b->filename } };

		ret = pdata_writer_record(w, PDATA_RECORD_BUILD_ID,
					  b->misc | PDATA_MISC_BUILD_ID_SIZE, &v, -1);
	}
	return ret;
}

static int put_feature(struct pdata_writer *w, const struct pdata_feature *f)
{
	if (w->opts.container == PDATA_CONTAINER_FILE)
		return pdata_writer_feature(w, f);
	if (f->bit == PDATA_FEAT_BUILD_ID)
		return put_build_ids(w, &f->u.build_ids);
	if (f->bit == PDATA_FEAT_TRACING_DATA)
		return pdata_writer_tracing_data(w, f->data, (size_t)f->len);
	/* A HEADER_FEATURE record without payload would mark the end of the features. */
	return f->len ? pdata_writer_header_feature(w, f) : 0;
}

static const char *name_of(uint32_t bit)
{
	const char *name = pdata_feature_name(bit);

	return name ? name : "";
}

static int copy_feature(struct pdata_writer *w, struct pdata_reader *r, uint32_t bit,
			struct pdata_error *err)
{
	const bool turned = !pdata_reader_info(r)->swap != !w->opts.swap;
	const struct pdata_feature *f;
	int ret = is_own_feature(w, r, bit) ? PDATA_N_FEATURE
					    : pdata_reader_feature(r, bit, &f, err);

	if (ret == PDATA_N_FEATURE)
		return 0;
	if (ret)
		return ret;
	if (turned && f->len && !pd_feature_has_layout(bit))
		return pd_error(err, PDATA_E_ARG, f->offset, 0, name_of(bit),
				"feature %u: unknown layout, byte order cannot be converted", bit);
	ret = put_feature(w, f);
	if (ret)
		pd_error(err, ret, f->offset, 0, name_of(bit), "feature %u", bit);
	return ret;
}

static int put_aux_index(struct pdata_writer *w)
{
	const struct pdata_feature f = { .bit = PDATA_FEAT_AUXTRACE,
					 .u.auxtrace = { w->nr_aux, w->aux } };

	return w->nr_aux ? pdata_writer_feature(w, &f) : 0;
}

/* Copy the error of the writer to @err if @ret is an error. Return: @ret. */
static int own_error(const struct pdata_writer *w, int ret, struct pdata_error *err)
{
	if (ret && err && w->error.code)
		*err = w->error;
	else if (ret)
		pd_error(err, ret, 0, 0, "", "features");
	return ret;
}

int pdata_writer_copy_features(struct pdata_writer *w, struct pdata_reader *r,
			       struct pdata_error *err)
{
	int first = 0;

	if (w->opts.container == PDATA_CONTAINER_DIR)
		return own_error(w, pd_writer_misuse(w, 0, "a file data.N has no features"), err);
	for (uint32_t bit = 1; bit < PDATA_NR_FEATURES; bit++) {
		struct pdata_error e;
		int ret = copy_feature(w, r, bit, &e);

		if (ret && !first) {
			first = ret;
			if (err)
				*err = e;
		}
	}
	if (first)
		return first;
	first = put_aux_index(w);
	if (!first && w->opts.container == PDATA_CONTAINER_PIPE)
		first = pdata_writer_header_feature_end(w, PDATA_FEAT_END_PERF);
	return own_error(w, first, err);
}
