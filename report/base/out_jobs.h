/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes one text in several threads. Each thread formats the text of a job into a buffer of its
 * own. out_run_jobs() appends the texts to one output object (struct out), in the order of the
 * jobs. When the buffer of a thread is full (OUT_SIZE bytes, see out.c), the thread waits until the
 * texts of all earlier jobs are in the output object, so that the memory is bounded.
 */

#include "base/out.h"

/*
 * A function that appends the text of the job with index @job to @o. @worker: index of the calling
 * thread, less than the argument @threads of out_run_jobs().
 */
typedef void out_job_fn(void *ctx, struct out *o, uint32_t worker, uint32_t job);

/*
 * Append the texts of the jobs 0 to @nr - 1 to @to, in this order. Up to @threads threads call
 * @fn(@ctx) for the jobs. When to->err is set, no further job is begun, and the texts of
 * unfinished jobs are dropped.
 */
void out_run_jobs(struct out *to, uint32_t threads, uint32_t nr, out_job_fn *fn, void *ctx);
