/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The way of a report from an open session to its rows. */

struct report;

/*
 * Fill @rp with all rows of its session, by rp->opts, s and out. Return: enum rep_exit; REP_FAIL
 * without a message when memory was exhausted, see report_err(). report_free() in any case.
 */
int report_gather(struct report *rp);
void report_free(struct report *rp);
