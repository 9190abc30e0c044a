/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of a report's rows by group and part: allocates rows and gives them to their events.
 */
#include "base/array.h"
#include "base/memory.h"
#include "common/prefetch.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

/* ---- memory of rows ---------------------------------------------------------------------- */

#define ROWS_IN_FIRST_BLOCK 256u

/*
 * The sizes of rows, and for each size the number of rows in a block, as its base-2 logarithm. Each
 * block but the first consists of whole huge pages.
 */
#define SHORT_ROW offsetof(struct rep_row, acc)
#define SHORT_BLOCK_SHIFT 18u
#define TALL_ROW 128u
#define TALL_BLOCK_SHIFT 14u
#define MORE_ROW 256u
#define MORE_BLOCK_SHIFT 13u

_Static_assert((SHORT_ROW << SHORT_BLOCK_SHIFT) % PD_HUGE_PAGE == 0, "blocks of whole huge pages");
_Static_assert(sizeof(struct rep_row) <= TALL_ROW, "a row is two cache lines");
_Static_assert(sizeof(struct row_with_more) <= MORE_ROW, "a row is four cache lines");

void row_copy_members(const struct report *rp, struct rep_row *to, const struct rep_row *from)
{
	memcpy(to, from, rp->tall ? sizeof(*to) : SHORT_ROW);
}

static struct rep_row *row_at(const struct row_store *m, uint32_t n)
{
	const uint32_t i = n < ROWS_IN_FIRST_BLOCK ? n : n - ROWS_IN_FIRST_BLOCK,
		       block = n < ROWS_IN_FIRST_BLOCK ? 0 : 1 + (i >> m->block_shift),
		       at = i & ((1u << m->block_shift) - 1);

	return (struct rep_row *)(void *)(m->blocks[block].rows + (size_t)at * m->row_size);
}

static void set_row_size(const struct report *rp, struct row_store *m)
{
	if (rp->more) {
		m->row_size = MORE_ROW;
		m->block_shift = MORE_BLOCK_SHIFT;
	} else if (rp->tall) {
		m->row_size = TALL_ROW;
		m->block_shift = TALL_BLOCK_SHIFT;
	} else {
		m->row_size = SHORT_ROW;
		m->block_shift = SHORT_BLOCK_SHIFT;
	}
}

/* Add a block to @m. The first one is small. */
static bool add_row_block(const struct report *rp, struct row_store *m)
{
	struct row_block *blocks = mem_grow(m->blocks, m->nr_blocks + 1, sizeof(*blocks)), *b;
	uint32_t nr = ROWS_IN_FIRST_BLOCK;

	if (!blocks)
		return false;
	m->blocks = blocks;
	b = &blocks[m->nr_blocks];
	if (m->nr_blocks)
		nr = 1u << m->block_shift;
	else
		set_row_size(rp, m);
	b->memory = mem_big_alloc(1, (size_t)nr * m->row_size + (m->nr_blocks ? 0 : 63));
	if (!b->memory)
		return false;
	b->rows = (char *)(((uintptr_t)b->memory + 63) & ~(uintptr_t)63);
	m->cap += nr;
	m->nr_blocks++;
	return true;
}

void row_more_forget_sums(struct row_more *more)
{
	*more = (struct row_more){
		.from = more->from, .to = more->to, .parent = more->parent, .history = more->history
	};
}

/* Copy the row @like to @row, and its struct row_more to @more without sums and pairs. */
static void copy_row(const struct report *rp, struct rep_row *row, struct row_more *more,
		     const struct rep_row *like)
{
	row_copy_members(rp, row, like);
	if (!like->more)
		return;
	*more = *like->more;
	row_more_forget_sums(more);
	row->more = more;
}

static struct rep_row *copy_in(const struct report *rp, struct row_store *m,
			       const struct rep_row *like)
{
	struct rep_row *row;

	if (m->nr == m->cap && !add_row_block(rp, m))
		return NULL;
	row = row_at(m, m->nr++);
	copy_row(rp, row, &((struct row_with_more *)row)->more, like);
	return row;
}

struct rep_row *row_copy(const struct report *rp, const struct rep_row *like)
{
	return copy_in(rp, &rp->map->rows, like);
}

static void free_rows(struct row_store *m)
{
	for (uint32_t n = 0; n < m->nr && m->row_size == MORE_ROW; n++)
		if (row_at(m, n)->more)
			free(row_at(m, n)->more->pairs);
	for (uint32_t i = 0; i < m->nr_blocks; i++)
		free(m->blocks[i].memory);
	free(m->blocks);
	*m = (struct row_store){ .nr = 0 };
}

struct row_map *row_map_new(void)
{
	struct row_map *m = mem_alloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->groups.scope = KEY_THREAD;
	m->parts.scope = KEY_LOCATION;
	m->memo = mem_alloc(NR_MEMO, sizeof(*m->memo));
	if (m->memo)
		return m;
	row_map_free(m);
	return NULL;
}

