/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The threads of --threads, each of which drains the rings of a group of CPUs. */

#include <stdbool.h>

struct rec;
struct rec_drain;

/* Assign the rings to threads by the value of --threads; sets r->nr_ring_threads. */
int rec_threads_plan(struct rec *r);
int rec_threads_start(struct rec *r);
/* Return a descriptor that becomes readable when a thread fails or its last ring ends. */
int rec_threads_fd(struct rec *r);
/*
 * Handle the descriptor of rec_threads_fd() when it is readable. Return: -1 if a thread has failed.
 */
int rec_threads_handle_event(struct rec *r);
bool rec_threads_live(const struct rec *r); /* some ring may still get data */
/* Add the late commits of the threads to those of @sum. */
void rec_threads_sum(const struct rec *r, struct rec_drain *sum);
/*
 * Ask the threads to write what overwrite rings keep; they write it soon after this function
 * returns.
 */
int rec_threads_dump(struct rec *r);
/* Let the threads write all data to the files, and join them. Return: -1 if one has failed. */
int rec_threads_stop(struct rec *r);
