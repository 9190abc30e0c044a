/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verifies the chunks of a file against their checksums, and tells which pieces of the file to
 * read.
 */
#include "base/xxh3.h"
#include "common/plural.h"
#include "reader/chunks_int.h"
#include "trailer/trailer_int.h"

/*
 * Chunks up to this size in bytes are verified before they are read; a chunk with a payload may be
 * as long as the file.
 */
#define COMPARE_MAX (2 * (uint64_t)PDATA_CHUNK_BYTES + 131072)
#define ROOM_BYTES ((size_t)1 << 17)

void pd_chunks_free(struct pd_chunks *c)
{
	if (!c)
		return;
	pd_chunks_side_free(c);
	pd_xxh3_free(c->sum);
	pd_free(c->state);
	pd_free(c->room);
	pd_free(c->spans);
	pd_free(c->parts);
	pd_free(c);
}

/*
 * Without the trailer the file is read as one that has none. It is no damage of the file if this
 * build cannot compute checksums.
 */
void pd_chunks_bad_trailer(struct pdata_reader *r, const struct pdata_error *e, const char *name)
{
	if (e->code == PDATA_E_TRAILER || e->code == PDATA_E_CHECKSUM ||
	    e->code == PDATA_E_COMPRESSED || e->code == PDATA_E_FEATURE)
		pd_damage(r, e->code, e->off, 0, "trailer", 0, "%s%s%s", name ? name : "",
			  name ? ": " : "", e->text);
}

/*
 * Verify the regions that are not data: the header is in use already, and features will be. Return:
 * 0 or PDATA_E_NOMEM.
 */
static int compare_regions(struct pdata_reader *r)
{
	int64_t i = pdata_trailer_find(r->trailer, PDATA_BLOCK_SUMS, 0);
	const struct pdata_feature *f;
	struct pdata_error err;

	if (i < 0)
		return 0;
	if (pdata_trailer_read(r->trailer, (uint32_t)i, &f, &err)) {
		pd_chunks_bad_trailer(r, &err, NULL);
		return err.code == PDATA_E_NOMEM ? err.code : 0;
	}
	for (uint32_t k = 0; k < f->u.sums.nr; k++) {
		const struct pdata_region_sum *s = &f->u.sums.regions[k];
		const int ret = pdata_trailer_verify(r->trailer, s->off, s->len, s->xxh3, NULL);

		if (ret == PDATA_E_NOMEM)
			return ret;
		if (ret == PDATA_E_CHECKSUM)
			pd_damage(r, ret, s->off, 0, s->off ? "features" : "header", 0,
				  "%llu bytes", (unsigned long long)s->len);
	}
	return 0;
}

int pd_chunks_new(struct pdata_reader *r, struct pd_member *m, uint32_t nr)
{
	struct pd_chunks *c;

	if (!m->index->nr_chunks)
		return 0;
	c = pd_calloc(1, sizeof(*c));
	if (!c)
		return PDATA_E_NOMEM;
	c->r = r;
	c->in = m->in;
	c->member = nr;
	c->name = m->name;
	c->x = m->index;
	c->state = pd_calloc(c->x->nr_chunks, sizeof(*c->state));
	c->sum = pd_xxh3_new();
	if (!c->state || !c->sum) {
		pd_chunks_free(c);
		return PDATA_E_NOMEM;
	}
	m->chunks = c;
	m->raw.want = pd_chunks_room_needed(c, m->pos, m->end);
	return 0;
}

int pdata_trailer_open_reader(struct pdata_trailer **out, const struct pdata_reader *r,
			      struct pdata_error *err)
{
	*out = NULL;
	if (r->info.container == PDATA_CONTAINER_PIPE || !r->in.seekable)
		return pd_error(err, PDATA_N_BLOCK, 0, 0, "", "not a file");
	return pd_trailer_open_at(out, &r->in, r->info.end, err);
}

