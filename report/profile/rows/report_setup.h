/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sets up those parts of a report that depend on the recording: columns, keys, event groups. */

struct report;

/* Set the columns, the keys and the options that depend on the recording. Return: enum rep_exit. */
int report_setup(struct report *rp);
/*
 * Same as report_setup(), but without the check that the file has the context-switch records that
 * latency and parallelism need. rep_session_tasks(), which counts these records, need not have run.
 */
int report_setup_columns(struct report *rp);
/*
 * Parse --comms, --pid and --tid in rp->opts again, and hide the column "comm" if --comms lets
 * only one name pass. Return: 0; -ENOMEM if memory is exhausted; another value: an error message
 * was printed.
 */
int report_setup_threads(struct report *rp);
/*
 * Return the keys that are used without --sort, and that a "+" at the start of --sort adds to.
 * report_setup_columns() must have been called.
 */
const char *report_default_sort(const struct report *rp);
/* Return the HIST_X_ bits that the keys and filters of the report need. */
unsigned report_extras(const struct report *rp);

/*
 * Set @leader, @position and @members in the struct event_rows of each event, from the event groups
 * of the recording and from --group and --no-group.
 */
void report_groups(struct report *rp);
