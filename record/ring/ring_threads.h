/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Threads for groups of cpus: --threads. */

#include <stdbool.h>

struct rec;
struct rec_drain;

/* Which rings go to which thread; sets nr_ring_threads. */
int rec_threads_plan(struct rec *r);
int rec_threads_start(struct rec *r);
/* A descriptor that is readable when one of them has news. */
int rec_threads_fd(struct rec *r);
int rec_threads_handle_event(struct rec *r);			  /* the news; -1: one has failed */
bool rec_threads_live(const struct rec *r);			  /* some ring can still deliver */
void rec_threads_sum(const struct rec *r, struct rec_drain *sum); /* add what they counted */
int rec_threads_dump(struct rec *r); /* what the rings keep goes to the files, soon */
int rec_threads_stop(struct rec *r); /* everything goes to the files; the threads end */