void row_map_take_rows(struct row_map *to, struct row_map *from)
{
	to->rows = from->rows;
	to->nr_taken = to->rows.nr;
	from->rows = (struct row_store){ .nr = 0 };
}

void row_map_forget_parts(struct row_map *m)
{
	struct part_memo *const memos[] = { &m->of_location, &m->of_class, &m->of_frame };

	row_index_free(&m->parts);
	free(m->memo);
	m->memo = NULL;
	for (size_t i = 0; i < REP_NR(memos); i++) {
		free(memos[i]->parts);
		*memos[i] = (struct part_memo){ .parts = NULL };
	}
	pd_free(m->index.slots);
	m->index = (struct pd_hash_index){ .slots = NULL };
}

void row_map_forget_index(struct row_map *m)
{
	free_rows(&m->group_copies);
	row_index_free(&m->groups);
	row_map_forget_parts(m);
	if (m->next)
		row_map_forget_index(m->next);
}

void row_map_free(struct row_map *m)
{
	row_map_forget_index(m);
	while (m) {
		struct row_map *next = m->next;

		free_rows(&m->rows);
		free(m);
		m = next;
	}
}

/* ---- group and part numbers -------------------------------------------------------------- */

/*
 * Return @copy, a copy of the row @r. If @copy is NULL because memory is exhausted, copy @r to
 * @spare, and return the row in @spare.
 */
static struct rep_row *copy_or_spare(struct report *rp, const struct rep_row *r,
				     struct rep_row *copy, struct row_with_more *spare)
{
	if (copy)
		return copy;
	report_no_memory(rp);
	copy_row(rp, &spare->row, &spare->more, r);
	return &spare->row;
}

static uint32_t find_group(struct report *rp, const struct rep_row *r)
{
	struct row_map *m = rp->map;
	bool added;
	const uint32_t group = row_index_find(rp, &m->groups, r, 0, &added);

	if (added)
		row_index_set_first(&m->groups, group,
				    copy_or_spare(rp, r, copy_in(rp, &m->group_copies, r),
						  &m->spare_group));
	return group;
}

uint32_t row_group(struct report *rp, const struct rep_row *r, const struct hist_entry *entry)
{
	const struct sym *parent = r->more ? r->more->parent : NULL;
	uint64_t h = hash_mix(hash_mix(hash_mix(entry->who, entry->extra), hist_entry_event(entry)),
			      (uintptr_t)parent);
	struct group_memo *m = &rp->map->memo[h >> 11 & (NR_MEMO - 1)];

	if (!m->group || m->event != hist_entry_event(entry) || m->who != entry->who ||
	    m->extra != entry->extra || m->parent != parent)
		*m = (struct group_memo){ .event = hist_entry_event(entry),
					  .who = entry->who,
					  .extra = entry->extra,
					  .parent = parent,
					  .group = find_group(rp, r) };
	return m->group;
}

uint32_t *row_map_groups(struct report *rp, const struct row_map *m)
{
	uint32_t *groups = mem_alloc(m->groups.nr + 1u, sizeof(*groups));

	for (uint32_t g = 1; groups && g < m->groups.nr; g++)
		groups[g] = find_group(rp, m->groups.firsts[g]);
	return groups;
}

uint32_t row_part(struct report *rp, struct part_memo *memo, uint32_t number,
		  const struct rep_row *r, uint32_t tag, bool *added)
{
	*added = false;
	if (!mem_room_zeroed(&memo->parts, &memo->cap, number, sizeof(*memo->parts))) {
		report_no_memory(rp);
		return 0;
	}
	if (!memo->parts[number])
		memo->parts[number] = row_index_find(rp, &rp->map->parts, r, tag, added);
	return memo->parts[number];
}

void row_set_copy_first(struct report *rp, const struct rep_row *r, uint32_t part)
{
	struct row_map *m = rp->map;

	row_index_set_first(&m->parts, part, copy_or_spare(rp, r, row_copy(rp, r), &m->spare));
}

/* ---- rows -------------------------------------------------------------------------------- */

struct row_key {
	uint32_t group, part;
};

static uint32_t row_key_tag(const struct row_key *k)
{
	return (uint32_t)(hash_mix(k->group, k->part) >> 7);
}

static bool has_row_key(const struct rep_row *r, const struct row_key *k)
{
	return r->part == k->part && r->group == k->group;
}

PD_HASH_INDEX(row_key, struct row_store, struct row_key, has_row_key(row_at(o, n - 1), k))

static bool grow_event_rows(struct event_rows *ev)
{
	const uint32_t cap = ev->cap ? ev->cap * 2 : 64;
	struct rep_row **rows = mem_grow(ev->rows, cap, sizeof(struct rep_row *));

	if (!rows)
		return false;
	ev->rows = rows;
	ev->cap = cap;
	return true;
}

bool row_before(const struct rep_row *a, const struct rep_row *b)
{
	if (a->first_time != b->first_time)
		return a->first_time < b->first_time;
	if (a->first_seq != b->first_seq)
		return a->first_seq < b->first_seq;
	return a->first_pos < b->first_pos;
}

