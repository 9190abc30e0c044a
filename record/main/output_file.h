/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Opens and closes the output of a recording. The functions that write to it are in file/sink.h. */

#include <stdbool.h>

struct rec;

/*
 * Set the path and the kind (file, directory, pipe) of the output. Call this function before the
 * attrs are configured: a pipe needs ids in all records. Return: 0, or -1 after printing an error.
 */
int rec_output_plan(struct rec *r);
/*
 * Open the output. The caller does so only when the events are open: if an event cannot be opened,
 * an older recording of the same name stays. Return: 0, or -1 after printing an error.
 */
int rec_output_open(struct rec *r);
/*
 * Start the writer thread for compressed data, if ring data goes to the main file. Called when the
 * main thread has written everything that precedes the ring data. Return: 0, or -1 after printing
 * an error.
 */
int rec_output_start_worker(struct rec *r);
/*
 * If the output file has no name yet, give it its name FILE; an older FILE becomes FILE.old.
 * Return: 0, or -1 after printing an error.
 */
int rec_output_name(struct rec *r);
bool rec_output_has_name(const struct rec *r);
void rec_output_close(struct rec *r);
void rec_output_free(struct rec *r);
