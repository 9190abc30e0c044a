/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records of a file by type, and the samples of each event. */

#include "base/out.h"
#include "session/session.h"

struct stats;

/*
 * Return: counts that stats_free() frees; NULL when memory is exhausted. If memory is exhausted
 * here or while records are counted, an error of the session is set.
 */
struct stats *stats_new(struct rep_session *s);
void stats_free(struct stats *st); /* NULL is allowed */

/* Count a record. Call for each record, in file order. */
void stats_count(struct stats *st, const struct pdata_record *rec);

/* Replace the event's number of samples by @nr, and its number of lost samples by 0. */
void stats_set_samples(struct stats *st, const struct pdata_event *ev, uint64_t nr);

/* Print the counts. @skip_empty: leave out types and events whose count is 0. */
void stats_print(struct stats *st, struct out *o, bool skip_empty);

/*
 * Count all records from the reader's position to the end and print the counts. Nothing of the
 * session but its reader is needed. Return: enum rep_exit.
 */
int rep_stats_print(struct rep_session *s, struct out *o, bool skip_empty);
