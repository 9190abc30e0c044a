/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores the maps of a process as a persistent search tree: each change makes a new tree that
 * shares most nodes with the old one.
 */
#include "tasks/maps_tree.h"

/*
 * A node of a treap: a search tree by address that is also a heap by priority, so that it stays
 * balanced in any order of insertions.
 */
struct pd_node {
	uint64_t start, end; /* the part of the map that later maps do not cover */
	const struct pdata_map *map;
	struct pd_node *left, *right;
	uint32_t hash;	/* sum of pd_map_hash() of this node and all nodes below it */
	uint32_t epoch; /* the version that made the node */
};

/* Return the priority of a node. It depends on a secret number, so that input cannot choose it. */
static uint64_t priority_of(const struct pd_maps_tree_builder *mk, const struct pd_node *n)
{
	uint64_t v = n->start + mk->seed;

	v = (v ^ v >> 33) * 0xff51afd7ed558ccdu;
	v = (v ^ v >> 33) * 0xc4ceb9fe1a85ec53u;
	return v ^ v >> 33;
}

static uint32_t hash_of_nodes(const struct pd_node *n)
{
	return n ? n->hash : 0;
}

static struct pd_node *new_space_node(struct pd_maps_tree_builder *mk, uint64_t start, uint64_t end,
				      const struct pdata_map *map)
{
	struct pd_node *n = pd_arena_array(mk->arena, 1, sizeof(*n));

	if (!n)
		return NULL;
	*n = (struct pd_node){ .start = start,
			       .end = end,
			       .map = map,
			       .hash = pd_map_hash(map, start, end),
			       .epoch = mk->open_epoch };
	return n;
}

/*
 * Get a node that may be changed: @n itself if the open version made it, else a copy. Return: NULL
 * if memory is exhausted.
 */
static struct pd_node *own(struct pd_maps_tree_builder *mk, struct pd_node *n)
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

/* Join two trees; all maps of @high are above those of @low. */
static int join_space_trees(struct pd_maps_tree_builder *mk, struct pd_node *low,
			    struct pd_node *high, struct pd_node **out)
{
	const uint32_t hash = hash_of_nodes(low) + hash_of_nodes(high);
	struct pd_node *c;
	bool low_first;

	if (!low || !high) {
		*out = low ? low : high;
		return 0;
	}
	low_first = priority_of(mk, low) > priority_of(mk, high);
	*out = c = own(mk, low_first ? low : high);
	if (!c)
		return PDATA_E_NOMEM;
	c->hash = hash;
	return low_first ? join_space_trees(mk, c->right, high, &c->right)
			 : join_space_trees(mk, low, c->left, &c->left);
}

/* Split a tree into the maps that begin below @at and the others. */
static int split_space_tree(struct pd_maps_tree_builder *mk, struct pd_node *n, uint64_t at,
			    struct pd_node **low, struct pd_node **high)
{
	struct pd_node *c;
	int ret;

	*low = *high = NULL;
	if (!n)
		return 0;
	c = own(mk, n);
	if (!c)
		return PDATA_E_NOMEM;
	if (c->start >= at) {
		*high = c;
		ret = split_space_tree(mk, c->left, at, low, &c->left);
		c->hash -= hash_of_nodes(*low);
		return ret;
	}
	*low = c;
	ret = split_space_tree(mk, c->right, at, &c->right, high);
	c->hash -= hash_of_nodes(*high);
	return ret;
}

/* Get the last map of a tree. */
static struct pd_node *last_of(struct pd_node *n)
{
	while (n && n->right)
		n = n->right;
	return n;
}

/*
 * Cut the last map of a tree, which is the lower tree of split_space_tree(), at the address @at.
 * The open version made the last node and those above it, so that they may be changed.
 */
static void cut_last(struct pd_node *root, uint64_t at)
{
	struct pd_node *last = last_of(root);
	uint32_t less;

	if (!last || last->end <= at)
		return;
	less = pd_map_hash(last->map, at, last->end);
	for (struct pd_node *n = root; n; n = n->right)
		n->hash -= less;
	last->end = at;
}

/* Add a map above all others of a tree. */
static int append_map_node(struct pd_maps_tree_builder *mk, struct pd_node **root, uint64_t start,
			   uint64_t end, const struct pdata_map *map)
{
	struct pd_node *n = new_space_node(mk, start, end, map);

	return n ? join_space_trees(mk, *root, n, root) : PDATA_E_NOMEM;
}

/*
 * Replace the maps in [start, end). A part of an old map above @end becomes a node with the
 * priority of its own start. With the priority of the old node, a map that is cut again and again
 * would become a chain.
 */
int pd_maps_tree_replace(struct pd_maps_tree_builder *mk, const struct pd_node **root,
			 uint64_t start, uint64_t end, const struct pdata_map *map)
{
	struct pd_node *low, *rest, *covered, *high, *cut;
	const struct pdata_map *above = NULL;
	uint64_t above_end = 0;

	if (split_space_tree(mk, (struct pd_node *)(uintptr_t)*root, start, &low, &rest) ||
	    split_space_tree(mk, rest, end, &covered, &high))
		return PDATA_E_NOMEM;
	cut = covered ? last_of(covered) : last_of(low);
	if (cut && cut->end > end) {
		above = cut->map;
		above_end = cut->end;
	}
	cut_last(low, start);
	if ((map && append_map_node(mk, &low, start, end, map)) ||
	    (above && append_map_node(mk, &low, end, above_end, above)) ||
	    join_space_trees(mk, low, high, &low))
		return PDATA_E_NOMEM;
	*root = low;
	return 0;
}

const struct pdata_map *pd_maps_tree_find(const struct pd_node *n, uint64_t addr, uint64_t *start,
					  uint64_t *end)
{
	while (n && (addr < n->start || addr >= n->end))
		n = addr < n->start ? n->left : n->right;
	if (!n)
		return NULL;
	*start = n->start;
	*end = n->end;
	return n->map;
}

const struct pdata_map *pd_maps_tree_next(const struct pd_node *n, uint64_t *addr)
{
	const struct pd_node *found = NULL;

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

/* ---- hashes ------------------------------------------------------------------------------ */

/* Return the most random half of a product. */
static uint32_t hash_number(uint64_t v)
{
	return (uint32_t)((v ^ v >> 31) * 0x9e3779b97f4a7c15u >> 32);
}

uint32_t pd_map_hash(const struct pdata_map *map, uint64_t start, uint64_t end)
{
	const uint64_t shift = map->pgoff - map->start;
	const uint32_t content = hash_number(shift * 0xff51afd7ed558ccdu + map->object->index);

	return (content | 1) * (hash_number(end) - hash_number(start));
}

uint32_t pd_maps_tree_hash(const struct pd_node *n)
{
	return hash_of_nodes(n) & INT32_MAX;
}
