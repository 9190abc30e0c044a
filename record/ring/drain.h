/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Emptying rings into streams. */

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_drain;

int rec_drain_open(struct rec_drain *d, struct rec *r, const uint32_t *rings, uint32_t nr);
void rec_drain_close(struct rec_drain *d);
int rec_drain_watch(struct rec_drain *d, int fd, uint32_t data);
void rec_drain_unwatch(struct rec_drain *d, int fd);
/*
 * Every event of a ring wakes all of them, so one descriptor is watched. When its own task has
 * ended it would report that for ever: another one takes over, and when none is left the ring
 * has nothing more to come.
 */
int rec_drain_hung_up(struct rec_drain *d, uint32_t index);
/* One pass over the rings that are emptied as they fill; @all: even those that hold little. */
int rec_drain_pass(struct rec_drain *d, bool all);
/* Add what @d counted, while it still does, to @sum. */
void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d);
/* The streams are committed. */
void rec_drain_committed(struct rec_drain *d, uint64_t now);
/* What the backward rings hold since the last time. All stand still at one moment, and shortly. */
int rec_drain_latest(struct rec_drain *d);
