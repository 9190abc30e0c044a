/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads what is before and after the records: header, attrs, ids, and the feature table. */
#include "base/cursor.h"
#include "common/plural.h"
#include "input/input.h"
#include "reader/reader.h"
#include "wire/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define ATTR_MAX 4096u /* largest attr in bytes */

struct section {
	uint64_t off, size;
};

/* The file header. Only get_header() reads its layout. */
struct header {
	uint64_t magic, size, attr_size;
	struct section attrs, data, event_types;
	uint8_t features[PDATA_NR_FEATURES / 8];
	uint64_t stride; /* not in the file: bytes from one element of attrs to the next */
	/* not in the file: end of header, attrs and ids, as far as they are adjacent */
	uint64_t front_end;
};

static struct section get_section(struct pd_cur *c)
{
	struct section s;

	s.off = pd_get_u64(c, c->swap);
	s.size = pd_get_u64(c, c->swap);
	return s;
}

static void get_header(const uint8_t *buf, int swap, struct header *h)
{
	struct pd_cur c = pd_cur_init(buf, PDATA_HEADER_SIZE, swap);

	h->magic = pd_get_u64(&c, swap);
	h->size = pd_get_u64(&c, swap);
	h->attr_size = pd_get_u64(&c, swap);
	h->attrs = get_section(&c);
	h->data = get_section(&c);
	h->event_types = get_section(&c);
	memcpy(h->features, c.pos, sizeof(h->features));
}

/*
 * Whether a version 1 file has the other byte order. Its magic does not tell: a plausible size word
 * decides.
 */
static bool v1_is_swapped(const uint8_t *buf)
{
	uint64_t size = pd_ld64(buf + 8, 0);

	return size != PDATA_HEADER_SIZE && size != PDATA_HEADER_SIZE_OLD &&
	       size != PDATA_PIPE_HEADER_SIZE;
}

/*
 * Name the format of a file by its first 8 bytes, if it is a format that is mistaken for
 * recordings, or that contains them. Return: NULL for unknown formats.
 */
static const char *identify_magic(const uint8_t *buf)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *name;
	} known[] = {
		{ "\3757zXZ", 5, "compressed with xz, which has to be undone first" },
		{ "BZh", 3, "compressed with bzip2, which has to be undone first" },
		{ "\004\042\115\030", 4, "compressed with lz4, which has to be undone first" },
		{ "\177ELF", 4, "an ELF file" },
		{ "\027\010\104trac", 7, "a file of trace-cmd" },
		{ "FILE mod", 8, "a text of dump, of which assemble makes a recording" },
	};

	for (size_t i = 0; i < PD_NR(known); i++)
		if (!memcmp(buf, known[i].bytes, known[i].len))
			return known[i].name;
	return NULL;
}

static int check_magic(struct pdata_reader *r, const uint8_t *buf, size_t len,
		       struct pdata_error *err)
{
	uint64_t magic = len >= 8 ? pd_ld64(buf, 0) : 0;

	if (len < PDATA_PIPE_HEADER_SIZE)
		return pd_error(err, PDATA_E_MAGIC, 0, 0, "magic", "%s",
				len ? "it is too short" : "it is empty");
	r->info.version = 2;
	if (magic == PDATA_MAGIC2) {
		r->info.swap = 0;
	} else if (magic == __builtin_bswap64(PDATA_MAGIC2)) {
		r->info.swap = 1;
	} else if (!memcmp(buf, "PERFFILE", 8)) {
		r->info.version = 1;
		r->info.swap = v1_is_swapped(buf);
	} else if (identify_magic(buf)) {
		return pd_error(err, PDATA_E_MAGIC, 0, 0, "magic", "it is %s", identify_magic(buf));
	} else {
		return pd_error(err, PDATA_E_MAGIC, 0, 0, "magic",
				"first bytes are %02x %02x %02x %02x %02x %02x %02x %02x", buf[0],
				buf[1], buf[2], buf[3], buf[4], buf[5], buf[6], buf[7]);
	}
	r->info.big_endian = r->info.swap ? !PD_HOST_BE : PD_HOST_BE;
	return 0;
}

static bool test_feature_bit(const uint64_t *words, unsigned bit)
{
	return words[bit / 64] >> bit % 64 & 1;
}

