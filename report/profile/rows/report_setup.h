/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sets up the parts of a report that depend on the file: columns, keys, event groups. */

struct report;

/* Set columns, keys and the options that depend on the file. Return: enum rep_exit. */
int report_setup(struct report *rp);
/* Return the HIST_X_ bits that the keys and filters of the report need. */
unsigned report_extras(const struct report *rp);

/* Set the leader, position and number of members of each event group. */
void report_groups(struct report *rp);
