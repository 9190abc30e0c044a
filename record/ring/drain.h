/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Waits for data in rings and drains it into streams. */

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_drain;

int rec_drain_open(struct rec_drain *d, struct rec *r, const uint32_t *rings, uint32_t nr);
void rec_drain_close(struct rec_drain *d);
int rec_drain_watch(struct rec_drain *d, int fd, uint32_t data);
void rec_drain_unwatch(struct rec_drain *d, int fd);
/*
 * Handle the hang-up of the watched descriptor of ring @index, whose task has ended. One
 * descriptor of each ring is watched, because data of any event of a ring wakes all of its
 * descriptors. A descriptor that has hung up would report that for ever, so the next descriptor of
 * the ring is watched instead. If no descriptor is left, the ring will get no more data. Return: 0
 * or -1.
 */
int rec_drain_hung_up(struct rec_drain *d, uint32_t index);
/*
 * Drain all rings that are not in overwrite mode. @all: also rings with less data than --mmap-flush
 * and a quarter of their size. Return: 0 or -1.
 */
int rec_drain_pass(struct rec_drain *d, bool all);
/* Add the late commits of @d, which another thread may be using, to those of @sum. */
void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d);
/* Note that the streams were committed at time @now. */
void rec_drain_committed(struct rec_drain *d, uint64_t now);
/*
 * Write what the overwrite rings and AUX snapshots have got since the last call. All overwrite
 * rings are paused meanwhile, so that their data ends at the same moment. Return: 0 or -1.
 */
int rec_drain_latest(struct rec_drain *d);
