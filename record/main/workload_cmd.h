/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The command that is recorded. */

#include <stdbool.h>

struct rec;

int rec_workload_prepare(struct rec *r);
int rec_workload_start(struct rec *r);
/*
 * When child_err becomes readable: the command runs, and the recording gets its name; or an error
 * was said.
 */
int rec_workload_started(struct rec *r);
/* Wait for it to end; @kill_it: end it. */
void rec_workload_reap(struct rec *r, bool kill_it);
