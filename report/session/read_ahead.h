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

/* The call chain of a SAMPLE record, which the reading thread has put into an interner. */
struct record_chain {
	uint32_t id;	     /* id of the chain in the interner; 0: the record has no call chain */
	uint32_t len;	     /* bytes of the chain */
	uint32_t tag;	     /* interner_tag() of the chain */
	const uint8_t *data; /* the chain in the interner's memory, as words in host byte order */
};
#define RECORD_CHAIN_FAILED UINT32_MAX /* record_chain.id: memory was exhausted */

/*
 * A batch of consecutive records with copies of their bytes. Bytes that follow a record in the
 * file, such as AUX data, are not copied.
 */
struct record_batch {
	uint64_t number; /* index of the batch, from 0, in the order of the records */
	uint32_t nr;
	/* count of the records before this batch for which the read_ahead_count_fn returned true */
	uint32_t counted;
	int rc; /* result of pdata_reader_next() after the last record of the batch */
	uint8_t *bytes;
	struct pdata_record rec[READ_AHEAD_RECORDS];
	/* with @chains of read_ahead_start(): the call chain of each record */
	struct record_chain chain[READ_AHEAD_RECORDS];
};

struct read_ahead;

/* Returns true if @rec has to be counted in record_batch.counted. */
typedef bool read_ahead_count_fn(const struct pdata_record *rec);

/*
 * Start the reading thread. @nr_threads threads will take batches. @counts may be NULL: no record
 * is counted. @chains: the reading thread adds the call chains of samples to this interner; @r must
 * then have the byte order of the host. Until read_ahead_free(), other threads may use only the
 * memory at record_chain.data, not the interner. NULL: chains are not added. Return: NULL if no
 * thread can be started; the caller then reads the records itself.
 */
struct read_ahead *read_ahead_start(struct pdata_reader *r, uint32_t nr_threads,
				    read_ahead_count_fn *counts, struct interner *chains);

/* Return true if read_ahead_start() got an interner of chains. */
bool read_ahead_has_chains(const struct read_ahead *f);

/*
 * Take the next batch. Only the calling thread may use the batch, until that thread calls
 * read_ahead_done(). Return: NULL after the last batch, or after read_ahead_stop().
 */
const struct record_batch *read_ahead_take(struct read_ahead *f);

/*
 * Wait until read_ahead_done() was called for all batches before @b, which the calling thread has
 * taken. Return: false after read_ahead_stop(): earlier batches may then not be done.
 */
bool read_ahead_wait_turn(struct read_ahead *f, const struct record_batch *b);

/* Return true if read_ahead_wait_turn() for @b would return true without waiting. */
bool read_ahead_is_turn(struct read_ahead *f, const struct record_batch *b);

/*
 * Give back the batch that the calling thread has taken. If several threads take batches, call
 * read_ahead_wait_turn() for the batch first.
 */
void read_ahead_done(struct read_ahead *f);

/*
 * End the reading thread and wake up all threads that wait in a read_ahead_ function. Used after
 * errors.
 */
void read_ahead_stop(struct read_ahead *f);

/*
 * Stop the reading thread, even before the last record, and free @f. No other thread may use @f any
 * more. Return: the last result of pdata_reader_next(), or 1 if the reading thread did not reach
 * the end of the recording.
 */
int read_ahead_free(struct read_ahead *f);
