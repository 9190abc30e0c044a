/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores the maps of an address space over time, as versions. The caller adds changes in order of
 * time; after pd_addr_space_seal() it can search each version. A version needs memory for one
 * change, not for a copy of all maps: most address spaces become a sorted array of segments
 * (address ranges), and each segment has the versions that changed it. If segments would need too
 * much memory or time, each version gets a persistent search tree.
 */

#include "tasks/maps_tree.h"
#include <stdbool.h>

struct pd_segments;

/* A version of an address space: the maps that the space has from one change to the next. */
struct pdata_mapset {
	/* this version of the maps is valid from this time and record sequence number on */
	uint64_t time, seq;
	union {
		const struct pd_node *root;
		const struct pd_segments *segments;
	};
	/* id of this version; all versions of all address spaces have different ids */
	uint32_t epoch;
	/* 1: the union holds @segments, an array of address ranges; 0: @root, a search tree */
	uint32_t segmented : 1;
	/* pdata_mapset_hash() of the maps of this version; valid only if @segmented is set */
	uint32_t hash : 31;
};

/*
 * A change of an address space: from the version with index @version on, @map covers the addresses
 * [map->start, map->end); if @unmap is set, no map covers these addresses.
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
	/*
	 * true: each version (the maps of the space from one change to the next) already has a
	 * search tree. false: the maps of all versions are in @changes or, after
	 * pd_addr_space_seal(), in a struct pd_segments, which is a sorted array of address
	 * ranges.
	 */
	bool tree;
	/*
	 * changes of the address space in order of time; NULL as soon as each version (the maps of
	 * the space from one change to the next) has a search tree (@tree is set), or as soon as
	 * pd_addr_space_seal() has made segments (an array of address ranges) from the changes
	 */
	struct pd_map_change *changes;
	size_t nr_changes, changes_cap;
};

/*
 * Common data of all address spaces of a recording, for making their versions. A version, struct
 * pdata_mapset, is the maps from one change to the next.
 */
struct pd_addr_space_builder {
	struct pd_maps_tree_builder tree;
	uint32_t epochs; /* pdata_mapset.epoch (id) of the next version that is made */
	/* sequence number of the first SAMPLE; no query has a lower sequence number */
	uint64_t first_sample;
	/*
	 * number of struct pd_map_change that pd_addr_space_copy() may still copy, for all address
	 * spaces together
	 */
	size_t copies_left;
};

/*
 * Make a new version of @s: from (@time, @seq) on, @map covers the addresses
 * [map->start, map->end) in place of earlier maps. Exception: all changes with @time 0 and a @seq
 * below that of the first SAMPLE are made in one version. If @map is empty
 * (map->start >= map->end), do nothing. Return: 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq);
/*
 * Make a new version of @s: from (@time, @seq) on, no map covers the addresses
 * [map->start, map->end). Exception: all changes with @time 0 and a @seq below that of the first
 * SAMPLE are made in one version. If @map is empty (map->start >= map->end), do nothing. Return: 0
 * or PDATA_E_NOMEM.
 */
int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
			const struct pdata_map *map, uint64_t time, uint64_t seq);
/*
 * Make a new version of @s, for the child of a fork: from (@time, @seq) on, @s has the maps that
 * @from, the address space of the parent, has at this time. If @from is @s, or has no version at
 * this time, do nothing. Return: 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_copy(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       struct pd_addr_space *from, uint64_t time, uint64_t seq);

/*
 * Call this function after the last change of @s. It makes each version of @s (its maps between
 * two changes) ready for queries. Return: 0 or PDATA_E_NOMEM.
 */
int pd_addr_space_seal(struct pd_addr_space_builder *mk, struct pd_addr_space *s);
/*
 * Return the version of @s (the maps from one change to the next) that is valid for the record
 * with the time @time and the sequence number @seq; NULL: this record is before the first version.
 */
const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq);
void pd_addr_space_free(struct pd_addr_space *s);
