/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Resolves the addresses of a report in bulk, before the rows are built. */

#include "profile/model/report.h"

/*
 * Resolve all addresses that the rows of a report need. Call this function after report_pass() and
 * before rows_build(), which only looks the addresses up. On an error, report_err() returns it.
 */
void report_resolve(struct report *rp);
