/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "profile/model/report.h"

/*
 * Resolve all addresses that the rows of a report are made of, between the sample pass and
 * rows_build(), which only looks them up. See report_err().
 */
void report_resolve(struct report *rp);
