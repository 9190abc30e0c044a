/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens the trailer of a file, verifies its checksums and decodes its blocks. */
#include "base/codec/codec.h"
#include "base/err.h"
#include "base/xxh3.h"
#include "trailer/trailer_int.h"
#include "wire/feature.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#define EXPANSION_LIKELY 32u
#define EXPAND_BYTES ((size_t)1 << 16)

struct trailer_block {
	struct pdata_block pub;
	uint64_t xxh3;
	struct pdata_feature f;
	struct pdata_error err;
	uint8_t *stored, *raw;
	bool loaded;
};

/* Search key of a block: the member that it describes, its type and its number in the trailer. */
struct block_key {
	uint32_t member, type, block;
};

struct pdata_trailer {
	struct pd_input in;
	struct pdata_trailer_info info;
	struct pd_arena arena;
	struct trailer_block *blocks;
	struct block_key *places; /* sorted keys of the blocks that describe members */
	size_t nr_places, places_cap;
};

/* Whether there is a footer, or a damaged one, at @p: one of its two magic numbers is enough. */
static bool is_footer(const uint8_t *p, int *swap)
{
	for (*swap = 0; *swap < 2; ++*swap) {
		if (pd_ld64(p, *swap) == PD_FOOTER_BEGIN || pd_ld64(p + 40, *swap) == PD_FOOTER_END)
			return true;
	}
	return false;
}

static int trailer_error(struct pdata_error *err, uint64_t off, const char *field, const char *text)
{
	return pd_error(err, PDATA_E_TRAILER, off, 0, field, "%s", text);
}

static int get_footer(struct pdata_trailer *t, struct pd_footer *f, struct pdata_error *err)
{
	uint64_t at = t->in.size - PD_FOOTER;
	uint8_t p[PD_FOOTER];
	int swap;

	if (t->in.size < PD_FOOTER || pd_input_pread(&t->in, p, sizeof(p), at) < sizeof(p) ||
	    !is_footer(p, &swap))
		return pd_error(err, PDATA_N_BLOCK, t->in.size, 0, "", "no trailer");
	if (!pd_xxh3_available())
		return pd_error(err, PDATA_E_CODEC, at, 0, "footer", "xxhash");
	pd_footer_get(f, p, swap);
	t->info.swap = (uint32_t)swap;
	if (f->begin != PD_FOOTER_BEGIN || f->end != PD_FOOTER_END || f->xxh3 != pd_footer_sum(p))
		return trailer_error(err, at, "footer", "its checksum does not match");
	if (f->version != PD_TRAILER_VERSION)
		return trailer_error(err, at + 8, "footer.version", "not known here");
	if (f->off > at || f->size != at - f->off || f->off % 8 ||
	    f->nr_blocks > f->size / PD_BLOCK_HEAD)
		return trailer_error(err, at + 16, "footer.offset",
				     "blocks do not end at the footer");
	t->info.off = f->off;
	t->info.size = f->size + PD_FOOTER;
	t->info.nr_blocks = f->nr_blocks;
	return 0;
}

static int get_blocks(struct pdata_trailer *t, const struct pd_footer *f, struct pdata_error *err)
{
	uint64_t at = f->off, end = f->off + f->size;

	t->blocks = pd_arena_array(&t->arena, f->nr_blocks, sizeof(*t->blocks));
	if (!t->blocks)
		return pd_error(err, PDATA_E_NOMEM, at, 0, "", "trailer");
	for (uint32_t i = 0; i < f->nr_blocks; i++) {
		struct trailer_block *b = &t->blocks[i];
		struct pd_block_head h;
		uint8_t p[PD_BLOCK_HEAD];

		if (end - at < sizeof(p) || pd_input_pread(&t->in, p, sizeof(p), at) < sizeof(p))
			return trailer_error(err, at, "block",
					     "there are fewer than the footer says");
		pd_block_head_get(&h, p, (int)t->info.swap);
		if (h.magic != PD_BLOCK_MAGIC)
			return trailer_error(err, at, "block", "its head has no magic");
		if (h.size > end - at - sizeof(p) || PD_ALIGN8(h.size) > end - at - sizeof(p))
			return trailer_error(err, at + 16, "block.size",
					     "larger than the bytes left");
		b->pub = (struct pdata_block){ h.type, h.flags, at, h.size, h.raw_size, h.member };
		b->xxh3 = h.xxh3;
		at += sizeof(p) + PD_ALIGN8(h.size);
	}
	return at == end ? 0
			 : trailer_error(err, at, "block",
					 "bytes between the last one and the footer");
}

