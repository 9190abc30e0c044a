/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as text. */

struct report;

/*
 * Print lines about the columns that are elided because they have one value. Call it before all
 * other output.
 */
void report_elided_text(struct report *rp);
void report_text(struct report *rp);
/* Print the counts of branch types. Call it after all other output. */
void report_branch_types(struct report *rp);

/* Print the line of column headers, without an end of line. */
void report_text_headers(struct report *rp);
