/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds address spaces with equal maps, as those of a program that is executed again with the same
 * pid. Their addresses and call stacks have the same locations, so they are collected only once.
 */
#include "profile/hist/equal_spaces.h"

#include "base/interner.h"
#include "base/memory.h"
#include "common/hash_table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#define FIRST_SLOTS 256u

/* An address space that was seen first with these maps. */
struct hist_space {
	const struct pdata_mapset *maps;
	uint32_t hash; /* pdata_mapset_hash() of @maps */
	uint32_t pid;
	uint32_t epoch;
};

static bool has_equal_maps(const struct pdata_mapset *x, const struct pdata_mapset *y)
{
	uint64_t x_at = 0, y_at = 0;

	for (;;) {
		const struct pdata_map *a = pdata_mapset_next(x, &x_at);
		const struct pdata_map *b = pdata_mapset_next(y, &y_at);

		if (!a || !b)
			return a == b;
		if (a->start != b->start || a->end != b->end || a->pgoff != b->pgoff ||
		    a->object != b->object || x_at != y_at)
			return false;
	}
}

PD_HASH_TABLE(hist_space, struct hist_space, s->maps, s->hash == k->hash && s->pid == k->pid,
	      hash_mix(k->hash, k->pid))

int hist_spaces_join(struct hist_spaces *spaces, uint32_t pid, const struct pdata_mapset *maps,
		     uint32_t *epoch)
{
	struct hist_space key = { .maps = maps, .pid = pid, .epoch = *epoch }, *space;

	if (!maps)
		return 0;
	if (!mem_room_zeroed(&spaces->first, &spaces->cap_first, key.epoch, sizeof(*spaces->first)))
		return -ENOMEM;
	if (spaces->first[key.epoch]) {
		*epoch = spaces->first[key.epoch] - 1;
		return 0;
	}
	key.hash = pdata_mapset_hash(maps);
	if ((!spaces->slots || spaces->nr * 2 >= spaces->mask) &&
	    !mem_check(!hist_space_grow(&spaces->slots, &spaces->mask, FIRST_SLOTS, 0)))
		return -ENOMEM;
	space = hist_space_slot(spaces->slots, spaces->mask, &key, 0);
	if (!space->maps) {
		*space = key;
		spaces->nr++;
	} else if (!has_equal_maps(space->maps, maps)) {
		return 0;
	}
	*epoch = space->epoch;
	spaces->first[key.epoch] = space->epoch + 1;
	return 0;
}

void hist_spaces_free(struct hist_spaces *spaces)
{
	pd_free(spaces->slots);
	free(spaces->first);
}
