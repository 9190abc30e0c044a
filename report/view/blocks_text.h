/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

struct event_rows;
struct report;

/*
 * Print the table of --total-cycles from @rp->blocks: the basic blocks of each function that has a
 * row in @ev, except blocks whose share of the cycles is below --percent-limit. The function of a
 * row is the function that contains the target of the row's branches.
 */
void report_blocks_text(struct report *rp, const struct event_rows *ev);
