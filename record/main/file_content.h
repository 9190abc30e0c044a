/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What a file has before and behind ring data, and what is said when it cannot be written. */

struct rec;

/* Open the file, and give each ring the stream that it writes to. */
int rec_start_open(struct rec *r);
/* Everything that stands before the first ring data. */
int rec_start_content(struct rec *r);
/* From here on what was running is known. */
int rec_start_done(struct rec *r);
/* Close a finished file and start another under the same name, which the old one has given up. */
int rec_start_next(struct rec *r);
/* What follows the data: features, index, names. */
int rec_start_finish(struct rec *r);

/*
 * If a write has failed: save what is whole; say why, what is in the file all the same, and what
 * the user can do (rec_failed.c).
 */
void rec_say_failed(struct rec *r);