static int compare_block_keys(const void *pa, const void *pb)
{
	const struct block_key *a = pa, *b = pb;

	if (a->member != b->member)
		return a->member < b->member ? -1 : 1;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return a->block < b->block ? -1 : a->block > b->block;
}

/*
 * Sort the keys of blocks that describe members: there may be many members with a few blocks each.
 */
static int sort_block_keys(struct pdata_trailer *t)
{
	for (uint32_t i = 0; i < t->info.nr_blocks; i++) {
		const struct pdata_block *b = &t->blocks[i].pub;

		if (!b->member)
			continue;
		if (pd_grow(&t->places, &t->places_cap, t->nr_places + 1, sizeof(*t->places)))
			return PDATA_E_NOMEM;
		t->places[t->nr_places++] = (struct block_key){ b->member, b->type, i };
	}
	if (t->nr_places)
		qsort(t->places, t->nr_places, sizeof(*t->places), compare_block_keys);
	return 0;
}

static struct pdata_trailer *trailer_new(const struct pd_input *in)
{
	struct pdata_trailer *t = pd_calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->in = *in;
	t->in.own_fd = false;
	return t;
}

/* Read the block heads at the offsets that @f has, and sort the keys of blocks of members. */
static int load_blocks(struct pdata_trailer *t, const struct pd_footer *f, struct pdata_error *err)
{
	int ret = get_blocks(t, f, err);

	if (!ret && sort_block_keys(t))
		ret = pd_error(err, PDATA_E_NOMEM, f->off, 0, "", "trailer");
	return ret;
}

/* Open the trailer that the footer at the end of the file leads to. */
static int open_at_end(struct pdata_trailer **out, const struct pd_input *in,
		       struct pdata_error *err)
{
	struct pdata_trailer *t = trailer_new(in);
	struct pd_footer f;
	int ret;

	*out = NULL;
	if (!t)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "trailer");
	ret = get_footer(t, &f, err);
	if (!ret)
		ret = load_blocks(t, &f, err);
	if (ret) {
		pdata_trailer_close(t);
		return ret;
	}
	*out = t;
	return 0;
}

/*
 * Whether another recording begins at @off: a trailer after @off then belongs to that recording.
 */
static bool is_recording_at(struct pd_input *in, uint64_t off)
{
	uint8_t p[8];

	return pd_input_pread(in, p, sizeof(p), off) == sizeof(p) && pd_is_perf_magic(p);
}

/*
 * Set @err to the reason why a trailer that was found by its blocks is incomplete. The reason is
 * @footer, the error of the footer at the end of the file, unless the file ends without a footer.
 */
static void say_state(const struct pdata_trailer *t, const struct pd_footer *f,
		      const struct pdata_error *footer, struct pdata_error *err)
{
	if (!err)
		return;
	*err = t->info.state ? *footer : (struct pdata_error){ .field = "" };
	if (t->info.state && footer->code == PDATA_N_BLOCK)
		trailer_error(err, f->off + f->size, "trailer",
			      t->info.state == PDATA_TRAILER_CUT ? "the file ends before it does"
								 : "other bytes are where a block "
								   "or the "
								   "footer should be");
}

/*
 * Open the trailer whose blocks follow the sections of the file, which end at @end. @footer: the
 * error that opening it by a footer at the end of the file gave.
 */
