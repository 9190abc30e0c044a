/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as JSON. */

struct report;

/*
 * Print the report @rp as one JSON object to @rp->out. For each event, including each member of an
 * event group, the object has the rows that pass the filters and the percent limit. The object has
 * no call graphs.
 */
void report_json(struct report *rp);
