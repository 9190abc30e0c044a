/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Opens and closes the output of a recording. file/sink.h has the functions that write to it. */

#include <stdbool.h>

struct rec;

/* Set path and kind of the output, before attrs are made: a pipe needs ids in all records. */
int rec_output_plan(struct rec *r);
/*
 * Open the output. Called when events are open, so that a wrong event does not replace an older
 * recording.
 */
int rec_output_open(struct rec *r);
/*
 * Start the writer thread, which compresses and writes ring data. The main thread writes everything
 * that precedes the ring data.
 */
int rec_output_start_worker(struct rec *r);
/* Give the file its name; an older file of that name becomes FILE.old. */
int rec_output_name(struct rec *r);
bool rec_output_has_name(const struct rec *r);
void rec_output_close(struct rec *r);
void rec_output_free(struct rec *r);