static int open_behind(struct pdata_trailer **out, const struct pd_input *in, uint64_t end,
		       const struct pdata_error *footer, struct pdata_error *err)
{
	struct pdata_trailer *t = trailer_new(in);
	struct pd_footer f;
	int swap, ret;

	if (!t)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "trailer");
	t->info.state = pd_trailer_walk(in, PD_ALIGN8(end), &swap, &f);
	if (t->info.state == PDATA_TRAILER_CUT && footer->code == PDATA_E_TRAILER)
		t->info.state = PDATA_TRAILER_DAMAGED;
	t->info.off = f.off;
	t->info.size = t->info.state ? in->size - f.off : f.size + PD_FOOTER;
	t->info.nr_blocks = f.nr_blocks;
	t->info.swap = (uint32_t)swap;
	if (err)
		*err = *footer;
	if (t->info.state != PDATA_TRAILER_NONE)
		ret = pd_xxh3_available() ? load_blocks(t, &f, err) : PDATA_E_CODEC;
	else if (is_recording_at(&t->in, end))
		ret = PDATA_N_BLOCK;
	else
		ret = footer->code;
	if (err)
		err->code = ret;
	if (ret) {
		pdata_trailer_close(t);
		return ret;
	}
	say_state(t, &f, footer, err);
	*out = t;
	return 0;
}

int pd_trailer_open_at(struct pdata_trailer **out, const struct pd_input *in, uint64_t end,
		       struct pdata_error *err)
{
	struct pdata_error footer = { .field = "" };
	int ret = open_at_end(out, in, &footer);

	if ((ret == PDATA_N_BLOCK || ret == PDATA_E_TRAILER) && end < in->size)
		return open_behind(out, in, end, &footer, err);
	if (err)
		*err = footer;
	return ret;
}

/* Make an input of @fd, which must be a regular file to have a trailer. Return: 0 or an error. */
static int input_of(int fd, struct pd_input *in, struct pdata_error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return pd_error_sys(err, errno, 0, "fstat");
	if (!S_ISREG(st.st_mode))
		return pd_error(err, PDATA_N_BLOCK, 0, 0, "", "not a regular file");
	*in = (struct pd_input){ .fd = fd, .seekable = true, .size = (uint64_t)st.st_size };
	return 0;
}

int pdata_trailer_open_fd(struct pdata_trailer **out, int fd, struct pdata_error *err)
{
	struct pd_input in = { .fd = -1 };
	int ret = input_of(fd, &in, err);

	*out = NULL;
	return ret ? ret : open_at_end(out, &in, err);
}

int pdata_trailer_open_at(struct pdata_trailer **out, int fd, uint64_t end, struct pdata_error *err)
{
	struct pd_input in = { .fd = -1 };
	int ret = input_of(fd, &in, err);

	*out = NULL;
	return ret ? ret : pd_trailer_open_at(out, &in, end, err);
}

int pdata_trailer_open_mem(struct pdata_trailer **out, const void *buf, size_t len,
			   struct pdata_error *err)
{
	struct pd_input in = { .fd = -1, .mem = buf, .size = len, .seekable = true };

	return open_at_end(out, &in, err);
}

void pdata_trailer_close(struct pdata_trailer *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; t->blocks && i < t->info.nr_blocks; i++) {
		pd_free(t->blocks[i].stored);
		pd_free(t->blocks[i].raw);
	}
	pd_arena_free(&t->arena);
	pd_free(t->places);
	pd_free(t);
}

int pdata_block_depends_on_data(uint32_t type)
{
	switch (type) {
	case PDATA_BLOCK_INDEX:
	case PDATA_BLOCK_SIDEBAND:
	case PDATA_BLOCK_SUMS:
	case PDATA_BLOCK_TIMES:
	case PDATA_BLOCK_COPIES:
	case PDATA_BLOCK_MEMBERS:
	case PDATA_BLOCK_ALL_TIMES:
		return 1;
	default:
		return 0;
	}
}

const struct pdata_trailer_info *pdata_trailer_info(const struct pdata_trailer *t)
{
	return &t->info;
}

const struct pdata_block *pdata_trailer_block(const struct pdata_trailer *t, uint32_t i)
{
	return i < t->info.nr_blocks ? &t->blocks[i].pub : NULL;
}

int64_t pdata_trailer_find(const struct pdata_trailer *t, uint32_t type, uint32_t from)
{
	for (uint32_t i = from; i < t->info.nr_blocks; i++)
		if (t->blocks[i].pub.type == type && !t->blocks[i].pub.member)
			return i;
	return PDATA_N_BLOCK;
}

int64_t pdata_trailer_find_member(const struct pdata_trailer *t, uint32_t type, uint32_t member,
				  uint32_t from)
{
	const struct block_key want = { member, type, from };
	size_t lo = 0, hi = t->nr_places;

	if (!member)
		return pdata_trailer_find(t, type, from);
	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (compare_block_keys(&t->places[mid], &want) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == t->nr_places || t->places[lo].member != member || t->places[lo].type != type)
		return PDATA_N_BLOCK;
	return t->places[lo].block;
}

