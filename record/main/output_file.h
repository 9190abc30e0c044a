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
 * Open the output. Call this function only after all events are open, so that an older recording
 * of the same name stays if an event cannot be opened. Return: 0, or -1 after printing an error.
 */
int rec_output_open(struct rec *r);
/*
 * If the data is compressed, and ring data goes to the main file and not to files data.N, start
 * the writer thread; otherwise do nothing. rec_start_done() gives the thread its work.
 * rec_output_free() ends the thread. Return: 0, or -1 after printing an error.
 */
int rec_output_start_thread(struct rec *r);
/* Wait until the writer thread has written all data; from then on the main thread writes. */
void rec_output_detach_thread(struct rec *r);
/*
 * If the output file has no name yet, or the output directory has a hidden name, rename an older
 * recording at the path of this one to PATH.old, and then give this path to the output. Return: 0,
 * or -1 after printing an error.
 */
int rec_output_name(struct rec *r);
bool rec_output_has_name(const struct rec *r);
/*
 * Check that nobody has removed the complete recording while it was written. Return: 0, or -1 after
 * printing an error.
 */
int rec_output_check_name(const struct rec *r);
void rec_output_close(struct rec *r);
void rec_output_free(struct rec *r);
