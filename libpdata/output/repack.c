/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a recording again as a file, pipe or directory, with new layout and compression; the
 * bytes of attrs, features and records stay the same.
 */
#include "output/repack.h"

#include "base/dirlist.h"
#include "base/err.h"
#include "reader/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

/* most members of a directory; if there are more CPUs, they share members */
#define MEMBERS_MAX 64u

struct repack {
	struct pdata_reader *r;
	const struct pdata_assemble_opts *how;
	struct pdata_error *err;
	int swap;
	bool from_pipe;
	struct pd_out main; /* output: the file, the pipe, or "data" of a directory */
	bool main_open;
	struct pd_new_dir dir; /* dir.fd is -1 if the output is no directory */
	/* members of a directory, by CPU; each is opened with its first record */
	struct pd_out *members;
	bool open[MEMBERS_MAX];
	bool by_cpu;  /* all events have CPU and time in all their records */
	bool is_stat; /* there are records of perf stat record */
	uint64_t data_off, attrs_off, attr_size;
	uint64_t features[PDATA_NR_FEATURES / 64];
	struct pd_buf table;
};

static bool to_pipe(const struct repack *p)
{
	return p->how->mode == PDATA_TEXT_MODE_PIPE;
}

static bool to_dir(const struct repack *p)
{
	return p->how->mode == PDATA_TEXT_MODE_DIR;
}

/* ---- features ------------------------------------------------------------------------------ */

/*
 * Whether a feature is not copied, because it is made anew or has no meaning in the new container.
 */
static bool is_feature_omitted(uint32_t bit)
{
	return bit == PDATA_FEAT_COMPRESSED || bit == PDATA_FEAT_DIR_FORMAT ||
	       bit == PDATA_FEAT_AUXTRACE;
}

/*
 * Append build ids. A pipe has them as records of type BUILD_ID; a feature section has the same
 * records with type 0.
 */
static void repack_build_ids(struct repack *p, struct pd_buf *b, const uint8_t *data, uint64_t len,
			     uint32_t type)
{
	while (len >= PDATA_RECORD_HEADER) {
		uint64_t size = pd_ld16(data + 6, p->swap);

		if (size < PDATA_RECORD_HEADER || size > len)
			return;
		pd_buf_num(b, type, 4, p->swap);
		pd_buf_put(b, data + 4, (size_t)size - 4);
		data += size;
		len -= size;
	}
}

/* Append the feature COMPRESSED for the records that are written here. */
static void put_compressed_feature(struct repack *p, struct pd_buf *b)
{
	static const uint32_t version = 0, zstd = 1, ratio = 1;
	const uint32_t words[] = { version, zstd,
				   p->how->compress_level ? p->how->compress_level : 1, ratio,
				   2 * PD_OUT_PIECE };

	for (size_t i = 0; i < PD_NR(words); i++)
		pd_buf_num(b, words[i], 4, p->swap);
}

static void put_auxtrace_index(struct repack *p, struct pd_buf *b)
{
	pd_buf_num(b, p->main.aux.len / 16, 8, p->swap);
	pd_buf_put(b, p->main.aux.p, p->main.aux.len);
}

/* Append the payload of a feature to @b. Return: 1, 0 if there is none, or an error. */
static int feature_bytes(struct repack *p, uint32_t bit, struct pd_buf *b)
{
	const struct pdata_feature *f;
	struct pdata_error err;
	int ret;

	if (bit == PDATA_FEAT_COMPRESSED && p->how->compress) {
		put_compressed_feature(p, b);
		return 1;
	}
	if (bit == PDATA_FEAT_DIR_FORMAT && to_dir(p)) {
		pd_buf_num(b, 1, 8, p->swap);
		return 1;
	}
	if (bit == PDATA_FEAT_AUXTRACE && p->main.aux.len && !to_pipe(p)) {
		put_auxtrace_index(p, b);
		return 1;
	}
	/* A pipe of perf stat is known by its records; perf refuses a file without the feature. */
	if (bit == PDATA_FEAT_STAT && p->is_stat && !to_pipe(p))
		return 1;
	if (is_feature_omitted(bit))
		return 0;
	ret = pdata_reader_feature(p->r, bit, &f, &err);
	if (ret == PDATA_N_FEATURE)
		return 0;
	if (ret == PDATA_E_NOMEM)
		return ret;
	/*
	 * Payloads that the library cannot decode are copied, too: a reader of the new file may
	 * know them.
	 */
	if (bit == PDATA_FEAT_BUILD_ID)
		repack_build_ids(p, b, f->data, f->len, to_pipe(p) ? PDATA_RECORD_BUILD_ID : 0);
	else
		pd_buf_put(b, f->data, (size_t)f->len);
	return b->err ? b->err : 1;
}

