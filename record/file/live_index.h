/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes the index and the bundle while the data is written, and appends both to the recording. */

#include "base/rec_counts.h"

#include <stdbool.h>
#include <stdint.h>

struct pdata_indexer;
struct pdata_member_in;
struct rec;
struct rec_bundle;
struct rec_hit_addresses;

/* The index of a file that is being written; zeroed if --no-index is set. */
struct rec_index {
	struct rec *r;
	const char *path;	       /* path of the recording */
	struct pdata_indexer *indexer; /* NULL: no data was written yet */
	/* the bundle, made together with the index, and its hit addresses; NULL: no bundle */
	struct rec_bundle *bundle;
	struct rec_hit_addresses *hits;
	int spill;   /* temporary file for what exceeds the memory limit; -1: none */
	int failed;  /* error of enum pdata_err that ended the index; 0: no error */
	bool of_dir; /* the file is part of a directory: no bundle is made, no counts are kept */
	/* counts of records (not of samples) since the last rec_index_take_counts() */
	struct rec_counts counts;
	uint64_t samples_taken; /* number of samples that rec_index_take_counts() has added */
};

/* Begin to index all data that @w writes from now on. @path: path of the recording. */
void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w, const char *path);
/*
 * Begin to index all data that @w writes from now on to a file of the recording @path, a directory.
 * Different threads may write the files of the directory.
 */
void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w,
			    const char *path);
/*
 * Return whether @x counts the written records: it was started and has not failed. @x may be NULL.
 */
bool rec_index_counts(const struct rec_index *x);
/* Add the counts of the records and samples that @x has seen since the last call to @sum. */
void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum);
/*
 * Do the work of the index that can wait while rings are drained: rec_hit_addresses_settle(). Only
 * the thread that writes the file may call this. @x may be NULL.
 */
void rec_index_settle(struct rec_index *x);
/* Store the times of the first and last sample in @out. Return: false: @x does not know them. */
bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out);
/*
 * Append a trailer with index and bundle to the finished file @fd. If this fails, such as on a full
 * disk or if libpdata was built without xxhash, the file stays as it was.
 */
void rec_index_finish(struct rec *r, struct rec_index *x, int fd);
/*
 * Append the index of the directory @path to its file "data", @fd. @fed: the names and indexers of
 * the @nr files of the directory.
 */
void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr);
/*
 * Return the indexer of @x, to pass to pdata_index_write() or pdata_index_write_dir(). NULL: @x has
 * no indexer, and these functions read the file instead.
 */
struct pdata_indexer *rec_index_fed(const struct rec_index *x);
/*
 * Return whether the index exceeded its memory limit and could not use a temporary file; if so,
 * print a warning. If the function returns true, the recorder writes no index, because making the
 * index from the whole file would exceed the limit again.
 */
bool rec_index_given_up(const struct rec_index *x);
void rec_index_free(struct rec_index *x);
