/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as text. */

struct report;

/*
 * Print a line "# KEY: VALUE" for each column that is not printed because filters let only one
 * value pass. Call this function before the other functions that print the report.
 */
void report_elided_text(struct report *rp);
void report_text(struct report *rp);
/*
 * Print how many branches there are of each type. Call this function after the other functions that
 * print the report.
 */
void report_branch_types(struct report *rp);

/* Print the column headers as one line, without the newline at its end. */
void report_text_headers(struct report *rp);
