/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Runs a thread that reads and orders records in batches, while other threads work on earlier
 * batches. Until read_ahead_free(), only the reading thread may use the reader.
 */

#include "base/interner.h"

#include <pdata/pdata.h>
#include <stdbool.h>

#define READ_AHEAD_RECORDS 512u

/*
 * The call chain of a SAMPLE record, which the reading thread has added to the interner @chains of
 * read_ahead_start().
 */
struct record_chain {
	/*
	 * id of the chain in the interner @chains of read_ahead_start(); 0: the record has no call
	 * chain
	 */
	uint32_t id;
	uint32_t len;	     /* size of the chain in bytes; each address has 8 bytes */
	uint32_t tag;	     /* hash of the chain, from interner_tag() */
	const uint8_t *data; /* the addresses, in host byte order, in the interner's memory */
};
/* value of record_chain.id if memory was exhausted when the chain was added */
#define RECORD_CHAIN_FAILED UINT32_MAX

/*
 * A batch of consecutive records, with copies of their bytes in @bytes. Data that follow a record
 * in the file and do not count to its size, such as AUX data, are not copied.
 */
struct record_batch {
	uint64_t number; /* index of this batch in the order of reading; the first batch has 0 */
	uint32_t nr;
	/*
	 * number of those records in all earlier batches for which the function @counts of
	 * read_ahead_start() has returned true
	 */
	uint32_t counted;
	/*
	 * last result of pdata_reader_next() for this batch: 1 if more records may follow; 0 at
	 * the end of the recording; otherwise an error
	 */
	int rc;
	uint8_t *bytes;
	struct pdata_record rec[READ_AHEAD_RECORDS];
	/* call chain of each record of @rec; set only if read_ahead_start() got an interner */
	struct record_chain chain[READ_AHEAD_RECORDS];
};

struct read_ahead;

/*
 * Function that selects the records to count: the reading thread counts @rec if the function
 * returns true. record_batch.counted is the number of counted records in all earlier batches.
 */
typedef bool read_ahead_count_fn(const struct pdata_record *rec);

/*
 * Start a thread that reads the records of @r ahead.
 * @nr_threads: number of threads that will take batches
 * @counts: function that selects the records to count; NULL: no record is counted
 * @chains: interner to which the reading thread adds the call chains of samples; NULL: call chains
 * are not added to an interner
 *
 * If @chains is not NULL, the recording must have the byte order of this machine, and until
 * read_ahead_free(), other threads may use only the memory at record_chain.data, not the interner.
 *
 * Return: a handle for the functions below; NULL if no thread can be started or memory is
 * exhausted: the caller then reads the records itself.
 */
struct read_ahead *read_ahead_start(struct pdata_reader *r, uint32_t nr_threads,
				    read_ahead_count_fn *counts, struct interner *chains);

/* Return true if the caller of read_ahead_start() passed an interner for call chains. */
bool read_ahead_has_chains(const struct read_ahead *f);

/*
 * Take the next batch of records, and wait for it if necessary. Only the calling thread may use
 * the batch, until it calls read_ahead_done(). Return: the batch; NULL if all batches were taken
 * already, or after read_ahead_stop().
 */
const struct record_batch *read_ahead_take(struct read_ahead *f);

/*
 * Wait until read_ahead_done() was called for all batches with records before those of @b. The
 * calling thread has taken @b. Return: true; false if read_ahead_stop() was called:
 * read_ahead_done() may then not have been called for some of these batches.
 */
bool read_ahead_wait_turn(struct read_ahead *f, const struct record_batch *b);

/* Return true if read_ahead_wait_turn() for the batch @b would return true without waiting. */
bool read_ahead_is_turn(struct read_ahead *f, const struct record_batch *b);

/*
 * Give back the batch that the calling thread has taken, so that its memory can be used for later
 * records. If several threads take batches, the thread must first call read_ahead_wait_turn() for
 * its batch, so that batches are given back in the order of their records.
 */
void read_ahead_done(struct read_ahead *f);

/*
 * Tell the reading thread to end, and make all threads that wait in a read_ahead_ function return
 * from it. A thread that cannot continue because of an error calls this function.
 */
void read_ahead_stop(struct read_ahead *f);

/*
 * End the reading thread, even before it has read the last record, wait for its end, and free @f.
 * Other threads must not use @f any more. Return: the last result of pdata_reader_next() if the
 * reading thread has reached the end of the recording (0) or an error (negative); otherwise 1.
 */
int read_ahead_free(struct read_ahead *f);
