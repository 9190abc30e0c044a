/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Samples with PERF_SAMPLE_READ carry counter values of one event or of its whole group. As perf
 * does, this splits such a sample into one sample for each value; the period is the difference to
 * the id's previous value. The state lives from the first sample of a file to the last.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct read_group;

/* Return: NULL when memory is exhausted. */
struct read_group *read_group_new(const struct pdata_reader *r);
void read_group_free(struct read_group *g);

/* Return: -ENOMEM when memory for an id's state was exhausted, else 0; @g may be NULL. */
int read_group_err(const struct read_group *g);

/* Whether samples of the file may carry counter values (PERF_SAMPLE_READ). */
bool read_group_any(const struct pdata_reader *r);

/* The number of counter values in a sample that has PDATA_SAMPLE_READ in s->have. */
static inline uint64_t read_group_nr(const struct pdata_sample *s)
{
	return s->read.nr;
}

/* One counter value, as a sample of its event. */
struct read_part {
	const struct pdata_event *event;
	uint64_t id;
	uint64_t period; /* difference to the id's previous value; never 0 */
};

/*
 * Make a sample of value @i, which is less than read_group_nr(). Call once for each value, in
 * order. Return: false when the value gives no sample: the difference is 0, no event has the id,
 * or memory was exhausted (read_group_err()).
 */
bool read_group_part(struct read_group *g, const struct pdata_sample *s, uint64_t i,
		     struct read_part *part);
