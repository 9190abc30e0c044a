/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --unnamed: prints objects with unresolved samples, the number of these, and the option or file
 * that would resolve them.
 */

struct report;

void report_unresolved(struct report *rp);

/* Percentage of unresolved samples. */
double report_unresolved_share(struct report *rp);
