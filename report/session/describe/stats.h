/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records of a recording by type, and the samples of each event. */

#include "base/out.h"
#include "session/session.h"

struct stats;

/*
 * Return new counts, which stats_free() frees; NULL: memory is exhausted. If memory is exhausted
 * here or while records are counted, session_err() returns the error.
 */
struct stats *stats_new(struct rep_session *s);
void stats_free(struct stats *st); /* @st may be NULL. */

/* Count a record. Call this function for each record, in file order. */
void stats_count(struct stats *st, const struct pdata_record *rec);

/* Set the count of samples of event @ev to @nr, and the count of lost samples of @ev to 0. */
void stats_set_samples(struct stats *st, const struct pdata_event *ev, uint64_t nr);

/* Print the counts. With @skip_empty, leave out types and events whose count is 0. */
void stats_print(struct stats *st, struct out *o, bool skip_empty);

/*
 * Count all records from the reader's position to the end, and print the counts. The session only
 * needs a reader. Return: enum rep_exit.
 */
int rep_stats_print(struct rep_session *s, struct out *o, bool skip_empty);
