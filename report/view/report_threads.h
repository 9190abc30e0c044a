/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "profile/model/report.h"

/*
 * Print what --threads adds to the report, the counter values of READ records: a table with one row
 * for each thread and one column for each event. If @raw is true, print one line for each thread
 * and event instead of this table. The function reads the whole recording again.
 */
void report_threads(struct report *rp, bool raw);