static int repack_tracing_data(struct repack *p, const struct pd_buf *b)
{
	struct pd_out *o = &p->main;

	pd_out_header(o, PDATA_RECORD_TRACING_DATA, PDATA_RECORD_HEADER + 4);
	pd_buf_num(&o->buf, PD_ALIGN8(b->len), 4, p->swap);
	pd_buf_put(&o->buf, b->p, b->len);
	pd_buf_zero(&o->buf, (size_t)(PD_ALIGN8(b->len) - b->len));
	return o->buf.err;
}

/* Whether HEADER_ATTR and EVENT_UPDATE records have the content of the feature EVENT_DESC. */
static bool is_event_desc_spare(const struct repack *p)
{
	for (size_t i = 0; i < p->r->nr_events; i++)
		if (!p->r->events[i]->pub.nr_ids)
			return false;
	return true;
}

static int put_feature_record(struct repack *p, uint32_t bit, const struct pd_buf *b)
{
	struct pd_out *o = &p->main;

	if (bit == PDATA_FEAT_TRACING_DATA)
		return repack_tracing_data(p, b);
	if (bit == PDATA_FEAT_BUILD_ID)
		return pd_out_plain(o, b->p, b->len);
	if (b->len > UINT16_MAX - 16 && bit == PDATA_FEAT_EVENT_DESC && is_event_desc_spare(p))
		return 0;
	if (b->len > UINT16_MAX - 16)
		return pd_error(p->err, PDATA_L_RECORD, 0, PDATA_RECORD_HEADER_FEATURE,
				pdata_feature_name(bit),
				"%zu bytes of a feature do not fit into a pipe record", b->len);
	/* A HEADER_FEATURE record without payload would mark the end of the features. */
	if (!b->len)
		return 0;
	pd_out_header(o, PDATA_RECORD_HEADER_FEATURE, 16 + b->len);
	pd_buf_num(&o->buf, bit, 8, p->swap);
	pd_buf_put(&o->buf, b->p, b->len);
	return o->buf.err;
}

static int put_feature_section(struct repack *p, uint32_t bit, const struct pd_buf *b)
{
	struct pd_out *o = &p->main;

	pd_buf_num(&p->table, pd_out_pos(o), 8, p->swap);
	pd_buf_num(&p->table, b->len, 8, p->swap);
	p->features[bit / 64] |= 1ull << bit % 64;
	return pd_out_plain(o, b->p, b->len);
}

static int repack_features(struct repack *p,
			   int (*put)(struct repack *p, uint32_t bit, const struct pd_buf *b))
{
	int ret = 0;

	for (uint32_t bit = 1; bit < PDATA_NR_FEATURES && ret >= 0; bit++) {
		struct pd_buf b = { 0 };

		ret = feature_bytes(p, bit, &b);
		if (ret == 1)
			ret = put(p, bit, &b);
		if (b.err)
			ret = b.err;
		pd_buf_free(&b);
	}
	return ret < 0 ? ret : 0;
}

/* Reserve the feature's entry in the table of sections. */
static int put_table_room(struct repack *p, uint32_t bit, const struct pd_buf *b)
{
	(void)bit, (void)b;
	pd_buf_zero(&p->main.buf, 16);
	return p->main.buf.err;
}

/* Append the HEADER_FEATURE record that marks the end of a pipe's features, after all of them. */
static void put_features_end(struct repack *p)
{
	pd_out_header(&p->main, PDATA_RECORD_HEADER_FEATURE, 16);
	pd_buf_num(&p->main.buf, PDATA_FEAT_END_PERF, 8, p->swap);
}

/* ---- headers ------------------------------------------------------------------------------- */

/* Size of the attr alone: an element of the attr section may have further bytes. */
static uint32_t attr_bytes(const struct pdata_event *ev)
{
	uint32_t size = ev->attr.size ? ev->attr.size : PDATA_ATTR_SIZE_VER0;

	return size < ev->raw_size ? size : ev->raw_size;
}

#define ATTR_SAMPLE_TYPE_OFF 24 /* offset of sample_type in an attr */

