/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Maps by address as a persistent search tree. A tree that a query can use is never changed. A
 * change makes a new tree, which shares all nodes with the old tree except the nodes on a path
 * from the root. A fork shares the whole tree.
 */

#include "base/alloc.h"
#include <pdata/tasks.h>

struct pd_node;

struct pd_maps_tree_builder {
	struct pd_arena *arena;
	uint32_t open_epoch; /* nodes of this version may still be changed in place */
	uint64_t seed;	     /* state of the generator of priorities */
};

/*
 * Make @map cover [@start, @end) in *@root; if @map is NULL, nothing covers this range. Return: 0
 * or PDATA_E_NOMEM.
 */
int pd_maps_tree_replace(struct pd_maps_tree_builder *mk, const struct pd_node **root,
			 uint64_t start, uint64_t end, const struct pdata_map *map);

/*
 * Do the same as pdata_mapset_find() and pdata_mapset_next() in the tree of @n, which may be NULL.
 * @start and @end: set to the visible part of the map, unless the result is NULL.
 */
const struct pdata_map *pd_maps_tree_find(const struct pd_node *n, uint64_t addr, uint64_t *start,
					  uint64_t *end);
const struct pdata_map *pd_maps_tree_next(const struct pd_node *n, uint64_t *addr);
