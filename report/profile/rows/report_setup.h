/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_SETUP_H
#define REP_REPORT_SETUP_H

/* The settings of a report that depend on the file. */

struct report;

/* Columns, keys, options that depend on the file. Return: enum rep_exit. */
int report_setup(struct report *rp);
/* HIST_X_ bits that the keys and filters of the report need. */
unsigned report_extras(const struct report *rp);

/* Find which events belong together. */
void report_groups(struct report *rp);

#endif
