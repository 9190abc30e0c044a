/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A report as JSON. */

struct report;

/* The same rows as in text, without call graphs. */
void report_json(struct report *rp);
