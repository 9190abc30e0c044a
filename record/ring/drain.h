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
 * Handle the hang-up of the watched descriptor of the ring r->rings[@index]: the task of the
 * descriptor's event has ended. Only one descriptor of each ring is watched, because data of any
 * event in the ring makes every descriptor of the ring readable. A descriptor that has hung up
 * would wake the thread for ever, so the next descriptor of the ring is watched instead. If no
 * descriptor is left, the ring gets no more data. Return: 0, or -1 after printing an error.
 */
int rec_drain_hung_up(struct rec_drain *d, uint32_t index);
/*
 * Write the unread data of the rings of @d, and of their AUX areas, to the streams (output files)
 * of the rings. Leave out rings and AUX areas in overwrite mode. Unless @all is set, also leave
 * out each ring whose data is less than --mmap-flush and less than a quarter of the ring. Return:
 * 0; -1 after printing an error, or if a write has failed.
 */
int rec_drain_pass(struct rec_drain *d, bool all);
/*
 * Add d->late to sum->late. If d->longest exceeds sum->longest, store it in sum->longest. Another
 * thread may be using @d.
 */
void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d);
/*
 * Store in @d that all data of its rings was written to the output files (a commit) at the time
 * @now, of rec_now_ns(). If the time since the previous commit exceeds --flush, add 1 to d->late.
 * If it exceeds d->longest, store it in d->longest.
 */
void rec_drain_committed(struct rec_drain *d, uint64_t now);
/*
 * Write the records that rings in overwrite mode have got since the last call, and a snapshot of
 * each AUX area in overwrite mode. While the rings are read, all rings of @d in overwrite mode are
 * paused, so that their data ends at the same moment. Return: 0; -1 after printing an error, or if
 * a write has failed.
 */
int rec_drain_latest(struct rec_drain *d);
