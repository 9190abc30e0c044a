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

/* Return the state (the previous values) for the samples of @r; NULL: memory is exhausted. */
struct read_group *read_group_new(const struct pdata_reader *r);
void read_group_free(struct read_group *g);

/*
 * Return -ENOMEM if memory for the previous value of an id was exhausted; else 0. @g may be NULL.
 */
int read_group_err(const struct read_group *g);

/* Return true if some event of @r records counter values with its samples (PERF_SAMPLE_READ). */
bool read_group_any(const struct pdata_reader *r);

/*
 * Return the number of counter values in sample @s, which must have PDATA_SAMPLE_READ in s->have.
 */
static inline uint64_t read_group_nr(const struct pdata_sample *s)
{
	return s->read.nr;
}

/* One counter value of a sample, as a sample of the event that the value belongs to. */
struct read_part {
	const struct pdata_event *event;
	uint64_t id;
	uint64_t period; /* difference to the previous value with this id; never 0 */
};

/*
 * Make a sample from counter value @i of @s; @i is less than read_group_nr(@s). Call this function
 * once for each value, in ascending order of @i. Return: false if the value makes no sample: the
 * difference to the previous value is 0, or no event has the id, or memory is exhausted (see
 * read_group_err()).
 */
bool read_group_part(struct read_group *g, const struct pdata_sample *s, uint64_t i,
		     struct read_part *part);
