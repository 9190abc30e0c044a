/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Starts the command to record, and waits for its end. */

#include <stdbool.h>

struct rec;

int rec_workload_prepare(struct rec *r);
int rec_workload_start(struct rec *r);
/*
 * Handle the result of the command's exec. Call this function when r->child_err becomes readable.
 * If the exec has succeeded, give the output file its name with rec_output_name(). Return: 0, or
 * -1 after printing an error.
 */
int rec_workload_started(struct rec *r);
/* Wait for the end of the command. If @kill_it is set, send SIGTERM to the command first. */
void rec_workload_reap(struct rec *r, bool kill_it);
