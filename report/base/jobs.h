/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs jobs that do not depend on each other in several threads. */

#include <stdint.h>

#define REP_THREADS_MAX 16u

/* Do job @job. Jobs are started in the order of their numbers, by any thread. */
typedef void rep_job_fn(void *ctx, uint32_t job);

/*
 * Do jobs 0...@nr - 1 in up to @threads threads, including the calling one, and return when all
 * are done. If a thread cannot be started, the others do its jobs.
 */
void rep_run_jobs(uint32_t threads, uint32_t nr, rep_job_fn *fn, void *ctx);

/*
 * Return: the number of threads to use, at most REP_THREADS_MAX: @asked, or if that is 0 the
 * number of CPUs, but no more than @worth, the number that the work is worth.
 */
uint32_t rep_nr_threads(uint64_t asked, uint64_t worth);
