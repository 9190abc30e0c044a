/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds the call chains of hist entries to the call-graph trie, and with --children to the rows of
 * their frames.
 */
#include "base/array.h"
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
	return rp->by_location || rp->history || rp->sums || rp->parent ||
	       rp->mode != REPORT_NORMAL;
}

bool rows_need_trie(const struct report *rp)
{
	return rp->children && !adds_each_frame(rp);
}

/* ---- walking ----------------------------------------------------------------------------- */

static bool make_room_for_frames(struct row_batch *b, uint32_t nr)
{
	const uint32_t cap = b->cap_frames * 2 > b->nr_frames + nr ? b->cap_frames * 2
								   : b->nr_frames + nr + 1024;
	uint32_t **const arrays[] = { &b->walked, &b->classes, &b->tags, &b->frames };

	if (nr <= b->cap_frames - b->nr_frames)
		return true;
	for (size_t i = 0; i < REP_NR(arrays); i++) {
		uint32_t *array = mem_grow(*arrays[i], cap, sizeof(*array));

		if (!array)
			return false;
		*arrays[i] = array;
	}
	b->cap_frames = cap;
	return true;
}

void row_entry_walk_chain(struct report *rp, struct row_batch *b, struct row_entry *e)
{
	uint32_t nr = chain_walk(rp, &rp->hist->entries[e->entry], CHAIN_REPLAY);

	if (rp->parent)
		nr = report_parent_find(rp->parent, rp, nr, &e->parent, &e->root);
	if (!make_room_for_frames(b, nr)) {
		report_no_memory(rp);
		nr = 0;
	}
	e->first = b->nr_frames;
	e->nr = nr;
	b->nr_frames += nr;
	if (nr)
		memcpy(b->walked + e->first, rp->walked, nr * sizeof(*b->walked));
}

void row_entry_prefetch_trie(const struct report *rp, struct row_batch *b, struct row_entry *e,
			     unsigned step)
{
	uint32_t *classes = b->classes + e->first;

	if (!rp->trie || !e->has_row || !e->nr)
		return;
	if (!step) {
		for (uint32_t i = 0; i < e->nr; i++)
			classes[i] = location_class(&rp->locations, b->walked[e->first + i]);
		callgraph_trie_tags(e->like.group, classes, e->nr, b->tags + e->first);
	}
	callgraph_trie_prefetch(rp->trie, b->tags + e->first, e->nr, step);
}

void row_entry_enter_chain(struct report *rp, struct row_batch *b, struct row_entry *e)
{
	const struct trie_chain chain = { .group = e->like.group,
					  .nr = e->nr,
					  .classes = b->classes + e->first,
					  .tags = b->tags + e->first };

	if (!rp->trie || !e->has_row || !e->nr)
		return;
	if (callgraph_trie_enter(rp->trie, &chain, &e->path, b->frames + e->first))
		report_no_memory(rp);
	else
		e->in_trie = true;
}

void row_batch_free(struct row_batch *b)
{
	free(b->walked);
	free(b->classes);
	free(b->tags);
	free(b->frames);
}

/* ---- rows of frames ---------------------------------------------------------------------- */

/* The level of frame @i: for an unmapped address perf keeps the level of the frame before. */
static char frame_level(const struct report *rp, const uint32_t *walked, uint32_t i, char level)
{
	for (uint32_t n = i + 1; n > 0; n--)
		if (rp->locations.all[walked[n - 1]].map)
			return rp->locations.all[walked[n - 1]].level;
	return level;
}

/* Set the members of @like, a copy of the entry's own row, that describe frame @i of its chain. */
static void frame_like(const struct report *rp, const uint32_t *walked, uint32_t i, char level,
		       struct rep_row *like)
{
	const struct hist_location *p = &rp->locations.all[walked[i]];

	row_names(rp, like, p);
	like->addr = p->ip;
	like->level = frame_level(rp, walked, i, level);
	like->first_pos = i + 1;
}

/* The cache of the parts of frames, and the index in it of the location @location. */
static const struct part_memo *frame_memo(const struct report *rp, uint32_t location,
					  uint32_t *number)
{
	*number = rp->by_location ? location : location_class(&rp->locations, location);
	return rp->by_location ? &rp->map->of_frame : &rp->map->of_class;
}