static int read_ids(struct pdata_reader *r, struct pd_event *ev, struct section s)
{
	struct pdata_view ids = { .nr = s.size / 8, .swap = r->info.swap };
	uint64_t promised = ids.nr;
	uint8_t *buf;
	int ret;

	if (s.off > r->in.size)
		ids.nr = 0;
	else if (ids.nr > (r->in.size - s.off) / 8)
		ids.nr = (r->in.size - s.off) / 8;
	/* Overlapping sections may list more ids than a file can hold. */
	if (ids.nr > r->ids_left)
		ids.nr = r->ids_left;
	if (ids.nr < promised || s.size % 8)
		pd_damage(r, PDATA_E_COUNT, s.off, 0, "ids.size", 0,
			  "event %u: %llu bytes, %llu ids can be read", ev->pub.index,
			  (unsigned long long)s.size, (unsigned long long)ids.nr);
	r->ids_left -= ids.nr;
	buf = pd_malloc((size_t)ids.nr * 8);
	if (!buf)
		return PDATA_E_NOMEM;
	ids.nr = pd_input_pread(&r->in, buf, (size_t)ids.nr * 8, s.off) / 8;
	ids.data = buf;
	ret = pd_event_ids(r, ev, &ids);
	pd_free(buf);
	return ret;
}

static uint64_t end_of(struct section s)
{
	return s.size > UINT64_MAX - s.off ? UINT64_MAX : s.off + s.size;
}

/* Note the end of a section: only a trailer may follow the last one. */
static void extend_data_end(struct pdata_reader *r, struct section s)
{
	if (s.size && end_of(s) > r->info.end)
		r->info.end = end_of(s);
}

static void extend_front(struct header *h, struct section s)
{
	if (s.off == h->front_end && s.size <= UINT64_MAX - s.off)
		h->front_end += s.size;
}

/* Return the size in the attr at @off, or 0 if no attr has such a size. */
static uint64_t attr_size_at(struct pdata_reader *r, uint64_t off)
{
	uint64_t size;
	uint8_t p[8];

	if (pd_input_pread(&r->in, p, sizeof(p), off) < sizeof(p))
		return 0;
	size = pd_ld32(p + 4, (int)r->info.swap);
	return size < PDATA_ATTR_SIZE_VER0 || size > ATTR_MAX || size % 8 ? 0 : size;
}

/*
 * Whether attrs of @size bytes, each followed by the 16 bytes of its ids section, fill the attrs
 * section.
 */
static bool is_filled_by(struct pdata_reader *r, struct section attrs, uint64_t size)
{
	const uint64_t nr = attrs.size / (size + 16);

	if (attrs.size % (size + 16) || nr > PD_FILE_EVENTS_MAX)
		return false;
	for (uint64_t i = 0; i < nr; i++)
		if (attr_size_at(r, attrs.off + i * (size + 16)) != size)
			return false;
	return true;
}

/*
 * Set the stride of the attrs section to attr_size. If that is wrong, use the sizes that the attrs
 * themselves have, as perf does.
 */
static int find_stride(struct pdata_reader *r, struct header *h, struct pdata_error *err)
{
	const bool possible = h->attr_size >= PDATA_ATTR_SIZE_VER0 + 16 &&
			      h->attr_size <= ATTR_MAX + 16 &&
			      (!h->attrs.size || h->attr_size <= h->attrs.size);
	const uint64_t own = attr_size_at(r, h->attrs.off);

	h->stride = h->attr_size;
	if (possible && (!own || h->attr_size == own + 16 || !is_filled_by(r, h->attrs, own)))
		return 0;
	if (!own || own + 16 > h->attrs.size)
		return pd_error(err, PDATA_E_HEADER, 16, 0, "attr_size", "%llu",
				(unsigned long long)h->attr_size);
	h->stride = own + 16;
	pd_note(r, PDATA_E_HEADER, 16, "attr_size",
		"attr_size of the header is %llu, but each attr takes %llu bytes: the sizes in "
		"the attrs are used",
		(unsigned long long)h->attr_size, (unsigned long long)h->stride);
	return 0;
}

/*
 * Count damage: the attrs of event @i and of all later ones of the @nr events cannot be read. If
 * the file ends before @off, the end is the place, so that missing data is not the first damage.
 */
static void lost_attrs(struct pdata_reader *r, int code, uint64_t off, uint64_t i, uint64_t nr)
{
	if (off > r->in.size)
		off = r->in.size;
	pd_damage(r, code, off, 0, "attrs", 0, "%llu of %llu events", (unsigned long long)i,
		  (unsigned long long)nr);
}

