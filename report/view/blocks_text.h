/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

struct event_rows;
struct report;

/* Print rp->blocks of an event as a table: the blocks of functions that its branches jump to. */
void report_blocks_text(struct report *rp, const struct event_rows *ev);
