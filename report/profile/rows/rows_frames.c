/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds the call chains of hist entries to the call-graph trie, and with --children to the rows of
 * their frames.
 */
#include "base/memory.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/callgraph/report_history.h"
#include "profile/callgraph/report_parent.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>
#include <string.h>

/*
 * Return true if the samples of callees are added to the rows of each chain one after the other.
 * Usually they are added up in the trie, frame by frame: each frame of the trie counts for one row,
 * and the sums of a row are those of its topmost frames. That does not hold if a key distinguishes
 * locations of one class, and not for sums other than the period.
 */
static bool adds_each_frame(const struct report *rp)
{
	return rp->by_place || rp->history || rp->more || rp->parent || rp->mode != REPORT_NORMAL;
}

bool rows_need_trie(const struct report *rp)
{
	return rp->children && !adds_each_frame(rp);
}

/* ---- walking ----------------------------------------------------------------------------- */

static bool grow_row_entry(struct row_entry *e, uint32_t nr)
{
	const uint32_t cap = nr < 256 ? 256 : nr;

	if (nr <= e->cap)
		return true;
	free(e->walked);
	free(e->classes);
	free(e->tags);
	e->walked = mem_alloc(cap, sizeof(*e->walked));
	e->classes = mem_alloc(cap, sizeof(*e->classes));
	e->tags = mem_alloc(cap, sizeof(*e->tags));
	e->cap = e->walked && e->classes && e->tags ? cap : 0;
	return e->cap;
}

void row_entry_walk_chain(struct report *rp, struct row_entry *e)
{
	uint32_t nr = chain_walk(rp, &rp->hist->slots[e->entry], CHAIN_REPLAY);

	if (rp->parent)
		nr = report_parent_find(rp->parent, rp, nr, &e->parent, &e->root);
	if (!grow_row_entry(e, nr)) {
		report_no_memory(rp);
		nr = 0;
	}
	e->nr = nr;
	if (nr)
		memcpy(e->walked, rp->walked, nr * sizeof(*e->walked));
}

void row_entry_prefetch_chain(const struct report *rp, struct row_entry *e, unsigned step)
{
	if (!rp->trie || !e->nr)
		return;
	if (!step) {
		for (uint32_t i = 0; i < e->nr; i++)
			e->classes[i] = location_class(&rp->places, e->walked[i]);
		callgraph_trie_tags(e->like.group, e->classes, e->nr, e->tags);
	}
	callgraph_trie_prefetch(rp->trie, e->tags, e->nr, step);
}

void row_entry_free(struct row_entry *e)
{
	free(e->walked);
	free(e->classes);
	free(e->tags);
}

/* ---- rows of frames ---------------------------------------------------------------------- */

/* The level of frame @i: for an unmapped address perf keeps the level of the frame before. */
static char frame_level(const struct report *rp, const uint32_t *walked, uint32_t i, char level)
{
	for (uint32_t n = i + 1; n > 0; n--)
		if (rp->places.all[walked[n - 1]].map)
			return rp->places.all[walked[n - 1]].level;
	return level;
}

/* Set the members of @like, a copy of the entry's own row, that describe frame @i of its chain. */
static void frame_like(const struct report *rp, const uint32_t *walked, uint32_t i, char level,
		       struct rep_row *like)
{
	const struct hist_location *p = &rp->places.all[walked[i]];

	row_names(rp, like, p);
	like->addr = p->ip;
	like->level = frame_level(rp, walked, i, level);
	like->first_pos = i + 1;
}

/* Return the row of frame @i, and add it if there is none. */
static struct rep_row *find_frame_row(struct report *rp, const struct row_entry *e, uint32_t i)
{
	struct row_map *m = rp->map;
	struct part_memo *memo = rp->by_place ? &m->of_frame : &m->of_class;
	const uint32_t number = rp->by_place ? e->walked[i]
					     : location_class(&rp->places, e->walked[i]);
	struct rep_row like, *row;
	bool added = false;

