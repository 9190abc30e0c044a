/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as JSON. */

struct report;

/* Print as JSON the rows that report_text() prints as text, but no call graphs. */
void report_json(struct report *rp);
