/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as text. */

struct report;

/* Print the lines about columns with one value, before all other text. */
void report_elided_text(struct report *rp);
void report_text(struct report *rp);
/* Print the statistics of branches, after all other text. */
void report_branch_types(struct report *rp);
