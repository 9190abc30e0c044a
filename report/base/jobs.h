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
 * Return: the number of threads to use. If @asked is 0, this is the number of CPUs, but at most
 * @worth, the number of threads that the work keeps busy; else it is @asked. Never more than
 * REP_THREADS_MAX.
 */
uint32_t rep_nr_threads(uint64_t asked, uint64_t worth);
