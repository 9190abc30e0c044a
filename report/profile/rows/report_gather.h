/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes the rows of a report from an open session. */

struct report;

/*
 * Fill @rp with the rows of its session. The caller first sets rp->opts, rp->s and rp->out, and
 * calls report_free() also after a failure. One session may have several reports, one after the
 * other. Their input options must be equal, and the ranges of --time must be inside the ranges of
 * the first report. Return: enum rep_exit. REP_FAIL without a message: memory was exhausted, and
 * report_err() returns the error.
 */
int report_gather(struct report *rp);
void report_free(struct report *rp);
