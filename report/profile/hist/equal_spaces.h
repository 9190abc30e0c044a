/* SPDX-License-Identifier: BSD-2-Clause */
/* equal_spaces.h - gives address spaces with equal maps the id of the first of these spaces */
#ifndef PROFILE_HIST_EQUAL_SPACES_H
#define PROFILE_HIST_EQUAL_SPACES_H

#include <pdata/tasks.h>

#include <stddef.h>
#include <stdint.h>

/*
 * Hash table of the address spaces seen so far. The caller zeroes the struct before the first use.
 */
struct hist_spaces {
	struct hist_space *slots;
	size_t nr, mask;
	/*
	 * indexed by the id of an address space: 1 + id of the first space with equal maps; 0: not
	 * known
	 */
	uint32_t *first;
	uint32_t cap_first;
};

/*
 * In: *@epoch is the id of an address space with @maps. Out: *@epoch is the id of the first space
 * with the same maps. Spaces with different @pid stay different, because a perf map or jitdump file
 * may name the same address differently for each process. A caller that wants to join the spaces of
 * all processes passes @pid 0. @spaces keeps pointers to @maps. Return: 0 or -ENOMEM.
 */
int hist_spaces_join(struct hist_spaces *spaces, uint32_t pid, const struct pdata_mapset *maps,
		     uint32_t *epoch);
void hist_spaces_free(struct hist_spaces *spaces);

#endif
