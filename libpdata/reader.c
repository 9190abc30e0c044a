/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader's life, and the records it hands out. */
#include "reader.h"
#include "cursor.h"
#include "short.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define WINDOW_DEFAULT ((size_t)256 << 20)
#define BLOB_MAX ((uint64_t)256 << 20) /* of tracing data that is kept in memory */

static bool feature_is_known(const struct pdata_reader *r, uint64_t bit)
{
	return bit < PDATA_NR_FEATURES && r->info.features[bit / 64] >> bit % 64 & 1;
}

/* Take the blob behind a TRACING_DATA record in, as the feature of that name. */
static int take_tracing_data(struct pdata_reader *r, const struct pdata_record *rec)
{
	uint8_t *blob;
	int64_t got;

	/* The first one counts: a blob for each of many records would be without bounds. */
	if (rec->payload > BLOB_MAX || feature_is_known(r, PDATA_FEAT_TRACING_DATA) ||
	    (r->info.file_size && rec->payload > r->info.file_size))
		return 0;
	blob = pd_arena_array(&r->arena, rec->payload, 1);
	if (!blob)
		return PDATA_E_NOMEM;
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

/* A feature that lies inside a record. A file's own table comes first, and the first record. */
static int take_bytes(struct pdata_reader *r, uint32_t bit, uint64_t off, const struct pdata_bytes *data)
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

	/* Without payload the record is the mark that ends features. */
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

static int take_build_id(struct pdata_reader *r, const struct pdata_record *rec)
{
	if (pd_grow(&r->build_ids, &r->build_ids_cap, r->build_ids_len + rec->size, 1))
		return PDATA_E_NOMEM;
	memcpy(r->build_ids + r->build_ids_len, rec->data, rec->size);
	r->build_ids_len += rec->size;
	return 0;
}

/* A record whose payload is what its header has no room for: of interest is one that has tracing data. */
static int take_long_record(struct pdata_reader *r, const struct pdata_record *rec)
{
	const struct pd_feat *ft;
	int ret;

	if (rec->type != PDATA_RECORD_SIMPLEPERF_TRACING_DATA || rec->seq < r->used)
		return 0;
	r->used = rec->seq + 1;
	ret = take_tracing_data(r, rec);
	ft = r->feats;
	/* The length word before the data. */
	if (!ret && ft && ft->f.bit == PDATA_FEAT_TRACING_DATA && ft->f.offset == rec->off + rec->size && ft->f.len > 4) {
		r->feats->f.data += 4;
		r->feats->f.offset += 4;
		r->feats->f.len -= 4;
	}
	return ret;
}

static uint64_t payload_of(const struct pdata_record *rec, const struct pdata_value *v)
{
	if (rec->type == PDATA_RECORD_AUXTRACE)
		return v->u.auxtrace.blob_size;
	if (v->u.tracing_data.blob.len)
		return 0;
	return PD_ALIGN8((uint64_t)v->u.tracing_data.blob_size);
}

/* Records that tell the reader something. */
static int use_record(struct pdata_reader *r, struct pdata_record *rec)
{
	struct pdata_error err;
	struct pdata_value v;
	int ret;

	if (rec->payload) {
		r->payload_left = rec->payload;
		return take_long_record(r, rec);
	}
	switch (rec->type) {
	case PDATA_RECORD_HEADER_ATTR:
	case PDATA_RECORD_EVENT_UPDATE:
	case PDATA_RECORD_HEADER_FEATURE:
	case PDATA_RECORD_TRACING_DATA:
	case PDATA_RECORD_AUXTRACE:
	case PDATA_RECORD_BUILD_ID:
	case PDATA_RECORD_SIMPLEPERF_TRACING_DATA:
		break;
	default:
		return pd_check_record(r, rec);
	}
	if (pdata_record_decode(rec, &v, &err))
		return pd_damage_record(r, rec, &err);
	if (rec->type == PDATA_RECORD_TRACING_DATA || rec->type == PDATA_RECORD_AUXTRACE)
		rec->payload = payload_of(rec, &v);
	if (rec->payload && r->members[r->cur].in_compressed) {
		/* Nothing says where it would be; writers put these records beside compressed ones. */
		rec->payload = 0;
		return pd_damage(r, PDATA_E_SIZE, rec->off, rec->type, "blob_size", 0,
				 "a payload inside compressed data");
	}
	r->payload_left = rec->payload;
	if (rec->seq < r->used)
		return 0;
	r->used = rec->seq + 1;
	switch (rec->type) {
	case PDATA_RECORD_HEADER_ATTR:
		ret = take_header_attr(r, rec, &v.u.header_attr);
		break;
	case PDATA_RECORD_EVENT_UPDATE:
		ret = pd_event_update(r, &v.u.event_update);
		break;
	case PDATA_RECORD_HEADER_FEATURE:
		ret = take_feature(r, rec, &v.u.header_feature);
		break;
	case PDATA_RECORD_TRACING_DATA:
	case PDATA_RECORD_SIMPLEPERF_TRACING_DATA:
		if (v.u.tracing_data.blob.len)
			ret = take_bytes(r, PDATA_FEAT_TRACING_DATA, rec->off + 12, &v.u.tracing_data.blob);
		else
			ret = take_tracing_data(r, rec);
		break;
	case PDATA_RECORD_BUILD_ID:
		ret = take_build_id(r, rec);
		break;
	default:
		ret = 0;
	}
	if (ret == PDATA_E_NOMEM)
		return pd_error(&r->error, ret, rec->off, rec->type, "", "record");
	return ret;
}

/* The next record of the file with its event and time. */
int pd_next_in_file(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block)
{
	int ret;

	ret = pd_payload_done(r);
	if (!ret)
		ret = pd_stream_next(r, rec, block);
	if (!ret)
		r->at_end = true;
	if (ret <= 0)
		return ret;
	if (rec->type < PDATA_RECORD_USER_START) {
		ret = pd_event_of(r, rec);
		if (!rec->type || rec->type > PDATA_RECORD_CALLCHAIN_DEFERRED)
			r->damage.d.unknown_records++;
		else if (!ret)
			ret = pd_check_record(r, rec);
	} else {
		if (rec->type >= PDATA_RECORD_MAX && !pdata_record_name(rec->type))
			r->damage.d.unknown_records++;
		ret = use_record(r, rec);
	}
	if (r->checked <= rec->seq && !pd_is_ahead(r, rec))
		r->checked = rec->seq + 1;
	return ret ? ret : 1;
}

/* What a recorder has to write down before it records; all else it adds at the end. */
#define EARLY_FEATURES (UINT64_C(1) << PDATA_FEAT_TRACING_DATA | UINT64_C(1) << PDATA_FEAT_COMPRESSED | \
			UINT64_C(1) << PDATA_FEAT_DIR_FORMAT)

