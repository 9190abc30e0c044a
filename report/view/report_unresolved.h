/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* --unnamed: what has no symbol, how many samples that is, and what would name it. */

struct report;

void report_unresolved(struct report *rp);

/* Percent of the samples that have no name. */
double report_unresolved_share(struct report *rp);