int pd_chunks_open(struct pdata_reader *r)
{
	struct pd_member *m = r->members;
	struct pdata_error err;
	int ret = pd_trailer_open_at(&r->trailer, &r->in, r->info.end, &err);

	if (!ret) {
		if (pdata_trailer_info(r->trailer)->state == PDATA_TRAILER_DAMAGED)
			pd_chunks_bad_trailer(r, &err, NULL);
		if (compare_regions(r))
			return PDATA_E_NOMEM;
	}
	if (!ret || ret == PDATA_N_BLOCK)
		pd_tail_look(r, r->trailer);
	if (!ret)
		ret = pdata_trailer_index(r->trailer, &r->info, &m->index, &err);
	if (ret)
		pd_chunks_bad_trailer(r, &err, NULL);
	else
		ret = pd_chunks_new(r, m, 0);
	return ret == PDATA_E_NOMEM ? ret : 0;
}

static void report_bad_chunk(struct pd_chunks *c, uint32_t i)
{
	const bool repaired = c->state[i] == PD_CHUNK_REPAIRED;
	const struct pdata_chunk *k = &c->x->chunks[i];
	unsigned long long samples = 0;

	for (uint32_t n = 0; n < k->nr_counts; n++)
		samples += k->counts[n].nr_samples;
	pd_damage(c->r, PDATA_E_CHECKSUM, k->off, 0, "data", 0,
		  "%s%schunk %u of %u, %llu byte%s with %llu sample%s%s", c->name ? c->name : "",
		  c->name ? ": " : "", i + 1, c->x->nr_chunks, (unsigned long long)k->len,
		  pd_plural(k->len), samples, pd_plural(samples),
		  repaired ? "; records about maps, threads and names are read from a second copy"
			   : "");
}

static void set_chunk_state(struct pd_chunks *c, uint32_t i)
{
	if (pd_xxh3_sum(c->sum) == c->x->chunks[i].xxh3)
		c->state[i] = PD_CHUNK_SOUND;
	else
		c->state[i] = pd_chunks_can_repair(c, i) ? PD_CHUNK_REPAIRED : PD_CHUNK_BAD;
}

/* Verify a chunk without keeping its bytes. */
static void verify_chunk_in_pieces(struct pd_chunks *c, uint32_t i)
{
	const struct pdata_chunk *k = &c->x->chunks[i];
	uint64_t done = 0;

	if (!c->room)
		c->room = pd_malloc(ROOM_BYTES);
	pd_xxh3_reset(c->sum);
	while (c->room && done < k->len) {
		const uint64_t left = k->len - done;
		const size_t n = left < ROOM_BYTES ? (size_t)left : ROOM_BYTES;

		/* A failed read is reported when the bytes are read for their records. */
		if (pd_input_pread(c->in, c->room, n, k->off + done) < n)
			break;
		pd_xxh3_add(c->sum, c->room, n);
		done += n;
	}
	if (done == k->len)
		set_chunk_state(c, i);
}

/* Return the number of the chunk that begins at @off and ends at or before @end, or -1. */
static int64_t chunk_at(const struct pd_chunks *c, uint64_t off, uint64_t end)
{
	const uint32_t i = pd_chunks_find(c->x, off);

	return c->x->chunks[i].off == off && c->x->chunks[i].len <= end - off ? (int64_t)i : -1;
}

static bool is_bad(const struct pd_chunks *c, int64_t i)
{
	return c->state[i] == PD_CHUNK_BAD || c->state[i] == PD_CHUNK_REPAIRED;
}

size_t pd_chunks_whole(const struct pd_chunks *c, uint64_t off, uint64_t end)
{
	const int64_t i = off < end ? chunk_at(c, off, end) : -1;

	return i < 0 || is_bad(c, i) || c->x->chunks[i].len > PD_CHUNK_ROOM
		       ? 0
		       : (size_t)c->x->chunks[i].len;
}

size_t pd_chunks_room_needed(const struct pd_chunks *c, uint64_t off, uint64_t end)
{
	return c && pd_chunks_whole(c, off, end) ? PD_CHUNK_ROOM : 0;
}

/* Verify the chunk @i, whose bytes are at @buf, unless it was verified before. */
static bool is_sound(struct pd_chunks *c, uint32_t i, const uint8_t *buf)
{
	if (c->state[i] == PD_CHUNK_UNKNOWN) {
		pd_xxh3_reset(c->sum);
		pd_xxh3_add(c->sum, buf, c->x->chunks[i].len);
		set_chunk_state(c, i);
	}
	return !is_bad(c, i);
}