int pd_trailer_bytes(struct pdata_trailer *t, uint32_t i, uint8_t **out, struct pdata_error *err)
{
	struct trailer_block *b = &t->blocks[i];
	size_t padded = (size_t)PD_ALIGN8(b->pub.size);
	uint8_t *buf = pd_malloc(PD_BLOCK_HEAD + padded);

	*out = NULL;
	if (!buf)
		return pd_error(err, PDATA_E_NOMEM, b->pub.off, 0, "block", "%zu bytes", padded);
	if (pd_input_pread(&t->in, buf, PD_BLOCK_HEAD + padded, b->pub.off) <
		    PD_BLOCK_HEAD + padded ||
	    pd_block_sum(buf, buf + PD_BLOCK_HEAD, padded) != b->xxh3) {
		pd_free(buf);
		return pd_error(err, PDATA_E_CHECKSUM, b->pub.off, 0, "block",
				"block %u of the trailer", i);
	}
	*out = buf;
	return 0;
}

/*
 * Large buffers get huge pages where the system has them: filling these buffers then takes less
 * time.
 */
static uint8_t *room_for(size_t size)
{
	return size < PD_HUGE_PAGE
		       ? pd_malloc(size)
		       : pd_malloc_huge((size + PD_HUGE_PAGE - 1) & ~(PD_HUGE_PAGE - 1));
}

/* Decompress into a buffer of raw_size bytes, for blocks whose raw_size is plausible. */
static int expand_at_once(struct trailer_block *b, struct pd_unzstd *z, size_t *len)
{
	int64_t n;

	b->raw = room_for((size_t)b->pub.raw_size);
	if (!b->raw)
		return PDATA_E_NOMEM;
	n = pd_unzstd_frames(z, b->raw, (size_t)b->pub.raw_size, b->stored + PD_BLOCK_HEAD,
			     (size_t)b->pub.size);
	*len = n < 0 ? 0 : (size_t)n;
	return n < 0 ? PDATA_E_COMPRESSED : 0;
}

/* Decompress into a buffer that grows with the output, because raw_size may be false. */
static int expand_slowly(struct trailer_block *b, struct pd_unzstd *z, size_t *len)
{
	size_t cap = 0;
	int64_t n;

	pd_unzstd_input(z, b->stored + PD_BLOCK_HEAD, (size_t)b->pub.size);
	do {
		if (pd_grow(&b->raw, &cap, *len + EXPAND_BYTES, 1))
			return PDATA_E_NOMEM;
		n = pd_unzstd_read(z, b->raw + *len, cap - *len);
		*len += n > 0 ? (size_t)n : 0;
	} while (n > 0 && *len <= b->pub.raw_size);
	return n < 0 ? PDATA_E_COMPRESSED : 0;
}

static int expand(struct trailer_block *b, struct pdata_error *err)
{
	struct pd_unzstd *z;
	size_t len = 0;
	int ret;

	if (b->pub.raw_size > PD_BLOCK_RAW_MAX)
		return pd_error(err, PDATA_L_MEMORY, b->pub.off + 24, 0, "block.raw_size",
				"%llu bytes", (unsigned long long)b->pub.raw_size);
	z = pd_unzstd_new(&ret);
	if (!z)
		return pd_error(err, ret, b->pub.off, 0, "block", "zstd");
	if (b->pub.raw_size <= EXPAND_BYTES + b->pub.size * EXPANSION_LIKELY)
		ret = expand_at_once(b, z, &len);
	else
		ret = expand_slowly(b, z, &len);
	pd_unzstd_free(z);
	if (ret == PDATA_E_NOMEM)
		return pd_error(err, ret, b->pub.off, 0, "block", "zstd");
	if (ret || len != b->pub.raw_size)
		return pd_error(err, PDATA_E_COMPRESSED, b->pub.off, 0, "block",
				"%zu of %llu bytes", len, (unsigned long long)b->pub.raw_size);
	b->f.data = b->raw;
	b->f.len = len;
	return 0;
}

