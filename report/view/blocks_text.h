/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

struct event_rows;
struct report;

/* The table of an event, of rp->blocks: the blocks of the functions that its branches go to. */
void report_blocks_text(struct report *rp, const struct event_rows *ev);
