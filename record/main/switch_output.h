/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Implements --switch-output: writes one recording to several files, one after the other. */

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_opts;

/*
 * Return whether the recorder handles SIGUSR2. This signal makes the recorder begin the next file
 * of --switch-output, or write the data that rings and AUX areas in overwrite mode keep.
 */
bool rec_switch_takes_signal(const struct rec_opts *o);
/*
 * Return whether the current file has reached its size limit, or has reached its time limit at the
 * time @now (rec_now_ns()).
 */
bool rec_switch_due(const struct rec *r, uint64_t now);
/*
 * Return the time of rec_now_ns() at which the current file reaches its time limit; 0: there is no
 * time limit.
 */
uint64_t rec_switch_at(const struct rec *r);
int rec_switch_next(struct rec *r);
/*
 * With --switch-output or --timestamp-filename, rename the last file, which is finished, to a name
 * with a timestamp; otherwise do nothing. Return: 0, or -1 after printing an error.
 */
int rec_switch_end(struct rec *r);
/* Print the names of the files that --switch-output has written and kept. */
void rec_switch_say(const struct rec *r);
