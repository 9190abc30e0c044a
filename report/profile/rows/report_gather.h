/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes the rows of a report from an open session. */

struct report;

/*
 * Fill @rp with the rows of its session. The caller sets rp->opts, rp->s and rp->out first, and
 * calls report_free() also after a failure. A session may have several reports, one after the
 * other, with the same options of the input and a --time that is in that of the first. Return:
 * enum rep_exit; REP_FAIL without a message if memory was exhausted, see report_err().
 */
int report_gather(struct report *rp);
void report_free(struct report *rp);