	if (number < memo->cap && memo->parts[number] &&
	    (row = row_find(m, e->like.group, memo->parts[number])))
		return row;
	like = e->like;
	frame_like(rp, e->walked, i, e->like.level, &like);
	like.part = row_part(rp, memo, number, &like, &added);
	row = row_find_or_add(rp, &like);
	if (added)
		row_index_set_first(&m->parts, like.part, row);
	return row;
}

/* Add a hist entry to each row of its chain once, even if the row occurs several times. */
static void add_each_frame(struct report *rp, const struct row_entry *e, struct rep_row *own)
{
	const struct hist_entry *slot = &rp->hist->slots[e->entry];
	struct rep_row like;

	own->mark = ++rp->map->serial;
	for (uint32_t i = 0; i < e->nr; i++) {
		struct rep_row *r = find_frame_row(rp, e, i);

		if (rp->trie && callgraph_trie_set_row(rp->trie, i, r))
			report_no_memory(rp);
		if (slot->first_time <= r->first_time) {
			like = e->like;
			frame_like(rp, e->walked, i, e->like.level, &like);
			row_earlier(rp, r, &like);
		}
		if (r->mark == rp->map->serial)
			continue;
		r->mark = rp->map->serial;
		row_acc_add(rp, r, slot);
		if (rp->history)
			report_history_add(rp->history, r, e->entry, i);
		if (e->nr - i > r->max_depth)
			r->max_depth = e->nr - i;
	}
}

/* Give the frames from @known on their rows: before this chain, the trie had no such frames. */
static void add_new_frames(struct report *rp, const struct row_entry *e, uint32_t known)
{
	for (uint32_t i = known; i < e->nr; i++)
		if (callgraph_trie_set_row(rp->trie, i, find_frame_row(rp, e, i)))
			report_no_memory(rp);
}

void row_entry_add_chain(struct report *rp, struct row_entry *e, struct rep_row *own)
{
	const struct hist_entry *slot = &rp->hist->slots[e->entry];
	const struct trie_chain chain = {
		.group = e->like.group, .nr = e->nr, .classes = e->classes, .tags = e->tags
	};
	const struct trie_sample sample = { .own = own,
					    .period = slot->period,
					    .nr = slot->nr,
					    .time = slot->first_time,
					    .seq = slot->first_seq,
					    .entry = e->entry };
	const bool each = rp->children && adds_each_frame(rp);
	uint32_t known = 0;

	if (e->nr > own->max_depth)
		own->max_depth = e->nr;
	if (rp->children && (each || !e->nr))
		row_acc_add(rp, own, slot);
	if (rp->trie && e->nr && callgraph_trie_add(rp->trie, &chain, &sample, &known))
		report_no_memory(rp);
	else if (each)
		add_each_frame(rp, e, own);
	else if (rp->children)
		add_new_frames(rp, e, known);
	if (rp->history && e->nr)
		report_history_add(rp->history, own, e->entry, 0);
}

/* ---- the earliest samples of rows -------------------------------------------------------- */

/* See trie_earlier_fn. */
static void set_frame_earlier(struct report *rp, struct rep_row *row, uint32_t entry, uint32_t pos)
{
	const struct hist_entry *slot = &rp->hist->slots[entry];
	struct rep_row like;

	if (chain_walk(rp, slot, CHAIN_REPLAY) < pos ||
	    !row_entry_like(rp, entry, UINT32_MAX, NULL, &like))
		return;
	frame_like(rp, rp->walked, pos - 1, like.level, &like);
	like.group = row->group;
	like.part = row->part;
	row_earlier(rp, row, &like);
}

void rows_sum_frames(struct report *rp)
{
	if (rp->children && rp->trie &&
	    callgraph_trie_sum(rp, adds_each_frame(rp) ? NULL : set_frame_earlier))
		report_no_memory(rp);
}
