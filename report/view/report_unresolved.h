/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --unnamed: prints the objects that have samples without a symbol, the share of these samples, and
 * the option or file that would resolve the samples.
 */

struct report;

void report_unresolved(struct report *rp);
