/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores the maps of an address space over time, as versions. Changes are added in order of time;
 * after pd_addr_space_seal() each version can be searched. A version needs memory for one change,
 * not for a copy of all maps: most spaces become a sorted array of segments (address ranges), each
 * with the versions that changed it. If segments would need too much memory or time, each version
 * gets a persistent search tree.
 */

#include "tasks/maps_tree.h"
#include <stdbool.h>

struct pd_segments;

/* A version of an address space: the maps that it has from one change to the next. */
struct pdata_mapset {
	uint64_t time, seq; /* the version is valid from this time and record sequence number on */
	union {
		const struct pd_node *root;
		const struct pd_segments *segments;
	};
	/* id of this version, which no version of any address space shares */
	uint32_t epoch;
	/* the union has .segments; false: it has .root, the root of a search tree */
	bool segmented;
};

/*
 * A change of an address space: from the version with index @version on, @map covers its addresses;
 * if @unmap is set, nothing covers the addresses of @map.
 */
struct pd_map_change {
	const struct pdata_map *map;
	uint32_t version;
	bool unmap;
};

struct pd_addr_space {
	/* versions of the address space, ascending by time and seq */
	struct pdata_mapset *versions;
	size_t nr;
	size_t cap; /* capacity of @versions; 0: the memory of @versions belongs to the arena */
	bool tree;  /* each version has a search tree already; false: only @changes has the maps */
	/*
	 * changes in order of time; freed by pd_addr_space_seal(), or earlier when trees are made
	 */
	struct pd_map_change *changes;
	size_t nr_changes, changes_cap;
};

/* State that all address spaces of a recording share while their versions are made. */
struct pd_addr_space_builder {
	struct pd_maps_tree_builder tree;
	uint32_t epochs; /* epoch that the next new version gets */
	/* sequence number of the first SAMPLE; queries have this number or a higher one */
	uint64_t first_sample;
	/* limit: number of changes that pd_addr_space_copy() may still copy for all spaces */
	size_t copies_left;
};

/*
 * Make a new version of @s: from (@time, @seq) on, @map covers its addresses in place of earlier
 * maps. Changes at time 0 before the first sample share one version. Return: 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq);
/*
 * Make a new version of @s: from (@time, @seq) on, nothing covers the addresses of @map. Changes
 * at time 0 before the first sample share one version. Return: 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
			const struct pdata_map *map, uint64_t time, uint64_t seq);
/*
 * Make a new version of @s, for the child of a fork: from (@time, @seq) on, @s has the maps that
 * @from, the address space of the parent, has at this time. If @from has no version at this time,
 * do nothing. Return: 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_copy(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       struct pd_addr_space *from, uint64_t time, uint64_t seq);

/* Make the versions of @s ready for queries, after the last change. Return: 0 or PDATA_E_NOMEM. */
int pd_addr_space_seal(struct pd_addr_space_builder *mk, struct pd_addr_space *s);
/* Return the version that is valid at (@time, @seq); NULL: (@time, @seq) is before all versions. */
const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq);
void pd_addr_space_free(struct pd_addr_space *s);
