/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_BLOCKS_H
#define REP_REPORT_BLOCKS_H

/* --total-cycles: stretches of code between branches, by the cycles that branch stacks count for them. */

#include "report.h"

struct report_blocks;

/* Reads the file once more, after the rows are made. */
struct report_blocks *report_blocks_new(struct report *rp);
void report_blocks_free(struct report_blocks *b);

/* The table of an event: blocks of the functions that its branches go to. */
void report_blocks_text(struct report_blocks *b, const struct event_rows *ev);

#endif
