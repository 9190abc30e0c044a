/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Starts the command that is recorded, and waits for its end. */

#include <stdbool.h>

struct rec;

int rec_workload_prepare(struct rec *r);
int rec_workload_start(struct rec *r);
/*
 * Call when r->child_err becomes readable. If the exec of the command succeeded, the output file
 * gets its name, see rec_output_name(). Return: 0, or -1 after printing an error.
 */
int rec_workload_started(struct rec *r);
/* Wait for the command to end; @kill_it: send it SIGTERM first. */
void rec_workload_reap(struct rec *r, bool kill_it);
