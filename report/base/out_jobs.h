/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes one text in several threads. Each thread formats the text of a job into a buffer of its
 * own, of OUT_SIZE bytes; the texts are put into one struct out in the order of the jobs. If a
 * text is larger than the buffer, its thread waits for its turn, so the memory is bounded.
 */

#include "base/out.h"

/*
 * Put the text of job @job into @o. @worker: number of the thread, less than @threads of
 * out_run_jobs().
 */
typedef void out_job_fn(void *ctx, struct out *o, uint32_t worker, uint32_t job);

/*
 * Put the texts of the jobs 0...@nr - 1 into @to, in that order, in up to @threads threads. After
 * an error of @to the rest is dropped: the remaining jobs are not done.
 */
void out_run_jobs(struct out *to, uint32_t threads, uint32_t nr, out_job_fn *fn, void *ctx);
