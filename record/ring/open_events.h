/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Opening, switching and closing events with their rings. */

#include <stdbool.h>
#include <stdint.h>

struct rec;

int rec_open_all(struct rec *r);
int rec_enable_all(struct rec *r, bool on);
/* The event of this name only; NULL: all. */
int rec_enable_named(struct rec *r, bool on, const char *name);
/* All but what tells about tasks and maps, which goes on. */
int rec_enable_samples(struct rec *r, bool on);
/* Sum up what was lost since the last time and write it as LOST_SAMPLES. */
int rec_read_lost(struct rec *r);
/* Descriptors and rings (close_events.c). The kernel may go on with its part after we are gone. */
void rec_close_all(struct rec *r);
/* Records the kernel had no room for, so far, without a word about it in the file. */
uint64_t rec_count_lost(struct rec *r);
/* Events that only ask for the next file (trigger.c). */
int rec_trigger_open(struct rec *r);
/* Whether @index of r->triggers has happened since the last time. */
bool rec_trigger_fired(struct rec *r, uint32_t index);
void rec_trigger_close(struct rec *r);
