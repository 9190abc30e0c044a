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
	 * @event: index of the event; @leader: index of the event that leads the group of @event.
	 * An event without a group is its own leader.
	 */
	uint32_t event, leader;
	/*
	 * id of the address for the caller of annotate_make_funcs(): the code of HTML pages keeps
	 * the row number in the table "frames" here; `pdata annotate` does not use it
	 */
	uint32_t number;
};

/* Number of samples of one event of an event group, and the sum of their periods. */
struct annotate_sum {
	uint64_t nr, period;
};

/* One function with its samples of one event or event group. */
struct annotate_func {
	/* the samples in the function by address and event, in ascending order of addresses */
	const struct annotate_hit *hits;
	uint32_t nr_hits;
	/*
	 * @event: index of the leader of the event group; @members: count of events in the group.
	 * For an event without a group: index of the event, and 1.
	 */
	uint32_t event, members;
	/* array of @members elements: the sums of all samples of each event in the function */
	struct annotate_sum *sums;
};

struct annotate_funcs {
	/*
	 * array, sorted by annotate_func.event, and within an event by descending period of this
	 * event in the function
	 */
	struct annotate_func *all;
	uint32_t nr;
	struct annotate_sum *sums; /* memory that annotate_func.sums of all functions point to */
};

/*
 * Sort the @nr elements of @hits by function, and fill @fs with one struct annotate_func for each
 * event group and function. The functions point into @hits, so @hits must live as long as @fs.
 * @members(@ctx, n) returns the number of events in the group whose leader has the index n.
 * Return: 0 or -ENOMEM; the caller calls annotate_free_funcs() in both cases.
 */
int annotate_make_funcs(struct annotate_funcs *fs, struct annotate_hit *hits, uint32_t nr,
			uint32_t (*members)(const void *ctx, uint32_t leader), const void *ctx);
void annotate_free_funcs(struct annotate_funcs *fs);

/* Return: the position of the event of @hit in its group; 0: the event leads the group. */
static inline uint32_t annotate_member(const struct annotate_hit *hit)
{
	return hit->event - hit->leader;
}

/* Add the samples of @hit to the element of @sums for its event; see annotate_func.sums. */
static inline void annotate_add(struct annotate_sum *sums, const struct annotate_hit *hit)
{
	struct annotate_sum *sum = &sums[annotate_member(hit)];

	sum->nr += hit->nr;
	sum->period += hit->period;
}
