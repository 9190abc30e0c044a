/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* One recording in several files. */

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_opts;

/* SIGUSR2 is ours: it asks for the next file, or for what the rings keep. */
bool rec_switch_takes_signal(const struct rec_opts *o);
/* The size or the time of this file is reached. */
bool rec_switch_due(const struct rec *r, uint64_t now);
/* When it will be by time; 0: never. */
uint64_t rec_switch_at(const struct rec *r);
int rec_switch_next(struct rec *r);
/* After the last file is finished. */
int rec_switch_end(struct rec *r);
/* Which files are there at the end. */
void rec_switch_say(const struct rec *r);
