/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Resolves the addresses of a report in bulk, before its rows are built. */

#include "profile/model/report.h"

/*
 * Resolve all addresses that the rows of a report need. Call it after the sample pass and before
 * rows_build(), which only looks the addresses up. Errors: see report_err().
 */
void report_resolve(struct report *rp);
