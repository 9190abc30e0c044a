/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_THREADS_H
#define REP_REPORT_THREADS_H

#include "profile/model/report.h"

/*
 * What --threads adds: counters by thread, of READ records. @raw: a line for each. Reads the file
 * once more.
 */
void report_threads(struct report *rp, bool raw);

#endif
