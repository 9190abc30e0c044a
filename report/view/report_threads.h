/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "profile/model/report.h"

/*
 * What --threads adds: counters by thread, of READ records. @raw: a line for each. Reads the file
 * once more.
 */
void report_threads(struct report *rp, bool raw);
