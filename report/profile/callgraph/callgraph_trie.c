/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The call-graph trie: inserts the chains of a group of rows into one tree of frames, and keeps the
 * weight of the chains that end at each frame.
 */
#include "profile/callgraph/callgraph_trie_int.h"

#include "base/interner.h"
#include "base/memory.h"
#include "common/prefetch.h"

#include <errno.h>
#include <stdlib.h>

struct frame_key {
	uint32_t parent, cls;
};

PD_HASH_INDEX(trie_frame, struct callgraph_trie, struct frame_key,
	      o->frames[n].parent == k->parent && o->frames[n].cls == k->cls)

static bool grow_frame_index(struct callgraph_trie *f)
{
	return (uint64_t)f->nr * 2 < f->index.mask ||
	       mem_check(!pd_hash_index_grow(&f->index, f->nr, 4096));
}

bool callgraph_trie_reserve(struct callgraph_trie *f, uint32_t nr)
{
	return mem_reserve(&f->ends, &f->cap_ends, nr, sizeof(*f->ends));
}

struct callgraph_trie *callgraph_trie_new(void)
{
	struct callgraph_trie *f = mem_alloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->nr = f->nr_ends = f->nr_passes = f->nr_rows = 1;
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
	free(f->uses);
	pd_free(f->index.slots);
	free(f->roots);
	free(f->ends);
	free(f->rows);
	free(f->sums);
	free(f->passes);
	free(f->last);
	free(f);
}

/* ---- frames ------------------------------------------------------------------------------ */

/* Add a frame. Return: its number, 0 if memory is exhausted. */
static uint32_t frame_new(struct callgraph_trie *f, uint32_t parent, uint32_t cls)
{
	if (!mem_room(&f->frames, &f->cap, f->nr, sizeof(*f->frames)))
		return 0;
	f->frames[f->nr] =
		(struct trie_frame){ .parent = parent, .cls = cls, .first = f->nr_chains };
	return f->nr++;
}

/*
 * The frame below @parent; it is added if there is none. Return: its number, 0 if memory is
 * exhausted.
 */
static uint32_t frame_below(struct callgraph_trie *f, uint32_t parent, uint32_t cls, uint32_t tag)
{
	const struct frame_key key = { .parent = parent, .cls = cls };
	uint64_t *slot;
	uint32_t n;

	if (!grow_frame_index(f))
		return 0;
	slot = trie_frame_slot(&f->index, tag, f, &key);
	if (*slot)
		return (uint32_t)*slot;
	n = frame_new(f, parent, cls);
	if (n)
		*slot = pd_hash_index_entry(tag, n);
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

void callgraph_trie_tags(uint32_t group, const uint32_t *classes, uint32_t nr, uint32_t *tags)
{
	uint64_t h = hash_mix(group, nr ? classes[0] : 0);

	for (uint32_t i = 0; i < nr; i++) {
		h = i ? hash_mix(h, classes[i]) : h;
		tags[i] = (uint32_t)(h >> 20);
	}
}

void callgraph_trie_prefetch(const struct callgraph_trie *f, const uint32_t *tags, uint32_t nr,
			     unsigned step)
{
	for (uint32_t i = 0; i < nr; i++) {
		const uint64_t *slot = &f->index.slots[tags[i] & f->index.mask];

		if (!step)
			pd_prefetch(slot);
		else if (*slot)
			pd_prefetch(&f->frames[(uint32_t)*slot]);
	}
}

/* ---- rows -------------------------------------------------------------------------------- */

/* Return the number of @row, which it gets if it has none; 0 if memory is exhausted. */
static uint32_t number_row(struct callgraph_trie *f, struct rep_row *row)
{
	if (row->through)
		return row->through;
	if (f->nr_rows == TRIE_TOPMOST ||
	    !mem_room(&f->rows, &f->cap_rows, f->nr_rows, sizeof(struct rep_row *)))
		return 0;
	f->rows[f->nr_rows] = row;
	row->through = f->nr_rows++;
	return row->through;
}

int callgraph_trie_make_uses(struct callgraph_trie *f, uint32_t nr)
{
	if (nr > f->cap_uses && !mem_room(&f->uses, &f->cap_uses, nr - 1, sizeof(*f->uses)))
		return -ENOMEM;
	for (; f->nr_uses < nr; f->nr_uses++)
		f->uses[f->nr_uses] = (struct trie_use){ 0 };
	return 0;
}

int callgraph_trie_set_row(struct callgraph_trie *f, uint32_t frame, struct rep_row *row)
{
	const uint32_t n = number_row(f, row);

	if (!n || callgraph_trie_make_uses(f, frame + 1))
		return -ENOMEM;
	f->uses[frame].row = n;
	return 0;
}

/* ---- chains ------------------------------------------------------------------------------ */

/* Return true if the sample of @s is earlier than that of @e. */
static bool is_earlier(const struct chain_end *e, const struct trie_sample *s)
{
	return s->time < e->time || (s->time == e->time && s->seq < e->seq);
}

int callgraph_trie_end(struct callgraph_trie *f, const struct trie_path *p,
		       const struct trie_sample *s)
{
	const uint32_t own = number_row(f, s->own);
	struct chain_end *e;
	uint32_t last;

	if (!own || callgraph_trie_make_uses(f, p->end + 1))
		return -ENOMEM;
	last = f->uses[p->end].last_end;
	e = &f->ends[last];
	if (!last || e->own != own) {
		if (!mem_room(&f->ends, &f->cap_ends, f->nr_ends, sizeof(*f->ends)))
			return -ENOMEM;
		e = &f->ends[f->nr_ends];
		*e = (struct chain_end){ .frame = p->end,
					 .next = s->own->terminals,
					 .older = last,
					 .own = own,
					 .time = s->time,
					 .seq = s->seq,
					 .entry = s->entry,
					 .first = p->ordinal };
		s->own->terminals = f->uses[p->end].last_end = f->nr_ends++;
	}
	e->period += s->period;
	e->nr += s->nr;
	if (is_earlier(e, s)) {
		e->time = s->time;
		e->seq = s->seq;
		e->entry = s->entry;
	}
	return 0;
}

static uint32_t same_steps(const struct callgraph_trie *f, const struct trie_chain *c)
{
	uint32_t i = 0;

	while (i < c->nr && i < f->nr_last && f->last[i].cls == c->classes[i])
		i++;
	return i;
}

int callgraph_trie_enter(struct callgraph_trie *f, const struct trie_chain *c, struct trie_path *p,
			 uint32_t *frames)
{
	uint32_t at = root_of(f, c->group), was = f->nr;
	uint32_t same = at == f->last_root ? same_steps(f, c) : 0;

	*p = (struct trie_path){ .same = same, .ordinal = ++f->nr_chains };
	if (!at || !mem_room(&f->last, &f->cap_last, c->nr, sizeof(*f->last)))
		return -ENOMEM;
	f->last_root = at;
	if (same)
		at = f->last[same - 1].frame;
	f->nr_last = c->nr;
	for (uint32_t i = same; i < c->nr; i++) {
		at = frame_below(f, at, c->classes[i], c->tags[i]);
		if (!at) {
			f->nr_last = i;
			return -ENOMEM;
		}
		f->last[i] = (struct trie_step){ .cls = c->classes[i], .frame = at };
		frames[i] = at;
	}
	p->known = c->nr - (f->nr - was);
	p->end = at;
	return 0;
}
