/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The maps of an address space over time. Changes are added in order of time; after
 * pd_addr_space_seal() each version can be searched. A version needs memory for one change, not
 * for a copy of all maps: most spaces become a sorted array of segments, each with the versions
 * that changed it. A space for which segments would need too much memory or time becomes a
 * persistent search tree.
 */

#include "tasks/maps_tree.h"
#include <stdbool.h>

struct pd_segments;

/* A version of an address space: its maps from one change to the next. */
struct pdata_mapset {
	uint64_t time, seq; /* the version is valid from here on */
	union {
		const struct pd_node *root;
		const struct pd_segments *segments;
	};
	/* number of this version; the versions of all spaces are counted together */
	uint32_t epoch;
	bool segmented; /* the space has segments, not trees */
};

/* From @version on, @map covers its addresses or, if @unmap is set, nothing covers them. */
struct pd_map_change {
	const struct pdata_map *map;
	uint32_t version;
	bool unmap;
};

struct pd_addr_space {
	struct pdata_mapset *versions; /* ascending */
	size_t nr;
	size_t cap; /* 0: the versions belong to the arena */
	bool tree;  /* the versions already have trees */
	/* changes in order of time, until the space is sealed or gets trees */
	struct pd_map_change *changes;
	size_t nr_changes, changes_cap;
};

/* State for making the versions of all spaces. */
struct pd_addr_space_builder {
	struct pd_maps_tree_builder tree;
	uint32_t epochs;
	uint64_t first_sample; /* seq of the first sample; no query has a lower seq */
	size_t copies_left;    /* number of changes that pd_addr_space_copy() may still repeat */
};

/*
 * From (time, seq) on, @map covers its addresses in place of earlier maps. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq);
/* From (time, seq) on, nothing covers the addresses of @map. */
int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
			const struct pdata_map *map, uint64_t time, uint64_t seq);
/* From (time, seq) on, @s has the maps that @from has at that moment. */
int pd_addr_space_copy(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       struct pd_addr_space *from, uint64_t time, uint64_t seq);

/* Make the versions ready for queries, after the last change. Return: 0 or PDATA_E_NOMEM. */
int pd_addr_space_seal(struct pd_addr_space_builder *mk, struct pd_addr_space *s);
/* Find the version that is valid at (time, seq). Return: NULL before the first one. */
const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq);
void pd_addr_space_free(struct pd_addr_space *s);
