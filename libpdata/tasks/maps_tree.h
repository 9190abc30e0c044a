/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores the maps of an address space as a persistent search tree by address. A change makes a new
 * tree, which shares all nodes with the old tree except the nodes on a path from the root; queries
 * can still use the old tree, which does not change. After a fork, parent and child share the
 * whole tree.
 */

#include "base/alloc.h"
#include <pdata/tasks.h>

struct pd_node;

struct pd_maps_tree_builder {
	struct pd_arena *arena;
	/*
	 * epoch (id) of the version of an address space that is being made; pd_maps_tree_replace()
	 * changes a node in place if the node was made for this version, else it changes a copy of
	 * the node
	 */
	uint32_t open_epoch;
	/* random number; the priority of a node is a hash of this number and of the node's start */
	uint64_t seed;
};

/*
 * Make a new tree from the tree with the root *@root. In the new tree, @map covers [@start, @end)
 * in place of earlier maps; if @map is NULL, no map covers this range. *@root becomes the root of
 * the new tree. Return: 0 or PDATA_E_NOMEM.
 */
int pd_maps_tree_replace(struct pd_maps_tree_builder *mk, const struct pd_node **root,
			 uint64_t start, uint64_t end, const struct pdata_map *map);

/*
 * Return the number that the range [@start, @end) of @map adds to pdata_mapset_hash(). The numbers
 * for the parts of a range add up to the number for the whole range. So two versions of address
 * spaces with equal maps have the same hash, even if one map is split into different ranges in the
 * two versions.
 */
uint32_t pd_map_hash(const struct pdata_map *map, uint64_t start, uint64_t end);
/* Return pdata_mapset_hash() of the maps in the tree with the root @n, which may be NULL. */
uint32_t pd_maps_tree_hash(const struct pd_node *n);

/*
 * Search the tree with the root @n, which may be NULL. A node of the tree is a map and a range of
 * its addresses that no later map covers; one map can have several nodes. pd_maps_tree_find()
 * returns the map of the node whose range includes @addr, and sets [*@start, *@end) to this range;
 * NULL: no range includes @addr. pd_maps_tree_next() returns the map of the node with the first
 * range that ends after *@addr, and sets *@addr to the end of this range; NULL: no range ends
 * after *@addr.
 */
const struct pdata_map *pd_maps_tree_find(const struct pd_node *n, uint64_t addr, uint64_t *start,
					  uint64_t *end);
const struct pdata_map *pd_maps_tree_next(const struct pd_node *n, uint64_t *addr);