static int put_header_attr(struct repack *p, const struct pdata_event *ev)
{
	struct pd_buf *b = &p->main.buf;
	uint64_t n = attr_bytes(ev), size = PDATA_RECORD_HEADER + n + 8ull * ev->nr_ids;
	size_t at;

	if (size > UINT16_MAX)
		return pd_error(p->err, PDATA_L_RECORD, 0, PDATA_RECORD_HEADER_ATTR, "ids",
				"%u ids are too many for a pipe", ev->nr_ids);
	pd_out_header(&p->main, PDATA_RECORD_HEADER_ATTR, (size_t)size);
	at = b->len;
	pd_buf_put(b, ev->raw_attr, (size_t)n);
	if (!b->err && pd_is_file_counter(&ev->attr))
		memset(b->p + at + ATTR_SAMPLE_TYPE_OFF, 0, sizeof(uint64_t));
	for (uint32_t i = 0; i < ev->nr_ids; i++)
		pd_buf_num(b, ev->ids[i], 8, p->swap);
	return b->err;
}

/*
 * Append the name of an event in an EVENT_UPDATE record, where readers of pipes look for it; they
 * do not look in EVENT_DESC.
 */
static void repack_event_name(struct repack *p, const struct pdata_event *ev)
{
	size_t len = ev->name ? strlen(ev->name) : 0, padded = PD_ALIGN8(len + 1);
	struct pd_buf *b = &p->main.buf;

	if (!len || !ev->nr_ids || padded > UINT16_MAX - 24)
		return;
	pd_out_header(&p->main, PDATA_RECORD_EVENT_UPDATE, 24 + padded);
	pd_buf_num(b, PDATA_EVENT_UPDATE_NAME, 8, p->swap);
	pd_buf_num(b, ev->ids[0], 8, p->swap);
	pd_buf_put(b, ev->name, len);
	pd_buf_zero(b, padded - len);
}

static int repack_begin_pipe(struct repack *p)
{
	struct pd_buf *b = &p->main.buf;
	int ret = 0;

	pd_buf_num(b, PDATA_MAGIC2, 8, p->swap);
	pd_buf_num(b, PDATA_PIPE_HEADER_SIZE, 8, p->swap);
	for (size_t i = 0; i < p->r->nr_events && !ret; i++)
		ret = put_header_attr(p, &p->r->events[i]->pub);
	if (!ret)
		ret = repack_features(p, put_feature_record);
	put_features_end(p);
	/* If the input is a pipe, its EVENT_UPDATE records are copied with the other records. */
	for (size_t i = 0; i < p->r->nr_events && !p->from_pipe; i++)
		repack_event_name(p, &p->r->events[i]->pub);
	return ret ? ret : b->err;
}

/* Reserve the file header, which is overwritten at the end, and write ids and attrs. */
static int repack_begin_file(struct repack *p)
{
	struct pd_buf *b = &p->main.buf;
	uint64_t ids = PDATA_HEADER_SIZE;

	pd_buf_zero(b, PDATA_HEADER_SIZE);
	p->attr_size = p->from_pipe ? 0 : p->r->info.attr_size;
	for (size_t i = 0; i < p->r->nr_events; i++) {
		const struct pdata_event *ev = &p->r->events[i]->pub;

		for (uint32_t k = 0; k < ev->nr_ids; k++)
			pd_buf_num(b, ev->ids[k], 8, p->swap);
		if (p->attr_size < ev->raw_size + 16)
			p->attr_size = ev->raw_size + 16;
	}
	if (!p->attr_size)
		p->attr_size = PDATA_ATTR_SIZE_VER8 + 16;
	p->attrs_off = pd_out_pos(&p->main);
	for (size_t i = 0; i < p->r->nr_events; i++) {
		const struct pdata_event *ev = &p->r->events[i]->pub;

		pd_buf_put(b, ev->raw_attr, ev->raw_size);
		pd_buf_zero(b, (size_t)p->attr_size - 16 - ev->raw_size);
		pd_buf_num(b, ids, 8, p->swap);
		pd_buf_num(b, 8ull * ev->nr_ids, 8, p->swap);
		ids += 8ull * ev->nr_ids;
	}
	p->data_off = pd_out_pos(&p->main);
	return b->err;
}