/* Read the elements of the attrs section: an attr, then the section with its ids. */
static int read_attrs_section(struct pdata_reader *r, struct header *h, struct pdata_error *err)
{
	uint64_t nr, attr_max;
	uint8_t buf[ATTR_MAX + 16];
	int bad = find_stride(r, h, err);

	if (bad)
		return bad;
	attr_max = h->stride - 16;
	nr = h->attrs.size / h->stride;
	if (nr > PD_FILE_EVENTS_MAX)
		return pd_error(err, PDATA_E_HEADER, 24, 0, "attrs.size", "%llu",
				(unsigned long long)h->attrs.size);
	r->ids_left = r->in.size / 8;
	h->front_end = h->size;
	extend_front(h, h->attrs);
	for (uint64_t i = 0; i < nr; i++) {
		uint64_t off = h->attrs.off + i * h->stride;
		struct pdata_error bad_attr;
		struct section ids;
		struct pd_event *ev;
		struct pd_cur c;
		int ret;

		if (off < h->attrs.off ||
		    pd_input_pread(&r->in, buf, (size_t)h->stride, off) < h->stride) {
			lost_attrs(r, PDATA_E_CUT, off, i, nr);
			return 0;
		}
		ret = pd_event_add(r, buf, (size_t)attr_max, &ev, &bad_attr);
		if (ret && i && ret != PDATA_E_NOMEM) {
			lost_attrs(r, ret, off, i, nr);
			return 0;
		}
		if (ret) {
			bad_attr.off += off;
			if (err)
				*err = bad_attr;
			return ret;
		}
		c = pd_cur_init(buf + attr_max, 16, (int)r->info.swap);
		ids = get_section(&c);
		extend_front(h, ids);
		extend_data_end(r, ids);
		if (read_ids(r, ev, ids))
			return pd_error(err, PDATA_E_NOMEM, off, 0, "ids", "event ids");
	}
	extend_front(h, h->attrs);
	extend_data_end(r, h->attrs);
	return 0;
}

/* Count the features that the header promises and that are missing or incomplete as damage. */
static void note_lost_features(struct pdata_reader *r, unsigned lost)
{
	unsigned all = 0;

	for (unsigned i = 0; i < PDATA_NR_FEATURES / 64; i++)
		all += (unsigned)__builtin_popcountll(r->info.features[i]);
	/* If data is missing, that was counted, and everything after it is missing, too. */
	if (!lost || r->info.feat_offset > r->in.size)
		return;
	r->damage.d.lost_features = lost;
	pd_damage(r, PDATA_E_CUT, r->in.size, 0, "features", 0,
		  "%u of %u header features extend past it", lost, all);
}

/*
 * Read the feature table, which follows the data: a section for each set bit, in the order of the
 * bits.
 */
static int read_feature_table(struct pdata_reader *r)
{
	uint64_t at = r->info.feat_offset;
	unsigned lost = 0;

	r->sections_left = r->in.size;
	for (unsigned bit = 0; bit < PDATA_NR_FEATURES; bit++) {
		uint8_t buf[16];
		struct pd_cur c = pd_cur_init(buf, sizeof(buf), (int)r->info.swap);
		struct section s;

		if (!test_feature_bit(r->info.features, bit))
			continue;
		if (pd_input_pread(&r->in, buf, sizeof(buf), at) < sizeof(buf)) {
			lost++; /* the bits stay set, as the features were meant to be there */
			at += sizeof(buf);
			continue;
		}
		s = get_section(&c);
		at += sizeof(buf);
		extend_data_end(r, s);
		lost += s.size && (s.off > r->in.size || s.size > r->in.size - s.off);
		if (pd_feat_add(r, bit, s.off, s.size, NULL))
			return PDATA_E_NOMEM;
	}
	extend_data_end(r, (struct section){ r->info.feat_offset, at - r->info.feat_offset });
	note_lost_features(r, lost);
	return 0;
}

static int name_events(struct pdata_reader *r, struct pdata_error *out)
{
	const struct pdata_feature *f;
	struct pdata_error err;
	int ret = pdata_reader_feature(r, PDATA_FEAT_EVENT_DESC, &f, &err);

	if (!ret)
		pd_event_names(r, &f->u.event_desc);
	else if (ret == PDATA_E_FEATURE)
		pd_damage(r, ret, err.off, 0, err.field, 0, "%s", err.text);
	if (ret != PDATA_E_NOMEM)
		return 0;
	if (out)
		*out = err;
	return ret;
}

