/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of a report's rows by group and part: allocates rows and gives them to their events.
 */
#include "base/array.h"
#include "base/memory.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

#define ROWS_IN_FIRST_BLOCK 256u

_Static_assert(sizeof(struct rep_row) == 128 || sizeof(void *) < 8, "a row is two cache lines");

struct row_block {
	struct row_block *next;
	uint32_t nr; /* rows that were given out */
	uint32_t cap;
	uint32_t stride; /* distance of two rows: a multiple of a cache line */
};

/* Bytes of a block before its first row, which may begin later. */
#define BLOCK_HEAD (sizeof(struct row_block) + 63)

static struct rep_row *block_row(struct row_block *b, uint32_t i)
{
	uintptr_t first = ((uintptr_t)(b + 1) + 63) & ~(uintptr_t)63;

	return (struct rep_row *)(first + (size_t)i * b->stride);
}

/* Add a block to a list. The first one is small; the others are a huge page each. */
static bool add_row_block(const struct report *rp, struct row_block **blocks)
{
	const size_t row = rp->more ? sizeof(struct row_with_more) : sizeof(struct rep_row),
		     stride = (row + 63) & ~(size_t)63,
		     size = *blocks ? PD_HUGE_PAGE : BLOCK_HEAD + ROWS_IN_FIRST_BLOCK * stride;
	struct row_block *b = mem_big_alloc(1, size);

	if (!b)
		return false;
	*b = (struct row_block){ .next = *blocks,
				 .cap = (uint32_t)((size - BLOCK_HEAD) / stride),
				 .stride = (uint32_t)stride };
	*blocks = b;
	return true;
}

void row_more_forget_sums(struct row_more *more)
{
	*more = (struct row_more){
		.from = more->from, .to = more->to, .parent = more->parent, .history = more->history
	};
}

/* Copy the row @like to @row, and its struct row_more to @more without sums and pairs. */
static void copy_row(struct rep_row *row, struct row_more *more, const struct rep_row *like)
{
	*row = *like;
	if (!like->more)
		return;
	*more = *like->more;
	row_more_forget_sums(more);
	row->more = more;
}

static struct rep_row *copy_in(const struct report *rp, struct row_block **blocks,
			       const struct rep_row *like)
{
	struct rep_row *row;

	if ((!*blocks || (*blocks)->nr == (*blocks)->cap) && !add_row_block(rp, blocks))
		return NULL;
	row = block_row(*blocks, (*blocks)->nr++);
	copy_row(row, &((struct row_with_more *)row)->more, like);
	return row;
}

struct rep_row *row_copy(const struct report *rp, const struct rep_row *like)
{
	return copy_in(rp, &rp->map->blocks, like);
}

static void free_blocks(struct row_block *b)
{
	struct row_block *next;

	for (; b; b = next) {
		next = b->next;
		for (uint32_t i = 0; i < b->nr; i++)
			if (block_row(b, i)->more)
				free(block_row(b, i)->more->pairs);
		free(b);
	}
}

void row_map_forget_index(struct row_map *m)
{
	struct part_memo *const memos[] = { &m->of_place, &m->of_class, &m->of_frame };

	free_blocks(m->group_blocks);
	m->group_blocks = NULL;
	row_index_free(&m->groups);
	row_index_free(&m->parts);
	for (size_t i = 0; i < REP_NR(memos); i++) {
		free(memos[i]->parts);
		*memos[i] = (struct part_memo){ .parts = NULL };
	}
	pd_free(m->index);
	m->index = NULL;
	m->mask = 0;
}

void row_map_free(struct row_map *m)
{
	row_map_forget_index(m);
	free_blocks(m->blocks);
	free(m);
}

/* ---- group and part numbers -------------------------------------------------------------- */

/* Return the copy @copy of the row @r. If @copy is NULL because memory is exhausted, use @spare. */
static struct rep_row *copy_or_spare(struct report *rp, const struct rep_row *r,
				     struct rep_row *copy, struct row_with_more *spare)
{
	if (copy)
		return copy;
	report_no_memory(rp);
	copy_row(&spare->row, &spare->more, r);
	return &spare->row;
}

