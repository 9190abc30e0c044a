/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records of a file by type, and the samples of each event. */

#include "base/out.h"
#include "session/session.h"

struct stats;

/*
 * Return: NULL when memory is exhausted. That, and memory that is exhausted while records are
 * counted, is an error of the session.
 */
struct stats *stats_new(struct rep_session *s);
void stats_free(struct stats *st); /* NULL is allowed */

/* Count a record. Call for each record, in file order. */
void stats_count(struct stats *st, const struct pdata_record *rec);

/* Set the event's sample count to @nr, whatever was counted, and its lost samples to 0. */
void stats_set_samples(struct stats *st, const struct pdata_event *ev, uint64_t nr);

/* @skip_empty: leave out what was not counted. */
void stats_print(struct stats *st, struct out *o, bool skip_empty);

/*
 * Count all records from where the reader stands and print; needs nothing else of the session.
 * Return: enum rep_exit.
 */
int rep_stats_print(struct rep_session *s, struct out *o, bool skip_empty);
