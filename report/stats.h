/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_STATS_H
#define REP_STATS_H

#include "out.h"
#include "session.h"

/*
 * Count the records of a file by type, and the samples of each event. Reads all records from where
 * the reader stands; needs nothing else of the session. @skip_empty: leave out what was not
 * counted. Return: enum rep_exit.
 */
int rep_stats_print(struct rep_session *s, struct out *o, bool skip_empty);

#endif
