/* SPDX-License-Identifier: BSD-2-Clause */
/* Applies meta records to the reader: events, features, build ids, and the sizes of payloads. */
#include "reader/reader.h"
#include "wire/record.h"

#define BLOB_MAX ((uint64_t)256 << 20) /* largest tracing data, in bytes, that is kept in memory */

static bool feature_is_known(const struct pdata_reader *r, uint64_t bit)
{
	return bit < PDATA_NR_FEATURES && r->info.features[bit / 64] >> bit % 64 & 1;
}

/* Read the payload of a TRACING_DATA record as the feature of that name. */
static int take_tracing_data(struct pdata_reader *r, struct pdata_record *rec)
{
	uint8_t *blob, *copy;
	int64_t got;

	/*
	 * Only the first one counts: keeping the payload of each of many records would take
	 * unbounded memory.
	 */
	if (rec->payload > BLOB_MAX || feature_is_known(r, PDATA_FEAT_TRACING_DATA) ||
	    (r->info.file_size && rec->payload > r->info.file_size))
		return 0;
	blob = pd_arena_array(&r->arena, rec->payload, 1);
	copy = pd_arena_array(&r->arena, rec->size, 1);
	if (!blob || !copy)
		return PDATA_E_NOMEM;
	/* The payload takes the place of the record in its block. */
	rec->data = memcpy(copy, rec->data, rec->size);
	got = pdata_reader_payload(r, blob, (size_t)rec->payload);
	if (got < 0)
		return (int)got;
	r->payload_mem = blob;
	r->payload_left = (uint64_t)got;
	if (got < (int64_t)rec->payload)
		pd_damage(r, PDATA_E_CUT, rec->off, rec->type, "blob_size", 0, "%lld of %llu bytes",
			  (long long)got, (unsigned long long)rec->payload);
	return pd_feat_add(r, PDATA_FEAT_TRACING_DATA, rec->off + rec->size, (uint64_t)got, blob);
}

/*
 * Add a feature whose bytes are inside a record. The file's own feature table takes precedence,
 * then the first record.
 */
static int take_bytes(struct pdata_reader *r, uint32_t bit, uint64_t off,
		      const struct pdata_bytes *data)
{
	uint8_t *copy;

	if (feature_is_known(r, bit))
		return 0;
	copy = pd_arena_array(&r->arena, data->len, 1);
	if (!copy)
		return PDATA_E_NOMEM;
	memcpy(copy, data->data, (size_t)data->len);
	return pd_feat_add(r, bit, off, data->len, copy);
}

static int take_feature(struct pdata_reader *r, const struct pdata_record *rec,
			const struct pdata_header_feature *hf)
{
	const struct pdata_feature *f;
	struct pdata_error err;
	int ret;

	/* A HEADER_FEATURE record without data marks the end of the features. */
	if (hf->feat_id >= PDATA_NR_FEATURES || !hf->data.len || feature_is_known(r, hf->feat_id))
		return 0;
	ret = take_bytes(r, (uint32_t)hf->feat_id, rec->off + 16, &hf->data);
	if (ret || hf->feat_id != PDATA_FEAT_EVENT_DESC)
		return ret;
	ret = pdata_reader_feature(r, PDATA_FEAT_EVENT_DESC, &f, &err);
	if (ret == PDATA_E_NOMEM)
		return ret;
	if (ret)
		return pd_damage_record(r, rec, &err);
	pd_event_names(r, &f->u.event_desc);
	return 0;
}

static int take_header_attr(struct pdata_reader *r, const struct pdata_record *rec,
			    const struct pdata_header_attr *ha)
{
	struct pdata_error err;
	struct pd_event *ev;
	int ret;

	if (r->info.container != PDATA_CONTAINER_PIPE)
		return 0;
	ret = pd_event_add(r, ha->attr.data, (size_t)ha->attr.len, &ev, &err);
	if (ret && ret != PDATA_E_NOMEM)
		return pd_damage_record(r, rec, &err);
	return ret ? ret : pd_event_ids(r, ev, &ha->ids);
}

/*
 * Add a BUILD_ID record. After pdata_reader_set_time() the records are read a second time: those
 * that are known already are at build_ids_at.
 */
static int take_build_id(struct pdata_reader *r, const struct pdata_record *rec)
{
	if (rec->size <= r->build_ids_len - r->build_ids_at &&
	    !memcmp(r->build_ids + r->build_ids_at, rec->data, rec->size)) {
		r->build_ids_at += rec->size;
		return 0;
	}
	if (pd_grow(&r->build_ids, &r->build_ids_cap, r->build_ids_len + rec->size, 1))
		return PDATA_E_NOMEM;
	memcpy(r->build_ids + r->build_ids_len, rec->data, rec->size);
	r->build_ids_len += rec->size;
	r->build_ids_at = r->build_ids_len;
	return 0;
}

