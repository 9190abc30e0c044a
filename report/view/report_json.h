/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a report as JSON. */

struct report;

/*
 * Print the report @rp as one JSON object to @rp->out: for each event, also for each member of an
 * event group, the rows that the filters and the percent limit let pass, but no call graphs.
 */
void report_json(struct report *rp);