static int load_block(struct pdata_trailer *t, uint32_t i, struct pdata_error *err)
{
	struct trailer_block *b = &t->blocks[i];
	int ret = pd_trailer_bytes(t, i, &b->stored, err);

	if (ret)
		return ret;
	b->f.bit = b->pub.type;
	b->f.offset = b->pub.off + PD_BLOCK_HEAD;
	if (b->pub.flags & ~PDATA_BLOCK_ZSTD)
		return pd_error(err, PDATA_E_FORMAT, b->pub.off + 8, 0, "block.flags", "%#x",
				b->pub.flags);
	if (b->pub.flags & PDATA_BLOCK_ZSTD) {
		ret = expand(b, err);
	} else {
		b->f.data = b->stored + PD_BLOCK_HEAD;
		b->f.len = b->pub.size;
	}
	/*
	 * Types below PDATA_NR_FEATURES are numbers of features, not of blocks: there is no layout
	 * to decode such a block by.
	 */
	if (ret || b->pub.type < PDATA_NR_FEATURES)
		return ret;
	return pd_feature_decode(&b->f, (int)t->info.swap, 0, &t->arena, err);
}

int pdata_trailer_read(struct pdata_trailer *t, uint32_t i, const struct pdata_feature **out,
		       struct pdata_error *err)
{
	struct trailer_block *b = i < t->info.nr_blocks ? &t->blocks[i] : NULL;
	int ret;

	*out = NULL;
	if (!b)
		return pd_error(err, PDATA_N_BLOCK, t->info.off, 0, "block", "block %u", i);
	if (!b->loaded) {
		b->loaded = true;
		b->err.field = "";
		load_block(t, i, &b->err);
	}
	ret = b->err.code;
	if (ret) {
		if (err)
			*err = b->err;
		return ret;
	}
	*out = &b->f;
	return 0;
}

/* Whether index @x describes @size bytes from @off on, and its chunks fill them without gaps. */
static bool index_covers_range(const struct pdata_index *x, uint64_t off, uint64_t size)
{
	uint64_t at = off;

	if (x->data_off != off || x->data_size != size)
		return false;
	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		const struct pdata_chunk *c = &x->chunks[i];

		if (c->off != at || !c->len || c->len > off + size - at)
			return false;
		at += c->len;
	}
	return at == off + size;
}

/* Read the index that describes @member. Return: as pdata_trailer_read(). */
static int read_member_index(struct pdata_trailer *t, uint32_t member,
			     const struct pdata_feature **out, struct pdata_error *err)
{
	const int64_t i = pdata_trailer_find_member(t, PDATA_BLOCK_INDEX, member, 0);

	if (i < 0)
		return pd_error(err, PDATA_N_BLOCK, t->info.off, 0, "block", "no index");
	return pdata_trailer_read(t, (uint32_t)i, out, err);
}

static int of_other_data(const struct pdata_feature *f, struct pdata_error *err)
{
	return trailer_error(err, f->offset, "index", "it belongs to other data");
}

int pdata_trailer_index(struct pdata_trailer *t, const struct pdata_file_info *info,
			const struct pdata_index **out, struct pdata_error *err)
{
	const struct pdata_feature *f;
	int ret = read_member_index(t, 0, &f, err);

	*out = NULL;
	if (ret)
		return ret;
	if (info->unfinished || info->data_size > info->file_size ||
	    info->data_offset > info->file_size - info->data_size ||
	    !index_covers_range(&f->u.index, info->data_offset, info->data_size))
		return of_other_data(f, err);
	*out = &f->u.index;
	return 0;
}

int pdata_trailer_member_index(struct pdata_trailer *t, uint32_t member, uint64_t size,
			       const struct pdata_index **out, struct pdata_error *err)
{
	const struct pdata_feature *f;
	int ret = read_member_index(t, member, &f, err);

	*out = NULL;
	if (ret)
		return ret;
	if (!index_covers_range(&f->u.index, 0, size))
		return of_other_data(f, err);
	*out = &f->u.index;
	return 0;
}

int pdata_trailer_verify(struct pdata_trailer *t, uint64_t off, uint64_t len, uint64_t xxh3,
			 struct pdata_error *err)
{
	return pd_input_verify(&t->in, off, len, xxh3, err);
}
