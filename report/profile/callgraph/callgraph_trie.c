/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The call-graph trie: inserts the chains of a group of rows into one tree of frames and adds up
 * their periods.
 */
#include "profile/callgraph/callgraph_trie_int.h"

#include "base/memory.h"
#include "common/hash_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

PD_HASH_TABLE(frame_key, struct frame_key, s->frame, s->parent == k->parent && s->cls == k->cls,
	      hash_mix(k->parent, k->cls) >> 13)

static bool grow_frame_index(struct callgraph_trie *f)
{
	return mem_check(!frame_key_grow(&f->index, &f->mask, 4096, 0));
}

struct callgraph_trie *callgraph_trie_new(void)
{
	struct callgraph_trie *f = mem_alloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->nr = f->nr_ends = f->nr_passes = 1;
	if (grow_frame_index(f))
		return f;
	free(f);
	return NULL;
}

void callgraph_trie_free(struct callgraph_trie *f)
{
	if (!f)
		return;
	free(f->frames);
	pd_free(f->index);
	free(f->roots);
	free(f->ends);
	free(f->passes);
	free(f->own);
	free(f->last);
	free(f);
}

/* Add a frame. Return: its number, 0 if memory is exhausted. */
static uint32_t frame_new(struct callgraph_trie *f, uint32_t parent, uint32_t cls)
{
	if (!mem_room(&f->frames, &f->cap, f->nr, sizeof(*f->frames)))
		return 0;
	f->frames[f->nr] =
		(struct trie_frame){ .parent = parent, .cls = cls, .first = f->nr_chains };
	if (parent) {
		f->frames[f->nr].sibling = f->frames[parent].child;
		f->frames[parent].child = f->nr;
	}
	return f->nr++;
}

/*
 * The frame below @parent; it is added if there is none. Return: its number, 0 if memory is
 * exhausted.
 */
static uint32_t frame_below(struct callgraph_trie *f, uint32_t parent, uint32_t cls)
{
	const struct frame_key key = { .parent = parent, .cls = cls };
	struct frame_key *k = frame_key_slot(f->index, f->mask, &key, 0);
	uint32_t n = k->frame;

	if (n)
		return n;
	if ((uint64_t)f->nr * 2 >= f->mask) {
		if (!grow_frame_index(f))
			return 0;
		k = frame_key_slot(f->index, f->mask, &key, 0);
	}
	n = frame_new(f, parent, cls);
	if (n)
		*k = (struct frame_key){ .parent = parent, .cls = cls, .frame = n };
	return n;
}

/*
 * The root of a group's frames; it is added if there is none. Return: its number, 0 if memory is
 * exhausted.
 */
static uint32_t root_of(struct callgraph_trie *f, uint32_t group)
{
	if (!mem_room_zeroed(&f->roots, &f->nr_roots, group, sizeof(*f->roots)))
		return 0;
	if (!f->roots[group])
		f->roots[group] = frame_new(f, 0, 0);
	return f->roots[group];
}

static int end_add(struct callgraph_trie *f, uint32_t at, struct rep_row *own, uint64_t period,
		   uint64_t nr)
{
	struct chain_end *e = &f->ends[f->frames[at].last_end];

	if (!f->frames[at].last_end || e->own != own) {
		if (!mem_room(&f->ends, &f->cap_ends, f->nr_ends, sizeof(*f->ends)))
			return -ENOMEM;
		e = &f->ends[f->nr_ends];
		*e = (struct chain_end){
			.frame = at, .next = own->terminals, .own = own, .first = f->nr_chains
		};
		own->terminals = f->frames[at].last_end = f->nr_ends++;
	}
	e->period += period;
	e->nr += nr;
	return 0;
}

static uint32_t same_steps(const struct callgraph_trie *f, const uint32_t *classes, uint32_t n)
{
	uint32_t i = 0;

	while (i < n && i < f->nr_last && f->last[i].cls == classes[i])
		i++;
	return i;
}

