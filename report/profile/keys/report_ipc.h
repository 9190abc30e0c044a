/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Instructions per cycle of a function: the instructions executed in its blocks, which lie between
 * two branches, divided by the cycles that branch stacks have for these blocks.
 */

#include "profile/model/report.h"

struct report_ipc;

struct ipc {
	double per_cycle;
	double coverage; /* percent of the function's instructions that are in these blocks */
};

/* Call this after rp->blocks is set. Return: NULL if memory is exhausted. */
struct report_ipc *report_ipc_new(struct report *rp);
void report_ipc_free(struct report_ipc *p);

/*
 * Compute the IPC of the row's function. Return: false if its code is not available; see
 * report_err().
 */
bool report_ipc_of(const struct report *rp, const struct rep_row *r, struct ipc *out);
