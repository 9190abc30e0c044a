/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_BLOCKS_TEXT_H
#define REP_BLOCKS_TEXT_H

struct event_rows;
struct report;

/* The table of an event, of rp->blocks: the blocks of the functions that its branches go to. */
void report_blocks_text(struct report *rp, const struct event_rows *ev);

#endif
