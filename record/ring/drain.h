/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Waits for data in a set of rings, and writes the data to the streams of the rings. */

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_drain;

int rec_drain_open(struct rec_drain *d, struct rec *r, const uint32_t *rings, uint32_t nr);
void rec_drain_close(struct rec_drain *d);
int rec_drain_watch(struct rec_drain *d, int fd, uint32_t data);
void rec_drain_unwatch(struct rec_drain *d, int fd);
/*
 * Handle the hang-up of the watched descriptor of ring @index: the task of the event has ended.
 * Only one descriptor of each ring is watched, because data of any event in the ring makes every
 * descriptor of the ring readable. A descriptor that has hung up would wake the thread for ever, so
 * the next descriptor of the ring is watched instead. If no descriptor is left, the ring gets no
 * more data. Return: 0, or -1 after printing an error.
 */
int rec_drain_hung_up(struct rec_drain *d, uint32_t index);
/*
 * Write the data of all rings and AUX areas that are not in overwrite mode to their streams. Unless
 * @all is set, skip each ring whose data is less than --mmap-flush and less than a quarter of the
 * ring. Return: 0; -1 after printing an error, or if a write has failed.
 */
int rec_drain_pass(struct rec_drain *d, bool all);
/*
 * Add d->late to sum->late, and raise sum->longest to d->longest. Another thread may be using @d.
 */
void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d);
/*
 * Store that the streams of @d were committed at the time @now. Add 1 to d->late if the time since
 * the previous commit exceeds --flush, and raise d->longest to this time.
 */
void rec_drain_committed(struct rec_drain *d, uint64_t now);
/*
 * Write the data that rings and AUX areas in overwrite mode have got since the last call. During
 * this call all rings in overwrite mode are paused, so that their data ends at the same moment.
 * Return: 0; -1 after printing an error, or if a write has failed.
 */
int rec_drain_latest(struct rec_drain *d);
