/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Maps of an address space over time. Each set of maps is a search tree that is never changed once
 * somebody can ask for it: a new map makes a new root that shares all but a path with the old one,
 * and a fork shares the whole. Any moment stays as cheap to ask for as the last one.
 */

#include "base/alloc.h"
#include <pdata/tasks.h>

/* Maps of a stretch of time: a version of a space. */
struct pdata_mapset {
	uint64_t time, seq; /* from here on */
	const struct pd_node *root;
	uint32_t epoch; /* number of this version among all */
};

struct pd_addr_space {
	struct pdata_mapset *versions; /* ascending */
	size_t nr, cap;
};

/* Makes versions: counts them, and knows which nodes nobody has seen yet. */
struct pd_addr_space_builder {
	struct pd_arena *arena;
	uint32_t epochs;
	uint32_t open_epoch; /* nodes of this version may still be changed in place */
	uint64_t seed;
	uint64_t first_sample; /* its seq: who asks comes later */
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
/* The version that holds at (time, seq), or NULL before the first. */
const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq);