/*
 * Pipes, and files whose recorder was killed, tell their events and facts in the records at their
 * beginning: look there, so that callers have them from the start.
 */
static int read_ahead(struct pdata_reader *r)
{
	struct pdata_record rec;
	struct pd_block *block;
	int ret = 0;

	if (!r->in.seekable || (r->info.features[0] & ~EARLY_FEATURES))
		return 0;
	r->ahead = true;
	do
		ret = pd_next_in_file(r, &rec, &block);
	while (ret == 1 && rec.type >= PDATA_RECORD_USER_START);
	r->ahead = false;
	/* What else is wrong is said at its place, to who reads up to there. */
	return ret == PDATA_E_NOMEM ? ret : pdata_reader_rewind(r);
}

static void take_opts(struct pdata_reader *r, const struct pdata_open_opts *o)
{
	/* A caller built against an older header gives fewer bytes. */
	if (o)
		memcpy(&r->opts, o, o->size && o->size < sizeof(*o) ? o->size : sizeof(*o));
	if (!r->opts.window)
		r->opts.window = WINDOW_DEFAULT;
}

static int open_input(struct pdata_reader **out, struct pd_input in, int dirfd,
		      const struct pdata_open_opts *o, struct pdata_error *err, int64_t mtime)
{
	struct pdata_reader *r = pd_calloc(1, sizeof(*r));
	int ret;

	*out = NULL;
	if (err)
		*err = (struct pdata_error){ .field = "" };
	if (!r) {
		if (in.own_fd)
			close(in.fd);
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "reader");
	}
	r->in = in;
	r->error.field = r->damage.d.first.field = r->records.d.first.field = "";
	take_opts(r, o);
	r->info.file_size = in.size == UINT64_MAX ? 0 : in.size;
	r->info.mtime = mtime;
	r->no_event.id_head = r->no_event.id_tail = r->no_event.time_head = r->no_event.time_tail = -1;
	r->no_event.pub.scale = 1;
	ret = pd_file_open(r, dirfd, err);
	if (ret) {
		pdata_reader_close(r);
		return ret;
	}
	r->opened = r->damage;
	pd_order_init(&r->order, &r->pool, (int)r->info.swap);
	ret = read_ahead(r);
	if (ret) {
		if (err)
			*err = r->error;
		pdata_reader_close(r);
		return ret;
	}
	pdata_reader_set_order(r, r->opts.order);
	*out = r;
	return 0;
}

