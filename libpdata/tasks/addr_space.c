/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The maps of a process over time as a persistent search tree: each change makes a new version
 * that shares most nodes with the old one.
 */
#include "tasks/addr_space.h"

#include <stdbool.h>

/*
 * A treap: a search tree by address that is a heap by priority, so that it stays balanced whatever
 * the order of insertions. Priorities are pseudo-random: input cannot choose them.
 */
struct pd_node {
	uint64_t start, end; /* the part of the map that is still visible */
	const struct pdata_map *map;
	struct pd_node *left, *right;
	uint32_t prio;
	uint32_t epoch; /* the version that made it */
};

static struct pd_node *new_space_node(struct pd_addr_space_builder *mk, uint64_t start,
				      uint64_t end, const struct pdata_map *map)
{
	struct pd_node *n = pd_arena_array(mk->arena, 1, sizeof(*n));

	if (!n)
		return NULL;
	mk->seed = mk->seed * 6364136223846793005ull + 1442695040888963407ull;
	*n = (struct pd_node){ start,	      end, map, NULL, NULL, (uint32_t)(mk->seed >> 32),
			       mk->open_epoch };
	return n;
}

/* A node that may be changed: itself when it is new, else a copy. */
static struct pd_node *own(struct pd_addr_space_builder *mk, struct pd_node *n)
{
	struct pd_node *c;

	if (n->epoch == mk->open_epoch)
		return n;
	c = pd_arena_array(mk->arena, 1, sizeof(*c));
	if (!c)
		return NULL;
	*c = *n;
	c->epoch = mk->open_epoch;
	return c;
}

/* One tree of @low and of @high, all of which lies above it. */
static int join_space_trees(struct pd_addr_space_builder *mk, struct pd_node *low,
			    struct pd_node *high, struct pd_node **out)
{
	struct pd_node *c;

	if (!low || !high) {
		*out = low ? low : high;
		return 0;
	}
	if (low->prio > high->prio) {
		*out = c = own(mk, low);
		return c ? join_space_trees(mk, c->right, high, &c->right) : PDATA_E_NOMEM;
	}
	*out = c = own(mk, high);
	return c ? join_space_trees(mk, low, c->left, &c->left) : PDATA_E_NOMEM;
}

/* Trees of the maps that begin below @at and of the others. */
static int split_space_tree(struct pd_addr_space_builder *mk, struct pd_node *n, uint64_t at,
			    struct pd_node **low, struct pd_node **high)
{
	struct pd_node *c;

	*low = *high = NULL;
	if (!n)
		return 0;
	c = own(mk, n);
	if (!c)
		return PDATA_E_NOMEM;
	if (c->start >= at) {
		*high = c;
		return split_space_tree(mk, c->left, at, low, &c->left);
	}
	*low = c;
	return split_space_tree(mk, c->right, at, &c->right, high);
}

/*
 * The last map of a tree; after split_space_tree() it is the open version's own in the lower one.
 */
static struct pd_node *last_of(struct pd_node *n)
{
	while (n && n->right)
		n = n->right;
	return n;
}

/* A version for (time, seq): the last one when nobody can ask between them, else a new one. */
static struct pdata_mapset *open_version(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
					 uint64_t time, uint64_t seq)
{
	struct pdata_mapset *last = s->nr ? &s->versions[s->nr - 1] : NULL;

	if (last && !last->time && !time && seq < mk->first_sample) {
		/* Synthesised records come before the first sample. */
		mk->open_epoch = last->epoch;
		return last;
	}
	if (pd_grow(&s->versions, &s->cap, s->nr + 1, sizeof(*s->versions)))
		return NULL;
	s->versions[s->nr] = (struct pdata_mapset){
		.time = time,
		.seq = seq,
		.root = s->nr ? s->versions[s->nr - 1].root : NULL,
		.epoch = mk->epochs++,
	};
	mk->open_epoch = s->versions[s->nr].epoch;
	return &s->versions[s->nr++];
}

/* Put a map behind the others of a tree. */
static int append_map_node(struct pd_addr_space_builder *mk, struct pd_node **root, uint64_t start,
			   uint64_t end, const struct pdata_map *map)
{
	struct pd_node *n = new_space_node(mk, start, end, map);

	return n ? join_space_trees(mk, *root, n, root) : PDATA_E_NOMEM;
}

/*
 * What sticks out of [start, end) above becomes a node with a priority of its own: were it the cut
 * map's, a map that is cut again and again would become a chain.
 */
static int replace(struct pd_addr_space_builder *mk, struct pdata_mapset *v, uint64_t start,
		   uint64_t end, const struct pdata_map *map)
{
	struct pd_node *low, *rest, *covered, *high, *cut;
	const struct pdata_map *above = NULL;
	uint64_t above_end = 0;

	if (split_space_tree(mk, (struct pd_node *)(uintptr_t)v->root, start, &low, &rest) ||
	    split_space_tree(mk, rest, end, &covered, &high))
		return PDATA_E_NOMEM;
	cut = covered ? last_of(covered) : last_of(low);
	if (cut && cut->end > end) {
		above = cut->map;
		above_end = cut->end;
	}
	cut = last_of(low);
	if (cut && cut->end > start)
		cut->end = start;
	if ((map && append_map_node(mk, &low, start, end, map)) ||
	    (above && append_map_node(mk, &low, end, above_end, above)) ||
	    join_space_trees(mk, low, high, &low))
		return PDATA_E_NOMEM;
	v->root = low;
	return 0;
}

int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq)
{
	struct pdata_mapset *v;

	if (map->start >= map->end)
		return 0;
	v = open_version(mk, s, time, seq);
	return v ? replace(mk, v, map->start, map->end, map) : PDATA_E_NOMEM;
}

int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s, uint64_t start,
			uint64_t end, uint64_t time, uint64_t seq)
{
	struct pdata_mapset *v;

	if (start >= end)
		return 0;
	v = open_version(mk, s, time, seq);
	return v ? replace(mk, v, start, end, NULL) : PDATA_E_NOMEM;
}

int pd_addr_space_copy(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       struct pd_addr_space *from, uint64_t time, uint64_t seq)
{
	const struct pdata_mapset *src = from == s ? NULL : pd_addr_space_find(from, time, seq);
	struct pdata_mapset *v;

	if (!src)
		return 0;
	/* What the two share from now on may no longer be changed in place by either. */
	from->versions[src - from->versions].epoch = mk->epochs++;
	v = open_version(mk, s, time, seq);
	if (!v)
		return PDATA_E_NOMEM;
	v->root = src->root;
	return 0;
}

const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq)
{
	size_t lo = 0, hi = s->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct pdata_mapset *v = &s->versions[mid];

		if (v->time < time || (v->time == time && v->seq <= seq))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? &s->versions[lo - 1] : NULL;
}

const struct pdata_map *pdata_mapset_find(const struct pdata_mapset *m, uint64_t addr)
{
	const struct pd_node *n = m->root;

	while (n) {
		if (addr < n->start)
			n = n->left;
		else if (addr >= n->end)
			n = n->right;
		else
			return n->map;
	}
	return NULL;
}

const struct pdata_map *pdata_mapset_next(const struct pdata_mapset *m, uint64_t *addr)
{
	const struct pd_node *n = m->root, *found = NULL;

	while (n) {
		if (n->end > *addr) {
			found = n;
			n = n->left;
		} else {
			n = n->right;
		}
	}
	if (found)
		*addr = found->end;
	return found ? found->map : NULL;
}