static bool is_inlined(const struct rep_row *r)
{
	return r->sym && r->sym->inlined;
}

/*
 * Inlined functions are equal if they overlap, so with another one the first row of a part would
 * have other equals.
 */
void row_earlier(struct report *rp, struct rep_row *r, const struct rep_row *like)
{
	if (!row_before(like, r))
		return;
	if (r->sym != like->sym && (is_inlined(r) || is_inlined(like)) && r->part &&
	    rp->map->parts.firsts[r->part] == r)
		row_set_copy_first(rp, r, r->part);
	r->first_time = like->first_time;
	r->first_seq = like->first_seq;
	r->first_pos = like->first_pos;
	r->who = like->who;
	if (rp->tall)
		r->extra = like->extra;
	r->level = like->level;
	r->map = like->map;
	r->sym = like->sym;
	r->dso = like->dso;
	r->addr = like->addr;
	r->mode = like->mode;
	r->filtered = like->filtered;
	r->other_filter = like->other_filter;
	if (r->more) {
		r->more->from = like->more->from;
		r->more->to = like->more->to;
	}
}

struct rep_row *row_find(const struct row_map *m, uint32_t group, uint32_t part)
{
	const struct row_key key = { .group = group, .part = part };
	const uint32_t n = m->index.slots ? (uint32_t)*row_key_slot(&m->index, row_key_tag(&key),
								    &m->rows, &key)
					  : 0;

	return n ? row_at(&m->rows, n - 1) : NULL;
}

/* Prefetch the row at @slot of row_map.index. */
static void prefetch_row_at(const struct row_map *m, const uint64_t *slot)
{
	const struct rep_row *row;

	if (!*slot)
		return;
	row = row_at(&m->rows, (uint32_t)*slot - 1);
	pd_prefetch_write(row);
	pd_prefetch_write((const char *)row + 64);
	/* A short row may extend into a third cache line. */
	if (m->rows.row_size == SHORT_ROW)
		pd_prefetch_write((const char *)row + SHORT_ROW - 1);
}

void row_prefetch_by_tag(const struct row_map *m, uint32_t group, uint32_t tag, unsigned step)
{
	struct row_key key = { .group = group };
	const uint64_t *slot;

	if (!m->parts.index.slots || !m->index.slots)
		return;
	slot = &m->parts.index.slots[tag & m->parts.index.mask];
	if (!step) {
		pd_prefetch(slot);
		return;
	}
	key.part = (uint32_t)*slot;
	if (!key.part)
		return;
	slot = &m->index.slots[row_key_tag(&key) & m->index.mask];
	if (step == 1) {
		pd_prefetch(&m->parts.firsts[key.part]);
		pd_prefetch(slot);
	} else {
		pd_prefetch(m->parts.firsts[key.part]);
		prefetch_row_at(m, slot);
	}
}

void row_prefetch(const struct row_map *m, const struct part_memo *memo, uint32_t number,
		  uint32_t group, uint32_t tag, unsigned step)
{
	struct row_key key = { .group = group };
	const uint64_t *slot;

	if (number >= memo->cap || !m->index.slots)
		return;
	if (!step) {
		pd_prefetch(&memo->parts[number]);
		return;
	}
	key.part = memo->parts[number];
	if (!key.part) {
		if (tag && m->parts.index.slots)
			pd_prefetch(&m->parts.index.slots[tag & m->parts.index.mask]);
		return;
	}
	slot = &m->index.slots[row_key_tag(&key) & m->index.mask];
	if (step == 1)
		pd_prefetch(slot);
	else
		prefetch_row_at(m, slot);
}

/* Append a copy of @like to the rows of its event. Returns NULL if memory is exhausted. */
static struct rep_row *add_row(struct report *rp, const struct rep_row *like)
{
	struct event_rows *ev = &rp->ev[like->event];
	struct rep_row *row = row_copy(rp, like);

	if (!row || (ev->nr == ev->cap && !grow_event_rows(ev)))
		return NULL;
	ev->rows[ev->nr++] = row;
	return row;
}

struct rep_row *row_find_or_add(struct report *rp, const struct rep_row *like)
{
	const struct row_key key = { .group = like->group, .part = like->part };
	const uint32_t tag = row_key_tag(&key);
	struct row_map *m = rp->map;
	struct rep_row *row;
	uint64_t *slot;

	if (!mem_check(!pd_hash_index_grow(&m->index, m->rows.nr - m->nr_taken, 4096)))
		return copy_or_spare(rp, like, NULL, &m->spare);
	slot = row_key_slot(&m->index, tag, &m->rows, &key);
	if (*slot) {
		row = row_at(&m->rows, (uint32_t)*slot - 1);
		row_earlier(rp, row, like);
		return row;
	}
	row = add_row(rp, like);
	if (!row)
		return copy_or_spare(rp, like, NULL, &m->spare);
	*slot = pd_hash_index_entry(tag, m->rows.nr);
	return row;
}
