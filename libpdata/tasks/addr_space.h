/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Maps of an address space over time. Changes are collected in the order of time; after
 * pd_addr_space_seal() each version can be asked. A version costs one change, not a copy of all
 * maps: most spaces become a sorted array of segments with the versions that changed each, and
 * those for which this would need too much memory or time become a persistent search tree.
 */

#include "tasks/maps_tree.h"
#include <stdbool.h>

struct pd_segments;

/* Maps of a stretch of time: a version of a space. */
struct pdata_mapset {
	uint64_t time, seq; /* from here on */
	union {
		const struct pd_node *root;
		const struct pd_segments *segments;
	};
	uint32_t epoch; /* number of this version among all */
	bool segmented; /* the space has segments, not trees */
};

/* From @version on, @map or nothing covers [start, end). */
struct pd_map_change {
	uint64_t start, end;
	const struct pdata_map *map;
	uint32_t version;
};

struct pd_addr_space {
	struct pdata_mapset *versions; /* ascending */
	size_t nr, cap;
	bool tree;		       /* the versions have trees already */
	struct pd_map_change *changes; /* of a space without trees, in order, until it is sealed */
	size_t nr_changes, changes_cap;
};

/* Makes versions and counts them. */
struct pd_addr_space_builder {
	struct pd_maps_tree_builder tree;
	uint32_t epochs;
	uint64_t first_sample; /* its seq: who asks comes later */
	size_t copies_left;    /* changes that copies of spaces may still repeat */
};

/*
 * From (time, seq) on, @map covers its addresses, in place of what did before. 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq);
/* From (time, seq) on, nothing covers [start, end). */
int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s, uint64_t start,
			uint64_t end, uint64_t time, uint64_t seq);
/* From (time, seq) on, @s holds what @from held then. */
int pd_addr_space_copy(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       struct pd_addr_space *from, uint64_t time, uint64_t seq);

/* After the last change: make the versions ready to be asked. Return: 0 or PDATA_E_NOMEM. */
int pd_addr_space_seal(struct pd_addr_space_builder *mk, struct pd_addr_space *s);
/* The version that holds at (time, seq), or NULL before the first. */
const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq);
void pd_addr_space_free(struct pd_addr_space *s);
