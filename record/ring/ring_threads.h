/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Implements --threads: each thread drains the rings of one group of CPUs. */

#include <stdbool.h>

struct rec;
struct rec_drain;

/*
 * Check the argument of --threads against the CPUs of r->t, before anything is opened. Return: 0,
 * or -1 after printing an error.
 */
int rec_threads_check(struct rec *r);
/*
 * Assign the rings to threads as the argument of --threads says, and set r->ring_threads and
 * r->nr_ring_threads. Do nothing without --threads. Return: 0, or -1 after printing an error.
 */
int rec_threads_plan(struct rec *r);
/*
 * Start the ring threads, and open r->ring_threads_event, an eventfd. The descriptor becomes
 * readable when a ring thread has failed, or when a ring thread has no ring left that can get more
 * data. Do nothing without --threads. Return: 0; -1 after printing an error: the caller then calls
 * rec_threads_stop() to end the threads that were started.
 */
int rec_threads_start(struct rec *r);
/*
 * Handle r->ring_threads_event when it is readable. Return: 0; -1: a ring thread has
 * failed.
 */
int rec_threads_handle_event(struct rec *r);
/* returns whether any of the rings that ring threads drain can still get data */
bool rec_threads_live(const struct rec *r);
/*
 * A ring thread commits when it writes all data of its rings to the files. For each ring thread,
 * add to sum->late the number of commits that were later than --flush allows. If the longest time
 * between two commits of the thread exceeds sum->longest, store this time in sum->longest.
 */
void rec_threads_sum(const struct rec *r, struct rec_drain *sum);
/*
 * Ask the ring threads to write the data of rings in overwrite mode. The threads write the data
 * soon after this function returns. Return: 0.
 */
int rec_threads_dump(struct rec *r);
/*
 * Let the ring threads write all data of their rings, and end the threads. Return: 0; -1: a ring
 * thread has failed.
 */
int rec_threads_stop(struct rec *r);