static uint32_t find_group(struct report *rp, const struct rep_row *r)
{
	struct row_map *m = rp->map;
	bool added;
	const uint32_t group = row_index_find(rp, &m->groups, r, &added);

	if (added)
		row_index_set_first(&m->groups, group,
				    copy_or_spare(rp, r, copy_in(rp, &m->group_blocks, r),
						  &m->spare_group));
	return group;
}

uint32_t row_group(struct report *rp, const struct rep_row *r, const struct hist_entry *slot)
{
	const struct sym *parent = r->more ? r->more->parent : NULL;
	uint64_t h = hash_mix(hash_mix(hash_mix(slot->who, slot->extra), hist_entry_event(slot)),
			      (uintptr_t)parent);
	struct group_memo *m = &rp->map->memo[h >> 11 & (NR_MEMO - 1)];

	if (!m->group || m->event != hist_entry_event(slot) || m->who != slot->who ||
	    m->extra != slot->extra || m->parent != parent)
		*m = (struct group_memo){ .event = hist_entry_event(slot),
					  .who = slot->who,
					  .extra = slot->extra,
					  .parent = parent,
					  .group = find_group(rp, r) };
	return m->group;
}

uint32_t row_part(struct report *rp, struct part_memo *memo, uint32_t number,
		  const struct rep_row *r, bool *added)
{
	*added = false;
	if (!mem_room_zeroed(&memo->parts, &memo->cap, number, sizeof(*memo->parts))) {
		report_no_memory(rp);
		return 0;
	}
	if (!memo->parts[number])
		memo->parts[number] = row_index_find(rp, &rp->map->parts, r, added);
	return memo->parts[number];
}

void row_set_copy_first(struct report *rp, const struct rep_row *r, uint32_t part)
{
	struct row_map *m = rp->map;

	row_index_set_first(&m->parts, part, copy_or_spare(rp, r, row_copy(rp, r), &m->spare));
}

/* ---- rows -------------------------------------------------------------------------------- */

static uint64_t hash_of_row_key(const struct row_key *k)
{
	return hash_mix(k->group, k->part) >> 7;
}

PD_HASH_TABLE(row_key, struct row_key, s->row, s->part == k->part && s->group == k->group,
	      hash_of_row_key(k))

static bool grow_row_map(struct row_map *m)
{
	return mem_check(!row_key_grow(&m->index, &m->mask, 4096, 0));
}

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

	return m->mask ? row_key_slot(m->index, m->mask, &key, 0)->row : NULL;
}

void row_prefetch(const struct row_map *m, const struct part_memo *memo, uint32_t number,
		  uint32_t group, unsigned step)
{
	const struct row_key *slot;
	struct row_key key = { .group = group };

	if (number >= memo->cap || !m->mask)
		return;
	if (!step) {
		__builtin_prefetch(&memo->parts[number]);
		return;
	}
	key.part = memo->parts[number];
	if (!key.part)
		return;
	slot = &m->index[hash_of_row_key(&key) & m->mask];
	if (step == 1) {
		__builtin_prefetch(slot);
	} else if (slot->row) {
		__builtin_prefetch(slot->row, 1);
		__builtin_prefetch((const char *)slot->row + 64, 1);
	}
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
	struct row_map *m = rp->map;
	struct rep_row *row;
	struct row_key *k;

	if (m->nr * 2 >= m->mask && !grow_row_map(m))
		return copy_or_spare(rp, like, NULL, &m->spare);
	k = row_key_slot(m->index, m->mask, &key, 0);
	if (k->row) {
		row_earlier(rp, k->row, like);
		return k->row;
	}
	row = add_row(rp, like);
	if (!row)
		return copy_or_spare(rp, like, NULL, &m->spare);
	*k = (struct row_key){ .group = like->group, .part = like->part, .row = row };
	m->nr++;
	return row;
}
