/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes the content of a file before and after the ring data, and reports failed writes. */

struct rec;

/* Open the file, and give each ring the stream that it writes to. */
int rec_start_open(struct rec *r);
/* Write everything that precedes the ring data. */
int rec_start_content(struct rec *r);
/* Write FINISHED_INIT when all synthesised records are written, and start the writer thread. */
int rec_start_done(struct rec *r);
/* Close a finished file, which has been renamed, and start the next file under its old name. */
int rec_start_next(struct rec *r);
/* Write what follows the data: features, index, bundle. */
int rec_start_finish(struct rec *r);

/*
 * If a write has failed, save the whole records and print why it failed, what is in the file
 * nevertheless, and what the user can do (rec_failed.c).
 */
void rec_say_failed(struct rec *r);
