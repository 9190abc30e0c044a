/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Groups samples by function and address, for `pdata annotate` and for the code in HTML pages. */

#include "object/symbols/object_symbols.h"

/* Number of samples of one event at one address of a function, and the sum of their periods. */
struct annotate_hit {
	uint64_t addr; /* address as in the object's symbol table */
	uint64_t nr, period;
	const struct pdata_object *object;
	const struct sym *sym;
	/*
	 * Index of the event, and index of the leader of the event's group. An event without a
	 * group is its own leader.
	 */
	uint32_t event, leader;
	/* id of this address, set by the caller; no function declared here uses it */
	uint32_t number;
};

/* Number of samples of one event of an event group, and the sum of their periods. */
struct annotate_sum {
	uint64_t nr, period;
};

/* One function with its samples of one event or event group. */
struct annotate_func {
	const struct annotate_hit *hits; /* in ascending order of addresses */
	uint32_t nr_hits;
	/* @event: index of the group's leader; @members: count of events in the group */
	uint32_t event, members;
	/* array: sums of all samples in the function, for each event of the group */
	struct annotate_sum *sums;
};

struct annotate_funcs {
	/* sorted by event, and within an event by descending period of the group's leader */
	struct annotate_func *all;
	uint32_t nr;
	struct annotate_sum *sums; /* memory that annotate_func.sums of all functions point to */
};

/*
 * Sort the @nr elements of @hits by function, and fill @fs with one struct annotate_func for each
 * function. The functions point into @hits, so @hits must live as long as @fs. @members(@ctx,
 * leader) returns the number of events in the group of the event with index leader. Return: 0 or
 * -ENOMEM; the caller calls annotate_free_funcs() in both cases.
 */
int annotate_make_funcs(struct annotate_funcs *fs, struct annotate_hit *hits, uint32_t nr,
			uint32_t (*members)(const void *ctx, uint32_t leader), const void *ctx);
void annotate_free_funcs(struct annotate_funcs *fs);

/* Return: the position of the event of @hit in its event group; 0: the group's leader. */
static inline uint32_t annotate_member(const struct annotate_hit *hit)
{
	return hit->event - hit->leader;
}

/* Add the samples of @hit to the element of @sums for the event of @hit. */
static inline void annotate_add(struct annotate_sum *sums, const struct annotate_hit *hit)
{
	struct annotate_sum *sum = &sums[annotate_member(hit)];

	sum->nr += hit->nr;
	sum->period += hit->period;
}
