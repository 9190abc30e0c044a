/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The beginning and end of the output of a recording; file/sink.h is for what is written to it. */

#include <stdbool.h>

struct rec;

/* Where it will go, and whether as a pipe: that changes what is recorded. */
int rec_output_plan(struct rec *r);
/* Only when events are open: a file of before is not given up for an event that does not exist. */
int rec_output_open(struct rec *r);
/*
 * Start the thread that compresses and writes. It starts with the recording: this thread writes
 * all that precedes.
 */
int rec_output_start_worker(struct rec *r);
/* The file takes its name, and the one of before becomes FILE.old. */
int rec_output_name(struct rec *r);
bool rec_output_has_name(const struct rec *r);
void rec_output_close(struct rec *r);
void rec_output_free(struct rec *r);