static int open_fd(struct pdata_reader **out, int fd, bool own, int dirfd, const struct pdata_open_opts *o,
		   struct pdata_error *err)
{
	struct pd_input in = { .fd = fd, .own_fd = own, .size = UINT64_MAX };
	struct stat st;

	if (fstat(fd, &st)) {
		int e = errno;

		if (own)
			close(fd);
		*out = NULL;
		return pd_error_sys(err, e, 0, "fstat");
	}
	if (S_ISREG(st.st_mode)) {
		in.seekable = true;
		in.size = (uint64_t)st.st_size;
	}
	return open_input(out, in, dirfd, o, err, in.seekable ? st.st_mtime : 0);
}

int pdata_reader_open_fd(struct pdata_reader **out, int fd, const struct pdata_open_opts *o,
			 struct pdata_error *err)
{
	return open_fd(out, fd, false, -1, o, err);
}

int pdata_reader_open_mem(struct pdata_reader **out, const void *buf, size_t len,
			  const struct pdata_open_opts *o, struct pdata_error *err)
{
	struct pd_input in = { .fd = -1, .mem = buf, .size = len, .seekable = true };

	return open_input(out, in, -1, o, err, 0);
}

int pdata_reader_open(struct pdata_reader **out, const char *path, const struct pdata_open_opts *o,
		      struct pdata_error *err)
{
	struct stat st;
	int fd, dirfd = -1, ret;

	*out = NULL;
	if (!strcmp(path, "-"))
		return open_fd(out, STDIN_FILENO, false, -1, o, err);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		dirfd = fd;
		fd = openat(dirfd, "data", O_RDONLY | O_CLOEXEC);
	}
	if (fd < 0) {
		ret = pd_error_sys(err, errno, 0, dirfd >= 0 ? "open data" : "open");
		if (dirfd >= 0)
			close(dirfd);
		return ret;
	}
	ret = open_fd(out, fd, true, dirfd, o, err);
	if (dirfd >= 0)
		close(dirfd);
	return ret;
}

void pdata_reader_close(struct pdata_reader *r)
{
	if (!r)
		return;
	pd_order_free(&r->order);
	for (size_t i = 0; i < r->nr_members; i++)
		pd_member_close(&r->members[i]);
	pd_free(r->members);
	pd_pool_free(&r->pool);
	pd_chunks_free(r->chunks);
	pd_feat_free(r);
	pd_free(r->build_ids);
	pd_idmap_free(&r->ids);
	pd_free(r->events);
	pd_arena_free(&r->arena);
	pd_input_close(&r->in);
	pd_free(r);
}

