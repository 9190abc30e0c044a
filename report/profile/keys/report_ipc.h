/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Instructions per cycle of a function: those of the stretches of its code that ran from the end
 * of one branch to the next, by the cycles that branch stacks count for them.
 */

#include "profile/model/report.h"

struct report_ipc;

struct ipc {
	double per_cycle;
	double coverage; /* percent of the function's instructions that this is about */
};

/* After rp->blocks. NULL without memory. */
struct report_ipc *report_ipc_new(struct report *rp);
void report_ipc_free(struct report_ipc *p);

/* Of the row's function. Return: false where its code is not at hand; see report_err(). */
bool report_ipc_of(const struct report *rp, const struct rep_row *r, struct ipc *out);