bool pd_chunks_sound(struct pd_chunks *c, const uint8_t *buf, uint64_t off)
{
	return is_sound(c, pd_chunks_find(c->x, off), buf);
}

size_t pd_chunks_read(struct pd_chunks *c, uint8_t *buf, size_t n, uint64_t off, uint64_t end)
{
	const int64_t i = chunk_at(c, off, end);
	const uint64_t left = pd_chunks_end(c, off) - off;
	const struct pdata_chunk *k;
	size_t got;

	n = left < n ? (size_t)left : n;
	if (i < 0)
		return pd_input_pread(c->in, buf, n, off);
	k = &c->x->chunks[i];
	if (c->state[i] == PD_CHUNK_UNKNOWN && k->len > n && k->len <= COMPARE_MAX)
		verify_chunk_in_pieces(c, (uint32_t)i);
	if (is_bad(c, i))
		return 0;
	got = pd_input_pread(c->in, buf, n, off);
	return got < k->len || is_sound(c, (uint32_t)i, buf) ? got : 0;
}

uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off)
{
	const struct pdata_chunk *k;

	if (!c || off < c->x->data_off || off - c->x->data_off >= c->x->data_size)
		return 0;
	k = &c->x->chunks[pd_chunks_find(c->x, off)];
	return k->off + k->len;
}

bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off)
{
	const struct pdata_chunk *k;

	if (!c)
		return false;
	k = &c->x->chunks[pd_chunks_find(c->x, off)];
	while (k > c->x->chunks && k->off > before && !(k->flags & PDATA_CHUNK_ALONE))
		k--;
	return k->flags & PDATA_CHUNK_ALONE && k->off > before && k->off <= off;
}

/* ---- where to read ------------------------------------------------------------------------ */

static bool get_span(const struct pd_chunks *c, size_t i, struct pd_piece *p)
{
	if (i >= (c->spans ? c->nr_spans : 1))
		return false;
	*p = c->spans ? c->spans[i]
		      : (struct pd_piece){ .start = c->x->data_off,
					   .end = c->x->data_off + c->x->data_size };
	return true;
}

void pd_chunks_first(struct pd_chunks *c, struct pd_pieces *at, struct pd_piece *p)
{
	*at = (struct pd_pieces){ 0 };
	get_span(c, 0, p);
}

int pd_chunks_next(struct pd_chunks *c, struct pd_pieces *at, uint64_t off, struct pd_piece *p)
{
	struct pd_piece span;
	int64_t i;

	if (!get_span(c, at->span, &span))
		return 0;
	i = at->part || off >= span.end ? -1 : chunk_at(c, off, span.end);
	/* The chunk where reading ended is bad: it is read in parts. */
	if (i >= 0 && is_bad(c, i)) {
		if (pd_chunks_part(c, (uint32_t)i))
			return PDATA_E_NOMEM;
		report_bad_chunk(c, (uint32_t)i);
	}
	if (i >= 0 ? is_bad(c, i) : at->part && at->part < c->nr_parts) {
		*p = c->parts[at->part++];
		return 1;
	}
	if (at->part && c->parts_end < span.end) {
		at->part = 0;
		*p = (struct pd_piece){ .start = c->parts_end, .end = span.end };
		return 1;
	}
	at->part = 0;
	return get_span(c, ++at->span, p);
}

/*
 * Return the state of the chunk that includes @off in member @i, or PD_CHUNK_UNKNOWN if none does.
 */
static enum pd_chunk_state state_at(const struct pdata_reader *r, size_t i, uint64_t off)
{
	const struct pd_chunks *c = r->nr_members ? r->members[i].chunks : NULL;

	return c && pd_chunks_end(c, off) ? c->state[pd_chunks_find(c->x, off)] : PD_CHUNK_UNKNOWN;
}

int pdata_reader_chunk_repaired(const struct pdata_reader *r, uint64_t off)
{
	return state_at(r, 0, off) == PD_CHUNK_REPAIRED;
}

int pdata_reader_in_bad_chunk(const struct pdata_reader *r, const struct pdata_record *rec)
{
	switch (state_at(r, r->cur, rec->off)) {
	case PD_CHUNK_BAD:
		return 1;
	case PD_CHUNK_REPAIRED:
		return !pdata_record_is_sideband(rec->type);
	default:
		return 0;
	}
}
