/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "profile/model/report.h"

/*
 * Print the counter values of READ records for --threads: a table with one row for each thread.
 * @raw: print one line for each thread and event instead. The function reads the whole file again.
 */
void report_threads(struct report *rp, bool raw);