static int add_member(struct pdata_reader *r, struct pd_input *in, uint64_t start, uint64_t end)
{
	r->members = pd_calloc(1, sizeof(*r->members));
	if (!r->members)
		return PDATA_E_NOMEM;
	pd_member_init(r, r->members, in, start, end);
	r->nr_members = 1;
	return 0;
}

/* Correct the start of the data. @end: set to where the data should then end. */
static int correct_data_start(struct pdata_reader *r, struct header *h, uint64_t *end)
{
	const uint64_t said = end_of(h->data);
	int ret = pd_data_start(r, h->front_end, h->data.size, &h->data.off);

	*end = said;
	if (ret <= 0)
		return ret;
	if (h->data.size) {
		*end = pd_data_end_of(r, h->features, said, end_of(h->data));
		h->data.size = *end - h->data.off;
	}
	return 0;
}

static bool has_no_features(const struct header *h)
{
	static const uint8_t none[sizeof(h->features)];

	return h->size >= PDATA_HEADER_SIZE && !memcmp(h->features, none, sizeof(none));
}

/*
 * Set h->data to the data section, which its records tell if the header is wrong. @whole: the
 * header is complete. @end: set to the start of the features. Return: 0 or PDATA_E_NOMEM.
 */
static int locate_data(struct pdata_reader *r, struct header *h, bool whole, uint64_t *end)
{
	int ret = correct_data_start(r, h, end);

	if (ret)
		return ret;
	r->info.data_offset = h->data.off;
	if (h->size >= PDATA_HEADER_SIZE && whole && pd_data_end(r, h->features, h->data.off, end))
		h->data.size = *end - h->data.off;
	if (!h->data.size || !has_no_features(h))
		return 0;
	if (pd_data_behind(r, end))
		return PDATA_E_NOMEM;
	/* A reader does not miss the rest of a record that was being written. */
	if (*end > end_of(h->data) && r->in.size - *end <= UINT16_MAX)
		extend_data_end(r, (struct section){ 0, r->in.size });
	r->info.uncounted_size = *end - end_of(h->data);
	h->data.size = *end - h->data.off;
	return 0;
}

static int open_file_mode(struct pdata_reader *r, const uint8_t *buf, size_t len,
			  struct pdata_error *err)
{
	struct header h = { 0 };
	uint64_t end;
	int ret;

	if (len < PDATA_HEADER_SIZE_OLD)
		return pd_error(err, PDATA_E_HEADER, len, 0, "header", "file ends inside it");
	get_header(buf, (int)r->info.swap, &h);
	if (h.size < PDATA_HEADER_SIZE && h.size != PDATA_HEADER_SIZE_OLD)
		return pd_error(err, PDATA_E_HEADER, 8, 0, "header.size", "%llu",
				(unsigned long long)h.size);
	r->info.header_size = h.size;
	extend_data_end(r, (struct section){ 0, h.size });
	ret = read_attrs_section(r, &h, err);
	if (ret)
		return ret;
	r->info.attr_size = h.stride;
	ret = locate_data(r, &h, len >= PDATA_HEADER_SIZE, &end);
	if (ret)
		return pd_error(err, ret, 0, 0, "", "data");
	r->info.data_size = h.data.size;
	r->info.feat_offset = end;
	if (h.data.size && h.size >= PDATA_HEADER_SIZE && len >= PDATA_HEADER_SIZE)
		pd_bitmap_read(r, h.features, end);
	if (!h.data.size) {
		/*
		 * The recorder did not complete the header: the features of its bits do not exist.
		 */
		r->info.unfinished = 1;
		end = r->in.size;
		pd_damage(r, PDATA_E_UNFINISHED, 48, 0, "data.size", 0,
			  "reading to the end of the file");
	} else if (end > r->in.size) {
		pd_damage(r, PDATA_E_CUT, r->in.size, 0, "data", 0,
			  "%llu byte%s of data %s missing", (unsigned long long)(end - r->in.size),
			  pd_plural(end - r->in.size),
			  pd_one_or_many(end - r->in.size, "is", "are"));
		end = r->in.size;
	}
	extend_data_end(r, r->info.unfinished ? (struct section){ 0, end } : h.data);
	/* In old files this section has the names of events. */
	if (end_of(h.event_types) <= r->in.size)
		extend_data_end(r, h.event_types);
	if (add_member(r, &r->in, h.data.off < end ? h.data.off : end, end))
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "reader");
	if (!r->info.unfinished && read_feature_table(r))
		return pd_error(err, PDATA_E_NOMEM, r->info.feat_offset, 0, "", "features");
	if (!r->info.unfinished && pd_chunks_open(r))
		return pd_error(err, PDATA_E_NOMEM, r->info.feat_offset, 0, "", "index");
	return name_events(r, err);
}

