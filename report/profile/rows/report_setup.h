/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The settings of a report that depend on the file. */

struct report;

/* Columns, keys, options that depend on the file. Return: enum rep_exit. */
int report_setup(struct report *rp);
/* HIST_X_ bits that the keys and filters of the report need. */
unsigned report_extras(const struct report *rp);

/* Find which events belong together. */
void report_groups(struct report *rp);