/*
 * Process a record whose header has no room for its size, so that the rest of it counts as payload.
 * Only one with tracing data matters.
 */
static int take_long_record(struct pdata_reader *r, struct pdata_record *rec)
{
	const struct pd_feat *ft;
	int ret;

	if (rec->type != PDATA_RECORD_SIMPLEPERF_TRACING_DATA || rec->seq < r->applied)
		return 0;
	r->applied = rec->seq + 1;
	ret = take_tracing_data(r, rec);
	ft = r->feats;
	/* Skip the length word that precedes the data. */
	if (!ret && ft && ft->f.bit == PDATA_FEAT_TRACING_DATA &&
	    ft->f.offset == rec->off + rec->size && ft->f.len > 4) {
		r->feats->f.data += 4;
		r->feats->f.offset += 4;
		r->feats->f.len -= 4;
	}
	return ret;
}

/* Whether the reader uses records of this type. */
static bool is_meta_type(uint32_t type)
{
	switch (type) {
	case PDATA_RECORD_HEADER_ATTR:
	case PDATA_RECORD_EVENT_UPDATE:
	case PDATA_RECORD_HEADER_FEATURE:
	case PDATA_RECORD_TRACING_DATA:
	case PDATA_RECORD_AUXTRACE:
	case PDATA_RECORD_BUILD_ID:
	case PDATA_RECORD_SIMPLEPERF_TRACING_DATA:
		return true;
	default:
		return false;
	}
}

static int apply_meta_record(struct pdata_reader *r, struct pdata_record *rec,
			     const struct pdata_value *v)
{
	switch (rec->type) {
	case PDATA_RECORD_HEADER_ATTR:
		return take_header_attr(r, rec, &v->u.header_attr);
	case PDATA_RECORD_EVENT_UPDATE:
		return pd_event_update(r, &v->u.event_update);
	case PDATA_RECORD_HEADER_FEATURE:
		return take_feature(r, rec, &v->u.header_feature);
	case PDATA_RECORD_TRACING_DATA:
	case PDATA_RECORD_SIMPLEPERF_TRACING_DATA:
		if (v->u.tracing_data.blob.len)
			return take_bytes(r, PDATA_FEAT_TRACING_DATA, rec->off + 12,
					  &v->u.tracing_data.blob);
		return take_tracing_data(r, rec);
	case PDATA_RECORD_BUILD_ID:
		return take_build_id(r, rec);
	default:
		return 0;
	}
}

/*
 * Whether the payload extends beyond its chunk. As no payload does so in the indexed file, the
 * record was changed later.
 */
static bool leaves_chunk(const struct pdata_reader *r, const struct pdata_record *rec)
{
	uint64_t end = rec->payload ? pd_chunks_end(r->members[r->cur].chunks, rec->off) : 0;

	return end && rec->payload > end - rec->off - rec->size;
}

static int no_payload(struct pdata_reader *r, struct pdata_record *rec)
{
	uint64_t payload = rec->payload;

	rec->payload = r->payload_left = 0;
	return pd_damage(r, PDATA_E_CUT, rec->off, rec->type, "payload", 0,
			 "%llu bytes would extend past the chunk", (unsigned long long)payload);
}

int pd_process_meta_record(struct pdata_reader *r, struct pdata_record *rec)
{
	struct pdata_error err;
	struct pdata_value v;
	int ret;

	if (leaves_chunk(r, rec))
		return no_payload(r, rec);
	if (rec->payload) {
		r->payload_left = rec->payload;
		return take_long_record(r, rec);
	}
	if (!is_meta_type(rec->type))
		return pd_check_record(r, rec);
	if (pdata_record_decode(rec, &v, &err))
		return pd_damage_record(r, rec, &err);
	if (rec->type == PDATA_RECORD_TRACING_DATA || rec->type == PDATA_RECORD_AUXTRACE)
		rec->payload = pd_record_payload(rec, &v);
	if (rec->payload && r->members[r->cur].in_compressed) {
		/*
		 * The offset of such a payload is not defined; writers put these records beside
		 * compressed ones, not inside.
		 */
		rec->payload = 0;
		return pd_damage(r, PDATA_E_SIZE, rec->off, rec->type, "blob_size", 0,
				 "a payload inside compressed data");
	}
	if (leaves_chunk(r, rec))
		return no_payload(r, rec);
	r->payload_left = rec->payload;
	if (rec->seq < r->applied)
		return 0;
	r->applied = rec->seq + 1;
	ret = apply_meta_record(r, rec, &v);
	if (ret == PDATA_E_NOMEM)
		return pd_error(&r->error, ret, rec->off, rec->type, "", "record");
	return ret;
}