/* Count an early end of a compressed file. Return: 0, or the code of an error that is no damage. */
static int wrapper_damage(struct pdata_reader *r, const struct pdata_error *e,
			  struct pdata_error *err)
{
	if (pd_unwrap_is_damage(e)) {
		pd_damage(r, e->code, e->off, 0, e->field, 0, "%s", e->text);
		return 0;
	}
	if (err)
		*err = *e;
	return e->code;
}

static int make_seekable(struct pdata_reader *r, struct pdata_error *err)
{
	struct pdata_error wrapped = { 0 };
	int ret;

	if (r->in.seekable)
		return 0;
	ret = pd_input_make_seekable(&r->in, &wrapped);
	if (ret == PDATA_E_SYS)
		return pd_error_sys(err, errno, 0, "copy into a temporary file");
	if (ret)
		return pd_error(err, ret, 0, 0, "", "temporary file");
	r->info.file_size = r->in.size;
	return wrapped.code ? wrapper_damage(r, &wrapped, err) : 0;
}

/*
 * If a file is compressed as a whole, make its content the input, which can seek if the file could.
 */
static int unwrap(struct pdata_reader *r, struct pdata_error *err)
{
	bool was_file = r->in.seekable;
	uint8_t head[PD_HEAD_BYTES];
	int64_t len = pd_input_head(&r->in, head);
	enum pdata_wrapper kind;
	struct pd_unwrap *u;
	int ret;

	if (len < 0)
		return pd_error_sys(err, r->in.sys_errno, 0, "read");
	kind = pd_wrapper_of(head, (size_t)len);
	if (kind == PDATA_WRAPPER_NONE)
		return 0;
	u = pd_unwrap_new(&r->in, kind, r->opts.max_expansion, &ret);
	if (!u)
		return pd_error(err, ret, 0, 0, pdata_wrapper_name(kind),
				"the file is compressed as a whole");
	r->in = (struct pd_input){ .fd = -1, .size = UINT64_MAX, .unwrap = u };
	r->info.wrapper = kind;
	r->info.file_size = 0;
	return was_file ? make_seekable(r, err) : 0;
}

/*
 * The input is too short for a header. Return the error of the compressed file if that ends early,
 * else @ret.
 */
static int short_input_error(struct pdata_reader *r, int ret, struct pdata_error *err)
{
	const struct pdata_error *e = r->in.unwrap ? pd_unwrap_error(r->in.unwrap) : NULL;

	if (!e && r->info.wrapper && r->damage.d.nr)
		e = &r->damage.d.first;
	if (!e)
		return ret;
	if (err)
		*err = *e;
	return e->code;
}

int pd_file_open(struct pdata_reader *r, int dirfd, struct pdata_error *err)
{
	uint8_t buf[PDATA_HEADER_SIZE] = { 0 };
	int64_t len;
	int ret = unwrap(r, err);

	if (ret)
		return ret;
	len = pd_input_head(&r->in, buf);
	if (len < 0)
		return pd_error_sys(err, r->in.sys_errno, 0, "read");
	ret = check_magic(r, buf, (size_t)len, err);
	if (ret && len < PDATA_PIPE_HEADER_SIZE)
		return short_input_error(r, ret, err);
	if (ret)
		return ret;
	if (pd_ld64(buf + 8, (int)r->info.swap) == PDATA_PIPE_HEADER_SIZE) {
		r->info.container = PDATA_CONTAINER_PIPE;
		r->info.header_size = PDATA_PIPE_HEADER_SIZE;
		r->info.data_offset = PDATA_PIPE_HEADER_SIZE;
		if (add_member(r, &r->in, PDATA_PIPE_HEADER_SIZE, r->in.size))
			return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "reader");
		/* The records of a stream follow its header. */
		return pd_input_read(&r->in, buf, PDATA_PIPE_HEADER_SIZE) < 0 ? PDATA_E_SYS : 0;
	}
	ret = make_seekable(r, err);
	if (ret)
		return ret;
	len = (int64_t)pd_input_pread(&r->in, buf, sizeof(buf), 0);
	ret = open_file_mode(r, buf, (size_t)len, err);
	if (!ret && dirfd >= 0) {
		r->info.container = PDATA_CONTAINER_DIR;
		ret = pd_members_of_dir(r, dirfd, err);
	}
	return ret;
}