int callgraph_trie_add(struct callgraph_trie *f, const uint32_t *classes,
		       struct rep_row *const *rows, uint32_t n, struct rep_row *own,
		       uint64_t period, uint64_t nr)
{
	uint32_t at = root_of(f, own->group);
	uint32_t same = at == f->last_root ? same_steps(f, classes, n) : 0;

	f->nr_chains++;
	if (!at || !mem_room(&f->last, &f->cap_last, n, sizeof(*f->last)))
		return -ENOMEM;
	f->last_root = at;
	if (same)
		at = f->last[same - 1].frame;
	f->nr_last = n;
	for (uint32_t i = same; i < n; i++) {
		at = frame_below(f, at, classes[i]);
		if (!at) {
			f->nr_last = i;
			return -ENOMEM;
		}
		f->last[i] = (struct trie_step){ .cls = classes[i], .frame = at };
		if (rows)
			f->frames[at].row = rows[i];
	}
	f->frames[at].hit += period;
	f->frames[at].nr += nr;
	return end_add(f, at, own, period, nr);
}

uint64_t callgraph_min_hit(const struct report *rp, const struct event_rows *ev)
{
	uint64_t total = rp->opts->show.relative ? ev->period_shown : ev->period;

	if (rp->chain.mode == CHAIN_FRACTAL)
		return 0;
	return (uint64_t)((double)total * (rp->chain.min_percent / 100));
}

static void pass_add(struct callgraph_trie *f, struct rep_row *row, uint32_t at)
{
	if (!mem_room(&f->passes, &f->cap_passes, f->nr_passes, sizeof(*f->passes))) {
		f->err = -ENOMEM;
		return;
	}
	f->passes[f->nr_passes] = (struct chain_pass){ .frame = at, .next = row->through };
	row->through = f->nr_passes++;
}

/*
 * Enter and leave a frame during the walk. row->mark counts the frames of the row on the current
 * path; bit 31 marks rows heavy enough to show a graph.
 */
#define BIG (1u << 31)

static void enter(struct callgraph_trie *f, uint32_t at)
{
	struct rep_row *row = f->frames[at].row;

	if (row && row->mark++ == BIG)
		pass_add(f, row, at);
}

static void unmark_frame_row(struct callgraph_trie *f, uint32_t at)
{
	if (f->frames[at].row)
		f->frames[at].row->mark--;
}

static void walk_tree(struct callgraph_trie *f, uint32_t root)
{
	uint32_t at = root;

	enter(f, at);
	for (;;) {
		if (f->frames[at].child) {
			at = f->frames[at].child;
			enter(f, at);
			continue;
		}
		for (; at != root && !f->frames[at].sibling; at = f->frames[at].parent)
			unmark_frame_row(f, at);
		if (at == root)
			break;
		unmark_frame_row(f, at);
		at = f->frames[at].sibling;
		enter(f, at);
	}
	unmark_frame_row(f, root);
}

int callgraph_trie_seal(struct report *rp)
{
	struct callgraph_trie *f = rp->trie;

	f->own = mem_alloc(f->nr, sizeof(*f->own));
	if (!f->own)
		return -ENOMEM;
	for (uint32_t n = f->nr - 1; n > 0; n--) {
		struct trie_frame *t = &f->frames[n];

		t->cumul += t->hit;
		t->nr_cumul += t->nr;
		if (!t->parent)
			continue;
		f->frames[t->parent].cumul += t->cumul;
		f->frames[t->parent].nr_cumul += t->nr_cumul;
	}
	if (!rp->children)
		return 0;
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		uint64_t min = callgraph_min_hit(rp, &rp->ev[e]);

		for (uint32_t i = 0; i < rp->ev[e].nr; i++)
			rp->ev[e].rows[i]->mark = rp->ev[e].rows[i]->acc.period >= min ? BIG : 0;
	}
	for (uint32_t g = 0; g < f->nr_roots; g++)
		if (f->roots[g])
			walk_tree(f, f->roots[g]);
	return f->err;
}
