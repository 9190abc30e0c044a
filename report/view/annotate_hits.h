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
	 * A number that the caller of annotate_make_funcs() may give to the address:
	 * html_make_code() stores the row number of the address in the table "frames"; `pdata
	 * annotate` does not use this member.
	 */
	uint32_t number;
};

/* Number of samples of one event of an event group, and the sum of their periods. */
struct annotate_sum {
	uint64_t nr, period;
};

/* One function with its samples of one event or event group. */
struct annotate_func {
	/* array of @nr_hits elements: the samples in the function, sorted by ascending address */
	const struct annotate_hit *hits;
	uint32_t nr_hits;
	/*
	 * @event: index of the leader of the event group; @members: count of events in the group.
	 * An event without a group counts as a group of one event.
	 */
	uint32_t event, members;
	/*
	 * array with one element for each of the @members events, the leader first: sums of all
	 * samples of the event in the function
	 */
	struct annotate_sum *sums;
};

struct annotate_funcs {
	/*
	 * array of @nr functions, sorted by annotate_func.event; functions with the same event are
	 * in descending order of the period of this event in the function
	 */
	struct annotate_func *all;
	uint32_t nr;
	/* one memory block for the arrays annotate_func.sums of all functions */
	struct annotate_sum *sums;
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

/*
 * Return: the position of the event hit->event in its event group; the leader of the group has
 * position 0.
 */
static inline uint32_t annotate_member(const struct annotate_hit *hit)
{
	return hit->event - hit->leader;
}

/*
 * Add the number of samples and the period of @hit to the element of @sums that belongs to the
 * event of @hit. @sums: an array with one element for each event of the event group, the leader
 * first, as annotate_func.sums.
 */
static inline void annotate_add(struct annotate_sum *sums, const struct annotate_hit *hit)
{
	struct annotate_sum *sum = &sums[annotate_member(hit)];

	sum->nr += hit->nr;
	sum->period += hit->period;
}
