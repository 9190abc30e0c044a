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
 * Handle a hang-up of the descriptor that is watched for the ring r->rings[@index]. A descriptor
 * hangs up when the task of its event has ended. The descriptor would then wake the thread for
 * ever, so the function watches the next descriptor of the ring instead. One watched descriptor is
 * enough for a ring, because data of any event in the ring makes every descriptor of the ring
 * readable. If no descriptor is left, the ring gets no more data. Return: 0, or -1 after printing
 * an error.
 */
int rec_drain_hung_up(struct rec_drain *d, uint32_t index);
/*
 * Write the unread data of the rings of @d, and of their AUX areas, to the streams (output files)
 * of the rings. Leave out rings and AUX areas in overwrite mode. Unless @all is set, also leave
 * out each ring whose unread bytes are fewer than --mmap-flush says and fill less than a quarter
 * of the ring. Return: 0; -1 after printing an error, or if a write has failed.
 */
int rec_drain_pass(struct rec_drain *d, bool all);
/*
 * Add the counts of late commits of @d to @sum; a commit is a write of all ring data to the output
 * files. Add d->late, the number of commits that came later than --flush allows, to sum->late. If
 * d->longest, the longest time between two commits, exceeds sum->longest, store it in
 * sum->longest. Another thread may use @d at the same time.
 */
void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d);
/*
 * The caller has written all data of the rings of @d to the output files (a commit) at the time
 * @now, from rec_now_ns(). Store @now in @d. If the interval between this commit and the previous
 * commit is longer than --flush allows, add 1 to d->late. If this interval is longer than
 * d->longest, store the interval in d->longest.
 */
void rec_drain_committed(struct rec_drain *d, uint64_t now);
/*
 * Write the records that rings in overwrite mode have got since the last call, and a snapshot of
 * each AUX area in overwrite mode. While the rings are read, all rings of @d in overwrite mode are
 * paused, so that their data ends at the same moment. Return: 0; -1 after printing an error, or if
 * a write has failed.
 */
int rec_drain_latest(struct rec_drain *d);
