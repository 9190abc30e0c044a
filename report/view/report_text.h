/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as text. */

#include <stdbool.h>

struct report;

/*
 * Print a line "# KEY: VALUE" for each column that is not printed because filters let only one
 * value pass: KEY is the sort key of the column, VALUE is this value. Call this function before
 * the other functions that print the report.
 */
void report_elided_text(struct report *rp);
/* Print the rows. Return: false if there are no samples; a message says so. */
bool report_text(struct report *rp);
/*
 * Print the share of each branch type among the branches of all rows of the report @rp, which must
 * have the mode REPORT_BRANCH. Call this function after report_text() and report_threads().
 */
void report_branch_types(struct report *rp);

/* Print the column headers to @rp->out as one line, without the newline at its end. */
void report_text_headers(struct report *rp);