static int end_file(struct repack *p)
{
	static const uint8_t finished_init[] = { PDATA_RECORD_FINISHED_INIT, 0, 0, 0, 0, 0, 8, 0 };
	struct pd_out *o = &p->main;
	struct pd_buf h = { 0 };
	uint64_t end, table;
	int ret = pd_out_flush_records(o);

	/* Readers would take a file with an empty data section for an unfinished one. */
	if (!ret && to_dir(p) && pd_out_pos(o) == p->data_off) {
		pd_out_header(o, finished_init[0], PDATA_RECORD_HEADER);
		ret = o->buf.err;
	}
	end = table = pd_out_pos(o);
	if (!ret)
		ret = repack_features(p, put_table_room);
	if (!ret)
		ret = repack_features(p, put_feature_section);
	pd_buf_num(&h, PDATA_MAGIC2, 8, p->swap);
	pd_buf_num(&h, PDATA_HEADER_SIZE, 8, p->swap);
	pd_buf_num(&h, p->attr_size, 8, p->swap);
	pd_buf_num(&h, p->attrs_off, 8, p->swap);
	pd_buf_num(&h, p->attr_size * p->r->nr_events, 8, p->swap);
	pd_buf_num(&h, p->data_off, 8, p->swap);
	pd_buf_num(&h, end - p->data_off, 8, p->swap);
	pd_buf_zero(&h, 16);
	for (unsigned i = 0; i < PDATA_NR_FEATURES / 64; i++)
		pd_buf_num(&h, p->features[i], 8, p->swap);
	if (!ret)
		ret = h.err | p->table.err ? PDATA_E_NOMEM : pd_out_overwrite(o, h.p, h.len, 0);
	if (!ret && p->table.len)
		ret = pd_out_overwrite(o, p->table.p, p->table.len, table);
	pd_buf_free(&h);
	return ret;
}

/* ---- records ------------------------------------------------------------------------------- */

/* Whether files have the content of this record in their headers, while pipes have the record. */
static bool is_header_record(uint32_t type)
{
	return type == PDATA_RECORD_HEADER_ATTR || type == PDATA_RECORD_HEADER_FEATURE ||
	       type == PDATA_RECORD_TRACING_DATA || type == PDATA_RECORD_BUILD_ID;
}

static bool is_dropped(const struct repack *p, const struct pdata_record *rec)
{
	if (is_header_record(rec->type))
		return p->from_pipe || to_pipe(p);
	/*
	 * FINISHED_ROUND is about the records of one file: it is not valid for the members of a
	 * directory.
	 */
	return rec->type == PDATA_RECORD_FINISHED_ROUND && to_dir(p);
}

/*
 * Append a record with the bytes that follow it. The offset of an AUXTRACE record is noted for the
 * feature AUXTRACE.
 */
static int put_with_payload(struct repack *p, const struct pdata_record *rec)
{
	struct pd_out *o = &p->main;
	uint8_t buf[4096];
	int ret = pd_out_flush_records(o);
	int64_t n;

	if (rec->type == PDATA_RECORD_AUXTRACE) {
		pd_buf_num(&o->aux, pd_out_pos(o), 8, p->swap);
		pd_buf_num(&o->aux, rec->size, 8, p->swap);
	}
	if (!ret)
		ret = o->aux.err;
	if (!ret)
		ret = pd_out_plain(o, rec->data, rec->size);
	while (!ret && (n = pdata_reader_payload(p->r, buf, sizeof(buf))) != 0)
		ret = n < 0 ? (int)n : pd_out_plain(o, buf, (size_t)n);
	return ret;
}

static uint32_t cpu_of(const struct pdata_record *rec)
{
	struct pdata_value v;
	struct pdata_sample s;

	if (rec->type == PDATA_RECORD_SAMPLE)
		return pdata_sample_decode(rec, PDATA_SAMPLE_CPU, &s, NULL) ? 0 : s.cpu;
	return pdata_record_decode(rec, &v, NULL) ? 0 : v.id.cpu;
}

static int repack_open_member(struct repack *p, uint32_t n)
{
	char name[32];
	int ret;

	if (p->open[n])
		return 0;
	snprintf(name, sizeof(name), "data.%u", n);
	ret = pd_out_open(&p->members[n], p->dir.fd, name, p->swap, p->how);
	p->open[n] = !ret;
	return ret;
}

/*
 * Choose the file of a directory for a record. A record without a time stays in "data", because
 * its place is before all records with a time.
 */
static int member_of(struct repack *p, const struct pdata_record *rec, struct pd_out **out)
{
	uint32_t n;

	if (!rec->time || rec->time == UINT64_MAX)
		return 0;
	n = p->by_cpu ? cpu_of(rec) % MEMBERS_MAX : 0;
	*out = &p->members[n];
	return repack_open_member(p, n);
}

