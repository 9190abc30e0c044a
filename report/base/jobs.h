/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Work that falls into jobs that do not depend on each other, done by several threads. */

#include <stdint.h>

#define REP_THREADS_MAX 16u

/* Do job @job. Jobs are begun in the order of their numbers, by any thread. */
typedef void rep_job_fn(void *ctx, uint32_t job);

/*
 * Do jobs 0...@nr - 1 in up to @threads threads, the calling one included, and return when all are
 * done. Threads that cannot be started are done without.
 */
void rep_run_jobs(uint32_t threads, uint32_t nr, rep_job_fn *fn, void *ctx);

/*
 * How many threads: @asked, or where that is 0 as many as the machine has processors for and the
 * work is worth.
 */
uint32_t rep_nr_threads(uint64_t asked, uint64_t worth);
