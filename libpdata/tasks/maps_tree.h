/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Maps by address as a persistent search tree. A tree is never changed once somebody can ask for
 * it: a new map makes a new root that shares all but a path with the old one, and a fork shares the
 * whole tree.
 */

#include "base/alloc.h"
#include <pdata/tasks.h>

struct pd_node;

struct pd_maps_tree_builder {
	struct pd_arena *arena;
	uint32_t open_epoch; /* nodes with this number may still be changed in place */
	uint64_t seed;	     /* of the priorities of nodes */
};

/*
 * From now on @map, or nothing if it is NULL, covers [start, end) in *@root. Return: 0,
 * PDATA_E_NOMEM.
 */
int pd_maps_tree_replace(struct pd_maps_tree_builder *mk, const struct pd_node **root,
			 uint64_t start, uint64_t end, const struct pdata_map *map);

/* pdata_mapset_find() and pdata_mapset_next() in the tree of @n, which may be NULL. */
const struct pdata_map *pd_maps_tree_find(const struct pd_node *n, uint64_t addr);
const struct pdata_map *pd_maps_tree_next(const struct pd_node *n, uint64_t *addr);
