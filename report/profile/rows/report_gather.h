/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes the rows of a report from an open session. */

#include <stdbool.h>

struct report;

/*
 * Make the rows of @rp from the samples of the session rp->s. The caller first sets rp->opts,
 * rp->s and rp->out, and calls report_free() also after a failure. One session may have several
 * reports, one after the other. Their input options must be equal, and the ranges of --time must
 * be inside the ranges of the first report. Return: enum rep_exit. If memory is exhausted, the
 * result is REP_FAIL, no message is printed, and report_err() returns the error.
 */
int report_gather(struct report *rp);
/*
 * Apply the options --comms, --pid and --tid in rp->opts, which the caller has changed, to the
 * rows that report_gather() made. The caller must not have changed other options. The function
 * reads no sample. Return: false if the change cannot be applied or on an error; the caller then
 * has to make a new report with report_gather().
 */
bool report_refilter(struct report *rp);
void report_free(struct report *rp);
