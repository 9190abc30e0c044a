/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Opens, enables, disables and closes events and their rings. */

#include <stdbool.h>
#include <stdint.h>

struct rec;

int rec_open_all(struct rec *r);
int rec_enable_all(struct rec *r, bool on);
/* Enable or disable the event called @name; NULL: all events. */
int rec_enable_named(struct rec *r, bool on, const char *name);
/* Enable or disable all events except the side-band event, which stays as it is. */
int rec_enable_samples(struct rec *r, bool on);
/* Write LOST_SAMPLES records for the samples that each counter has lost since the last call. */
int rec_read_lost(struct rec *r);
/*
 * Close all descriptors and rings (close_events.c). The kernel may still be closing some of them
 * after this process has ended.
 */
void rec_close_all(struct rec *r);
/* Return the number of records lost so far for want of room. Writes nothing to the file. */
uint64_t rec_count_lost(struct rec *r);
/* Open the events of --switch-output-event, which only switch to the next file (trigger.c). */
int rec_trigger_open(struct rec *r);
/* Return whether event @index of r->triggers has happened since the last call. */
bool rec_trigger_fired(struct rec *r, uint32_t index);
void rec_trigger_close(struct rec *r);
