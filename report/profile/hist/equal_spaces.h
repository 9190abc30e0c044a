/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds address spaces with equal maps, and gives all of them the id of the first one. */
#ifndef PROFILE_HIST_EQUAL_SPACES_H
#define PROFILE_HIST_EQUAL_SPACES_H

#include <pdata/tasks.h>

#include <stddef.h>
#include <stdint.h>

/*
 * Hash table of the address spaces that hist_spaces_join() has seen so far. The caller zeroes the
 * struct before the first use.
 */
struct hist_spaces {
	struct hist_space *slots;
	size_t nr, mask;
	/*
	 * Array indexed by the id of an address space. An element is 1 + the id of the first
	 * address space with the same pid and the same maps, which may be the space itself. An
	 * element is 0 if hist_spaces_join() was not called for its address space, or if the hash
	 * table @slots already has a space with the same pid and the same hash, but other maps.
	 */
	uint32_t *first;
	uint32_t cap_first;
};

/*
 * Before the call, *@epoch is the id of an address space with the maps @maps. The function sets
 * *@epoch to the id of the first address space that it has seen with the same maps and the same
 * @pid. *@epoch stays unchanged if there is no such space. Spaces with different values of @pid are
 * not joined, because a perf map or jitdump file may name the same address differently for each
 * process. The caller passes @pid 0 to join the spaces of all processes. @spaces keeps pointers to
 * @maps. Return: 0 or -ENOMEM.
 */
int hist_spaces_join(struct hist_spaces *spaces, uint32_t pid, const struct pdata_mapset *maps,
		     uint32_t *epoch);
void hist_spaces_free(struct hist_spaces *spaces);

#endif
