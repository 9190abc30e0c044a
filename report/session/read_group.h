/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Samples with PERF_SAMPLE_READ carry counter values of one event or of its whole group. perf turns
 * such a sample into one sample for each value, whose period is what was counted since the value of
 * the same id before. The state lives from the first sample of a file to the last.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct read_group;

/* Return: NULL when memory is exhausted. */
struct read_group *read_group_new(const struct pdata_reader *r);
void read_group_free(struct read_group *g);

/* Return: -ENOMEM when there was no memory for the state of an id; @g may be NULL. */
int read_group_err(const struct read_group *g);

/* Whether samples of the file may have such values. */
bool read_group_any(const struct pdata_reader *r);

/* Values of a sample that has PDATA_SAMPLE_READ in s->have. */
static inline uint64_t read_group_nr(const struct pdata_sample *s)
{
	return s->read.nr;
}

/* What the sample says about one event. */
struct read_part {
	const struct pdata_event *event;
	uint64_t id;
	uint64_t period; /* counted since this id's value before; never 0 */
};

/*
 * Value @i, below read_group_nr(), as a sample of its own. Ask for each value once, in order.
 * Return: false when it is none: nothing was counted, the id is in no event, or there was no memory
 * (read_group_err()).
 */
bool read_group_part(struct read_group *g, const struct pdata_sample *s, uint64_t i,
		     struct read_part *part);