static int repack_record(struct repack *p, const struct pdata_record *rec)
{
	struct pd_out *o = &p->main;
	int ret = 0;

	if (is_dropped(p, rec))
		return 0;
	if (rec->payload)
		return put_with_payload(p, rec);
	if (rec->type >= PDATA_RECORD_USER_START)
		return pd_out_plain(o, rec->data, rec->size);
	if (to_dir(p))
		ret = member_of(p, rec, &o);
	return ret ? ret : pd_out_record(o, rec->data, rec->size);
}

static int put_records(struct repack *p)
{
	struct pdata_record rec;
	int ret;

	while ((ret = pdata_reader_next(p->r, &rec)) == 1) {
		ret = repack_record(p, &rec);
		if (ret)
			return ret;
	}
	return ret;
}

/*
 * Read the whole recording once: the records of a pipe announce events and features, and damage
 * must be known before anything is written.
 */
static int look(struct repack *p)
{
	const struct pdata_damage *d;
	struct pdata_record rec;
	int ret;

	while ((ret = pdata_reader_next(p->r, &rec)) == 1)
		p->is_stat |= rec.type == PDATA_RECORD_STAT_CONFIG;
	if (ret)
		return ret;
	d = pdata_reader_damage(p->r);
	if (d->nr) {
		*p->err = d->first;
		return d->first.code;
	}
	p->by_cpu = p->r->nr_events > 0;
	for (size_t i = 0; i < p->r->nr_events; i++) {
		const struct pdata_attr *a = &p->r->events[i]->pub.attr;

		if (!(a->sample_type & PDATA_SAMPLE_CPU) || !(a->sample_type & PDATA_SAMPLE_TIME) ||
		    !pdata_attr_flag(a, PDATA_ATTR_SAMPLE_ID_ALL))
			p->by_cpu = false;
	}
	return pdata_reader_rewind(p->r);
}

static int open_dir(struct repack *p, const char *path)
{
	int ret;

	p->members = pd_calloc(MEMBERS_MAX, sizeof(*p->members));
	if (!p->members)
		return PDATA_E_NOMEM;
	ret = pd_new_dir_open(&p->dir, path);
	if (!ret)
		ret = pd_out_open(&p->main, p->dir.fd, "data", p->swap, p->how);
	p->main_open = !ret;
	/* perf does not open a directory without a member. */
	return ret ? ret : repack_open_member(p, 0);
}

static int open_outputs(struct repack *p, const char *path)
{
	int ret;

	if (to_dir(p))
		return open_dir(p, path);
	ret = pd_out_open(&p->main, AT_FDCWD, path, p->swap, p->how);
	p->main_open = !ret;
	return ret;
}

/* Close @o. Return: @ret if it is an error; or the error of closing, with its errno in *@first. */
static int close_output(struct pd_out *o, int ret, int *first)
{
	const int one = pd_out_close(o);

	if (one && !ret)
		*first = errno;
	return ret ? ret : one;
}

static int close_outputs(struct repack *p, const char *path, int ret)
{
	int keep = errno; /* errno of the first failure */

	for (unsigned i = 0; i < MEMBERS_MAX; i++)
		if (p->open[i])
			ret = close_output(&p->members[i], ret, &keep);
	if (p->main_open)
		ret = close_output(&p->main, ret, &keep);
	pd_new_dir_close(&p->dir, path, ret != 0);
	pd_free(p->members);
	pd_buf_free(&p->table);
	errno = keep;
	return ret;
}

int pd_repack(struct pdata_reader *r, const char *path, const struct pdata_assemble_opts *how,
	      struct pdata_error *err)
{
	struct repack p = {
		.r = r, .how = how, .err = err, .swap = (int)r->info.swap, .dir.fd = -1
	};
	struct pdata_error said = { 0 };
	int ret;

	p.err = &said;
	p.from_pipe = r->info.container == PDATA_CONTAINER_PIPE;
	ret = look(&p);
	if (!ret)
		ret = open_outputs(&p, path);
	if (!ret)
		ret = to_pipe(&p) ? repack_begin_pipe(&p) : repack_begin_file(&p);
	if (!ret)
		ret = put_records(&p);
	if (!ret && !to_pipe(&p))
		ret = end_file(&p);
	ret = close_outputs(&p, path, ret);
	if (ret == PDATA_E_SYS && !said.code)
		pd_error_sys(&said, errno, 0, "");
	else if (ret && !said.code)
		pd_error(&said, ret, 0, 0, "", "repack");
	if (ret && err)
		*err = said;
	return ret;
}
