/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Groups samples by function and address, for annotate and for the code of a page. */

#include "object/symbols/object_symbols.h"

/* The samples at one address of a function. */
struct annotate_hit {
	uint64_t addr; /* address as in the object's symbol table */
	uint64_t nr, period;
	const struct pdata_object *object;
	const struct sym *sym;
	/* leader: the first event of the event's group; the event itself if it is in no group */
	uint32_t event, leader;
	uint32_t number; /* number of the address, for the caller */
};

/* The samples of one event of a group. */
struct annotate_sum {
	uint64_t nr, period;
};

/* One function of one event or group; hits ascend by address. */
struct annotate_func {
	const struct annotate_hit *hits;
	uint32_t nr_hits;
	uint32_t event, members;   /* the first event of the group, and the number of events */
	struct annotate_sum *sums; /* sums of each event of the group */
};

struct annotate_funcs {
	/* sorted by event; within an event, the function with the largest sum first */
	struct annotate_func *all;
	uint32_t nr;
	struct annotate_sum *sums; /* the sums of all functions */
};

/*
 * Sort @hits and make functions of them. The functions refer to @hits, which must stay.
 * @members(@ctx, leader) is the number of events in the group of the event @leader. Return: 0 or
 * -ENOMEM; the caller calls annotate_free_funcs() in both cases.
 */
int annotate_make_funcs(struct annotate_funcs *fs, struct annotate_hit *hits, uint32_t nr,
			uint32_t (*members)(const void *ctx, uint32_t leader), const void *ctx);
void annotate_free_funcs(struct annotate_funcs *fs);

/* Return the position of the event of @hit in its group. */
static inline uint32_t annotate_member(const struct annotate_hit *hit)
{
	return hit->event - hit->leader;
}

/* Add @hit to the element of @sums that belongs to its event. */
static inline void annotate_add(struct annotate_sum *sums, const struct annotate_hit *hit)
{
	struct annotate_sum *sum = &sums[annotate_member(hit)];

	sum->nr += hit->nr;
	sum->period += hit->period;
}
