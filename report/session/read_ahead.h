/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A thread that reads and orders records in batches while other threads work on earlier ones. Until
 * read_ahead_free() only this thread may use the reader.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

#define READ_AHEAD_RECORDS 512u

/* Consecutive records, with copies of their bytes, but without bytes that follow a record. */
struct record_batch {
	uint64_t number; /* from 0 on, in the order of records */
	uint32_t nr;
	uint32_t counted; /* records before the first one that read_ahead_count_fn accepted */
	int rc;		  /* return value of the reader after the last record */
	uint8_t *bytes;
	struct pdata_record rec[READ_AHEAD_RECORDS];
};

struct read_ahead;

/* Whether to count @rec in record_batch.counted. */
typedef bool read_ahead_count_fn(const struct pdata_record *rec);

/*
 * Start the thread, for @nr_threads threads that take batches. @counts may be NULL. Return: NULL if
 * no thread can be started; the caller then reads the records itself.
 */
struct read_ahead *read_ahead_start(struct pdata_reader *r, uint32_t nr_threads,
				    read_ahead_count_fn *counts);

/*
 * The next batch, for the calling thread alone until it calls read_ahead_done(). Return: NULL after
 * the last batch, or after read_ahead_stop().
 */
const struct record_batch *read_ahead_take(struct read_ahead *f);

/*
 * Wait until all batches before @b are done. The calling thread has taken @b. Return: false after
 * read_ahead_stop(), when some batches may not be done.
 */
bool read_ahead_wait_turn(struct read_ahead *f, const struct record_batch *b);

/* Whether read_ahead_wait_turn() would return true at once. */
bool read_ahead_is_turn(struct read_ahead *f, const struct record_batch *b);

/* Give back the batch for which the calling thread has waited with read_ahead_wait_turn(). */
void read_ahead_done(struct read_ahead *f);

/* Make all threads that wait, and the reading one, end; for errors. */
void read_ahead_stop(struct read_ahead *f);

/*
 * Stop reading, which may be before the end of the records, and free @f. No other thread may use
 * @f any more. Return: the reader's last return value.
 */
int read_ahead_free(struct read_ahead *f);
