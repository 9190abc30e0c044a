/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs work in several threads: jobs that do not depend on each other, or two stages of one job. */

#include <stdbool.h>
#include <stdint.h>

#define REP_THREADS_MAX 16u

/*
 * A function that does the job with index @job. The threads begin the jobs in ascending order of
 * the index; any of the threads may do any job.
 */
typedef void rep_job_fn(void *ctx, uint32_t job);

/*
 * Call @fn(@ctx) once for each of the jobs 0 to @nr - 1, in up to @threads threads, one of which
 * is the calling thread. Return when all jobs are done. If a thread cannot be started, the calling
 * thread and the threads that were started do all jobs.
 */
void rep_run_jobs(uint32_t threads, uint32_t nr, rep_job_fn *fn, void *ctx);

/*
 * Return the index of the first of @nr_items items that the job @job has, if @nr_jobs jobs divide
 * the items evenly. The job has the items before the first one of the next job.
 */
static inline uint32_t rep_first_of_job(uint32_t nr_items, uint32_t job, uint32_t nr_jobs)
{
	return (uint32_t)((uint64_t)nr_items * job / nr_jobs);
}

/*
 * Return the number of threads to use. If the user has set a number of threads, @asked is this
 * number, and the function returns it. If @asked is 0, the function returns the number of CPUs or
 * @worth, whichever is smaller. In both cases the result is at least 1 and at most
 * REP_THREADS_MAX. @worth: number of threads that the work can keep busy.
 */
uint32_t rep_nr_threads(uint64_t asked, uint64_t worth);

/* ---- two stages --------------------------------------------------------------------------- */

/*
 * Two stages of a job exchange data in batches (buffers, numbered from 0). The first stage fills
 * batches; the second stage empties them in the same order. A batch belongs to one stage at a
 * time.
 */

/*
 * Function that fills the batch with index @batch. It returns false if no work is left; the batch
 * is then unused.
 */
typedef bool rep_fill_fn(void *ctx, uint32_t batch);
/* Function that empties the batch with index @batch, which rep_fill_fn has filled. */
typedef void rep_empty_fn(void *ctx, uint32_t batch);

/*
 * Call @fill for the batches 0 to @nr - 1 in turn, again and again until @fill returns false. Call
 * @empty after each call of @fill that returned true, for the same batch. If @threads is at least
 * 2, a new thread calls @fill up to @nr batches ahead, while the calling thread calls @empty. If
 * @threads is 1, or if no thread can be started, the calling thread calls both functions, and only
 * for batch 0. The result is the same in both cases if @fill and @empty exchange data only in
 * batches.
 */
void rep_run_pipeline(uint32_t threads, uint32_t nr, rep_fill_fn *fill, rep_empty_fn *empty,
		      void *ctx);
