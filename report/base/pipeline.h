/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Runs two stages of work at the same time: one thread fills batches, and the calling thread
 * empties them in the order of filling. A batch belongs to one of the two threads at a time.
 */

#include <stdbool.h>
#include <stdint.h>

/* Fill the batch with index @batch. Return: false if no work is left; the batch is then unused. */
typedef bool rep_fill_fn(void *ctx, uint32_t batch);
/* Empty the batch with index @batch, which was filled. */
typedef void rep_empty_fn(void *ctx, uint32_t batch);

/*
 * Call @fill for the batches 0 to @nr - 1 in turn, again and again until it returns false, and
 * @empty after each @fill for the same batch. If @threads is at least 2, a second thread calls
 * @fill, up to @nr batches ahead of @empty; else, or if no thread can be started, both run in the
 * calling thread, and only batch 0 is used. Both ways call the functions in the same order for each
 * stage, so a stage that uses no data of the other stage except batches has the same result.
 */
void rep_run_pipeline(uint32_t threads, uint32_t nr, rep_fill_fn *fill, rep_empty_fn *empty,
		      void *ctx);