/* The short way of pd_next_in_file(). */
static inline bool next_sample(struct pdata_reader *r, struct pdata_record *rec)
{
	struct pd_stream *s = plain_stream(r);

	if (!s || !take_sample(r, s, rec))
		return false;
	rec->type = PDATA_RECORD_SAMPLE;
	rec->misc = pd_ld16(s->pos + 4, (int)r->info.swap);
	rec->swap = r->info.swap;
	rec->off = s == &r->members->un ? r->members->compressed_off : s->off;
	rec->seq = r->seq;
	rec->payload = 0;
	sample_taken(r, s, rec->size);
	return true;
}

/* Put the SAMPLEs that follow in the same block as the record last kept behind it. */
static void keep_samples(struct pdata_reader *r, const struct pd_block *block)
{
	struct pd_stream *s = plain_stream(r);
	struct pdata_record rec;

	if (!s || s->block != block || !r->order.open)
		return;
	while (take_sample(r, s, &rec)) {
		if (!rec.time || rec.time == UINT64_MAX ||
		    !pd_order_append(&r->order, rec.time, rec.data, rec.event))
			return;
		sample_taken(r, s, rec.size);
	}
}

/* Keep a record that has a time. */
static int keep(struct pdata_reader *r, const struct pdata_record *rec, struct pd_block *block)
{
	const struct pd_member *m = &r->members[r->cur];
	int ret = pd_order_push(&r->order, rec, block, block == m->un.block);

	if (!ret)
		keep_samples(r, block);
	if (!ret && r->pool.bytes + r->order.bytes > r->opts.window)
		pd_order_half(&r->order);
	return ret ? pd_error(&r->error, ret, rec->off, rec->type, "", "time order") : 0;
}

static int next_in_time(struct pdata_reader *r, struct pdata_record *rec)
{
	for (;;) {
		struct pd_block *block;
		int ret;

		if (pd_order_pop(&r->order, rec))
			return 1;
		if (r->at_end)
			return 0;
		ret = pd_next_in_file(r, rec, &block);
		if (ret < 0)
			return ret;
		if (!ret) {
			pd_order_all(&r->order);
			continue;
		}
		if (rec->type == PDATA_RECORD_FINISHED_ROUND)
			pd_order_round(&r->order);
		if (!rec->time || rec->time == UINT64_MAX)
			return 1;
		ret = keep(r, rec, block);
		if (ret)
			return ret;
	}
}

int pdata_reader_next(struct pdata_reader *r, struct pdata_record *rec)
{
	struct pd_block *block;
	int ret;

	if (r->error.code)
		return r->error.code;
	r->started = true;
	if (r->time_order)
		ret = next_in_time(r, rec);
	else
		ret = next_sample(r, rec) ? 1 : pd_next_in_file(r, rec, &block);
	if (ret < 0 && !r->error.code)
		pd_error(&r->error, ret, 0, 0, "", "reader");
	return ret;
}

int pdata_reader_set_order(struct pdata_reader *r, enum pdata_order order)
{
	if (r->started)
		return PDATA_E_ARG;
	r->opts.order = order;
	/* Without a time in side-band records their place in the file is all there is. */
	r->time_order = order == PDATA_ORDER_TIME &&
			(r->info.container == PDATA_CONTAINER_PIPE || !r->nr_events ||
			 pdata_attr_flag(&r->events[0]->pub.attr, PDATA_ATTR_SAMPLE_ID_ALL));
	return 0;
}

int pdata_reader_rewind(struct pdata_reader *r)
{
	for (size_t i = 0; i < r->nr_members; i++)
		if (!r->members[i].in->seekable)
			return PDATA_E_SYS;
	pd_order_clear(&r->order);
	for (size_t i = 0; i < r->nr_members; i++)
		pd_member_rewind(r, &r->members[i]);
	pd_damage_rewind(r);
	r->cur = 0;
	r->seq = r->expanded = r->compressed = r->payload_left = 0;
	r->info.nr_compressed = r->info.nr_compressed2 = 0;
	r->payload_mem = NULL;
	r->at_end = r->started = false;
	r->error.code = 0;
	return 0;
}

const struct pdata_file_info *pdata_reader_info(const struct pdata_reader *r)
{
	return &r->info;
}

const struct pdata_error *pdata_reader_error(const struct pdata_reader *r)
{
	return &r->error;
}
