/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as JSON. */

struct report;

/*
 * Print the report @rp as one JSON object to @rp->out. For each event, also for each member of an
 * event group, the object has the rows that the filters and the percent limit let pass. The object
 * has no call graphs.
 */
void report_json(struct report *rp);
