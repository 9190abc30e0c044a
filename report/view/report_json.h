/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as JSON. */

struct report;

/* Print the rows that report_text() prints, without call graphs. */
void report_json(struct report *rp);
