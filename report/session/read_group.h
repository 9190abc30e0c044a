/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Splits samples with PERF_SAMPLE_READ, as perf does. Such a sample contains counter values of one
 * event or of the whole group of the event. Each value becomes a sample whose period is the
 * difference to the previous value with the same id. The previous values are kept from the first
 * sample of a file to the last.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct read_group;

/*
 * Return a new struct read_group, which holds the previous counter value of each event id, for the
 * samples of @r; read_group_free() frees it. NULL: memory is exhausted.
 */
struct read_group *read_group_new(const struct pdata_reader *r);
void read_group_free(struct read_group *g);

/*
 * Return -ENOMEM if memory for the previous counter value of an id was exhausted, so that samples
 * are missing; otherwise 0. @g may be NULL.
 */
int read_group_err(const struct read_group *g);

/* Return true if some event of @r records counter values with its samples (PERF_SAMPLE_READ). */
bool read_group_any(const struct pdata_reader *r);

/*
 * Return the number of counter values in the sample @s, whose member @have must have the bit
 * PDATA_SAMPLE_READ.
 */
static inline uint64_t read_group_nr(const struct pdata_sample *s)
{
	return s->read.nr;
}

/*
 * A sample that pdata makes from one counter value of a recorded sample. @id is the id that the
 * recorded sample gives for the counter value; @event is the event that has this id.
 */
struct read_part {
	const struct pdata_event *event;
	uint64_t id;
	uint64_t period; /* counter value minus the previous value with the same @id; never 0 */
};

/*
 * Make a sample from the counter value with index @i of the sample @s, and store it in *@part. The
 * caller calls this function once for each @i from 0 to read_group_nr(@s) - 1, in this order.
 * Return: true; false if no sample is made, because the value has not changed, because no event
 * has the value's id, or because memory is exhausted (see read_group_err()).
 */
bool read_group_part(struct read_group *g, const struct pdata_sample *s, uint64_t i,
		     struct read_part *part);
