/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Call graphs as text. */

struct event_rows;
struct rep_row;
struct report;

/* The call graph below a row. Without memory see report_err(). */
void chain_text(struct report *rp, const struct event_rows *ev, const struct rep_row *row);