void row_entry_prefetch_frames(const struct report *rp, const struct row_batch *b,
			       const struct row_entry *e, unsigned step)
{
	uint32_t number;

	for (uint32_t i = e->path.known; rp->children && e->in_trie && i < e->nr; i++) {
		const struct part_memo *memo = frame_memo(rp, b->walked[e->first + i], &number);

		row_prefetch(rp->map, memo, number, e->like.group, 0, step);
	}
}

/* Return the row of frame @i, and add it if there is none. */
static struct rep_row *find_frame_row(struct report *rp, const struct row_batch *b,
				      const struct row_entry *e, uint32_t i)
{
	const uint32_t *walked = b->walked + e->first;
	struct row_map *m = rp->map;
	struct part_memo *memo = rp->by_location ? &m->of_frame : &m->of_class;
	struct rep_row like, *row;
	bool added = false;
	uint32_t number;

	frame_memo(rp, walked[i], &number);
	if (number < memo->cap && memo->parts[number] &&
	    (row = row_find(m, e->like.group, memo->parts[number])))
		return row;
	like = e->like;
	frame_like(rp, walked, i, e->like.level, &like);
	like.part = row_part(rp, memo, number, &like, 0, &added);
	row = row_find_or_add(rp, &like);
	if (added)
		row_index_set_first(&m->parts, like.part, row);
	return row;
}

/* Add a hist entry to each row of its chain once, even if the row occurs several times. */
static void add_each_frame(struct report *rp, const struct row_batch *b, const struct row_entry *e,
			   struct rep_row *own)
{
	const struct hist_entry *entry = &rp->hist->entries[e->entry];
	const uint32_t *walked = b->walked + e->first;
	struct rep_row like;

	own->mark = ++rp->map->serial;
	for (uint32_t i = 0; i < e->nr; i++) {
		struct rep_row *r = find_frame_row(rp, b, e, i);

		if (e->in_trie && i >= e->path.same &&
		    callgraph_trie_set_row(rp->trie, b->frames[e->first + i], r))
			report_no_memory(rp);
		if (entry->first_time <= r->first_time) {
			like = e->like;
			frame_like(rp, walked, i, e->like.level, &like);
			row_earlier(rp, r, &like);
		}
		if (r->mark == rp->map->serial)
			continue;
		r->mark = rp->map->serial;
		row_acc_add(rp, r, entry);
		if (rp->history)
			report_history_add(rp->history, r, e->entry, i);
		if (e->nr - i > r->max_depth)
			r->max_depth = e->nr - i;
	}
}

/* Give the frames that the trie did not have before this chain their rows. */
static void add_new_frames(struct report *rp, const struct row_batch *b, const struct row_entry *e)
{
	for (uint32_t i = e->path.known; i < e->nr; i++)
		if (callgraph_trie_set_row(rp->trie, b->frames[e->first + i],
					   find_frame_row(rp, b, e, i)))
			report_no_memory(rp);
}

void row_entry_add_chain(struct report *rp, const struct row_batch *b, const struct row_entry *e,
			 struct rep_row *own)
{
	const struct hist_entry *entry = &rp->hist->entries[e->entry];
	const struct trie_sample sample = { .own = own,
					    .period = entry->period,
					    .nr = entry->nr,
					    .time = entry->first_time,
					    .seq = entry->first_seq,
					    .entry = e->entry };
	const bool each = rp->children && adds_each_frame(rp);

	if (e->nr > own->max_depth)
		own->max_depth = e->nr;
	if (rp->children && (each || !e->nr))
		row_acc_add(rp, own, entry);
	if (e->in_trie && callgraph_trie_end(rp->trie, &e->path, &sample))
		report_no_memory(rp);
	else if (each)
		add_each_frame(rp, b, e, own);
	else if (rp->children && e->in_trie)
		add_new_frames(rp, b, e);
	if (rp->history && e->nr)
		report_history_add(rp->history, own, e->entry, 0);
}

/* ---- the earliest samples of rows -------------------------------------------------------- */

/* See trie_earlier_fn. */
static void set_frame_earlier(struct report *rp, struct rep_row *row, uint32_t number, uint32_t pos)
{
	const struct hist_entry *entry = &rp->hist->entries[number];
	struct row_more more;
	struct rep_row like;

	if (chain_walk(rp, entry, CHAIN_REPLAY) < pos ||
	    !row_entry_like(rp, number, UINT32_MAX, NULL, &like, &more))
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
