/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A report as text. */

struct report;

/* The lines about columns with one value, above all else. */
void report_elided_text(struct report *rp);
void report_text(struct report *rp);
/* The statistics of branches, behind all else. */
void report_branch_types(struct report *rp);
