/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "profile/model/report.h"

/*
 * Print the values of READ records by thread, for --threads. @raw: one line for each record. This
 * reads the file once more.
 */
void report_threads(struct report *rp, bool raw);
