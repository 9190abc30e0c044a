/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_JSON_H
#define REP_REPORT_JSON_H

/* A report as JSON. */

struct report;

/* The same rows as in text, without call graphs. */
void report_json(struct report *rp);

#endif
