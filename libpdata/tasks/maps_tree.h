/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Maps by address as a persistent search tree. A tree is never changed once there can be a query
 * for it: a change makes a new root, whose tree shares all nodes with the old one except those on
 * a path, and a fork shares the whole tree.
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
 * Make @map cover [start, end) in *@root, or nothing if @map is NULL. Return: 0 or PDATA_E_NOMEM.
 */
int pd_maps_tree_replace(struct pd_maps_tree_builder *mk, const struct pd_node **root,
			 uint64_t start, uint64_t end, const struct pdata_map *map);

/*
 * Do the same as pdata_mapset_find() and pdata_mapset_next() in the tree of @n, which may be NULL.
 */
const struct pdata_map *pd_maps_tree_find(const struct pd_node *n, uint64_t addr);
const struct pdata_map *pd_maps_tree_next(const struct pd_node *n, uint64_t *addr);
