/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes the rows of a report from an open session. */

#include <stdbool.h>

struct report;

/*
 * Fill @rp with the rows of its session. The caller first sets rp->opts, rp->s and rp->out, and
 * calls report_free() also after a failure. One session may have several reports, one after the
 * other. Their input options must be equal, and the ranges of --time must be inside the ranges of
 * the first report. Return: enum rep_exit. REP_FAIL without a message: memory was exhausted, and
 * report_err() returns the error.
 */
int report_gather(struct report *rp);
/*
 * Apply changed options --comms, --pid and --tid in rp->opts to the rows that report_gather() made;
 * all other options are as they were. No sample is read. Return: false: a new report has to be made
 * by report_gather().
 */
bool report_refilter(struct report *rp);
void report_free(struct report *rp);
