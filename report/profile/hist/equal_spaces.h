/* SPDX-License-Identifier: BSD-2-Clause */
/* equal_spaces.h - address spaces with equal maps get the number of the first of them */
#ifndef PROFILE_HIST_EQUAL_SPACES_H
#define PROFILE_HIST_EQUAL_SPACES_H

#include <pdata/tasks.h>

#include <stddef.h>
#include <stdint.h>

/* The address spaces seen so far: a hash table. All members are 0 at first. */
struct hist_spaces {
	struct hist_space *slots;
	size_t nr, mask;
	uint32_t *first; /* by number: number of the first equal space + 1; 0: not known yet */
	uint32_t cap_first;
};

/*
 * Set *@epoch, the number of an address space with @maps, to the number of the first space with
 * the same maps. Spaces of different @pid stay different, because a perf map or jitdump file may
 * name the same address differently for each process; pid 0 for all joins them. The spaces refer
 * to @maps. Return: 0; -ENOMEM.
 */
int hist_spaces_join(struct hist_spaces *spaces, uint32_t pid, const struct pdata_mapset *maps,
		     uint32_t *epoch);
void hist_spaces_free(struct hist_spaces *spaces);

#endif
