/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Implements --threads: each thread drains the rings of one group of CPUs. */

#include <stdbool.h>

struct rec;
struct rec_drain;

/*
 * Assign the rings to threads as the argument of --threads says, and set r->ring_threads. Does
 * nothing without --threads. Return: 0, or -1 after printing an error.
 */
int rec_threads_plan(struct rec *r);
int rec_threads_start(struct rec *r);
/*
 * Open r->ring_threads_event. Return: this descriptor, which becomes readable when a ring thread
 * fails, or when all rings of a ring thread have ended; -1 with errno: it cannot be opened.
 */
int rec_threads_fd(struct rec *r);
/*
 * Handle the descriptor of rec_threads_fd() when it is readable. Return: 0; -1: a ring thread has
 * failed.
 */
int rec_threads_handle_event(struct rec *r);
bool rec_threads_live(const struct rec *r); /* whether a ring can still get data */
/*
 * For each ring thread, add the thread's count of late commits to sum->late, and raise sum->longest
 * to the thread's longest time between two commits.
 */
void rec_threads_sum(const struct rec *r, struct rec_drain *sum);
/*
 * Ask the ring threads to write the data of rings in overwrite mode. The threads write the data
 * soon after this function returns. Return: 0.
 */
int rec_threads_dump(struct rec *r);
/* Let the ring threads write all data and end. Return: 0; -1: a ring thread has failed. */
int rec_threads_stop(struct rec *r);
