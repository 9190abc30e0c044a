/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes the content of an output file before and after the ring data, and reports failed writes.
 */

struct rec;

/*
 * Open the output, and set the stream (output file) of each ring. Return: 0, or -1 after printing
 * an error.
 */
int rec_start_open(struct rec *r);
/*
 * Write everything that precedes the ring data: attrs, features of the host, synthesised records.
 * Return: 0; -1: a write has failed.
 */
int rec_start_content(struct rec *r);
/*
 * Write the FINISHED_INIT record behind all synthesised records. If the recorder has started a
 * writer thread for the output file, let this thread write from then on. Return: 0; -1: an error
 * was printed, or a write has failed.
 */
int rec_start_done(struct rec *r);
/*
 * --switch-output: close the finished file, which was renamed before, and start the next file under
 * the path of the recording. Return: 0; -1: an error was printed, or a write has failed.
 */
int rec_start_next(struct rec *r);
/*
 * Write the end of the recording: the last records, the features, and the trailer with the index
 * and the stored symbols. Return: 0; -1: an error was printed, or a write has failed.
 */
int rec_start_finish(struct rec *r);

/*
 * If a write has failed: write the complete records that are still in memory, and print why the
 * write failed, how much data the file has, and what the user can do (rec_failed.c).
 */
void rec_say_failed(struct rec *r);
