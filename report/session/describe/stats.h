/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records of a recording by type, and the samples of each event. */

#include "base/out.h"
#include "session/session.h"

struct stats;

/*
 * Return a new struct stats for the recording of @s; all counts in the struct are 0, and
 * stats_free() frees it. NULL: memory is exhausted. If memory is exhausted in stats_new(),
 * stats_count() or stats_set_samples(), session_err() returns -ENOMEM from then on.
 */
struct stats *stats_new(struct rep_session *s);
void stats_free(struct stats *st); /* The function does nothing if @st is NULL. */

/* Count the record @rec. The caller calls this function for each record, in file order. */
void stats_count(struct stats *st, const struct pdata_record *rec);

/* Set the number of samples of the event @ev to @nr, and the number of its lost samples to 0. */
void stats_set_samples(struct stats *st, const struct pdata_event *ev, uint64_t nr);

/*
 * Print the number of records of each type and the number of samples of each event. If @skip_empty
 * is true, leave out types and events with the number 0.
 */
void stats_print(struct stats *st, struct out *o, bool skip_empty);

/*
 * Count all records from the position of @s->reader to the end of the recording, and print the
 * counts with stats_print(). The caller must have called rep_session_open() for @s, but need not
 * have called other functions for @s. Return: the exit status, enum rep_exit.
 */
int rep_stats_print(struct rep_session *s, struct out *o, bool skip_empty);
