/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes one recording to several files (--switch-output). */

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_opts;

/*
 * Return whether the recorder handles SIGUSR2. The signal asks for the next file, or for the data
 * that overwrite rings and AUX snapshots keep.
 */
bool rec_switch_takes_signal(const struct rec_opts *o);
/* Return whether the current file has reached its limit of size or time. */
bool rec_switch_due(const struct rec *r, uint64_t now);
/* Return the time at which the current file reaches its time limit; 0: it has no limit. */
uint64_t rec_switch_at(const struct rec *r);
int rec_switch_next(struct rec *r);
/* Rename the last file. Called after it is finished. */
int rec_switch_end(struct rec *r);
/* Print which files were kept. */
void rec_switch_say(const struct rec *r);
