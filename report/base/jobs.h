/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs jobs that do not depend on each other in several threads. */

#include <stdint.h>

#define REP_THREADS_MAX 16u

/* Do the job with index @job. Threads begin the jobs in ascending order of the index. */
typedef void rep_job_fn(void *ctx, uint32_t job);

/*
 * Call @fn for the jobs 0 to @nr - 1 in up to @threads threads, one of which is the calling thread.
 * Return when all jobs are done. If a thread cannot be started, the calling thread and the threads
 * that were started do all jobs.
 */
void rep_run_jobs(uint32_t threads, uint32_t nr, rep_job_fn *fn, void *ctx);

/*
 * Return: the count of threads to use, from 1 to REP_THREADS_MAX. @asked: the count that the user
 * set; 0: the user set none, and the result is the count of CPUs or @worth, whichever is smaller.
 * @worth: count of threads that the work can keep busy.
 */
uint32_t rep_nr_threads(uint64_t asked, uint64_t worth);
