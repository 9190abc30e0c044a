/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_CHAIN_TEXT_H
#define REP_CHAIN_TEXT_H

/* Call graphs as text. */

struct event_rows;
struct rep_row;
struct report;

/* The call graph below a row. Without memory see report_err(). */
void chain_text(struct report *rp, const struct event_rows *ev, const struct rep_row *row);

#endif
