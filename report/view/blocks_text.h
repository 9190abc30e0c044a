/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

struct event_rows;
struct report;

/* Print a table of rp->blocks: the blocks of functions to which branches of the event jump. */
void report_blocks_text(struct report *rp, const struct event_rows *ev);
