/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Computes instructions per cycle (IPC) of a function: the number of instructions executed in the
 * function's blocks between two branches, divided by the cycles that branch stacks report for the
 * blocks.
 */

#include "profile/model/report.h"

struct report_ipc;

struct ipc {
	double per_cycle;
	/* percentage of the function's instructions that are in blocks with known cycles */
	double coverage;
};

/*
 * Make the table of IPC values. Call this function after rp->blocks is set. Return: NULL if memory
 * is exhausted.
 */
struct report_ipc *report_ipc_new(struct report *rp);
void report_ipc_free(struct report_ipc *p);

/*
 * Compute the IPC of the function of row @r. Return: false if the function's code is not
 * available, or if rp->ipc is NULL. If memory is exhausted, the result and *@out are not valid,
 * and report_err() returns the error.
 */
bool report_ipc_of(const struct report *rp, const struct rep_row *r, struct ipc *out);
