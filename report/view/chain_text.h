/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints call graphs as text. */

struct event_rows;
struct rep_row;
struct report;

/* Print the call graph below a row. If memory is exhausted, report_err() says so. */
void chain_text(struct report *rp, const struct event_rows *ev, const struct rep_row *row);
