/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes the index and the bundle (files with symbols) while the recorder writes the data, and
 * appends index and bundle to the recording.
 */

#include "base/rec_counts.h"

#include <stdbool.h>
#include <stdint.h>

struct pdata_indexer;
struct pdata_member_in;
struct rec;
struct rec_bundle;
struct rec_hit_addresses;

/*
 * State of the work that makes the index of one file while the recorder writes the file. The index
 * has the counts, times and checksums of the chunks (parts) of the file. If --no-index is set, the
 * recorder makes no index, and @r is NULL.
 */
struct rec_index {
	struct rec *r;
	const char *path;	       /* path of the recording */
	struct pdata_indexer *indexer; /* makes the index; NULL: the file has no data yet */
	/*
	 * @bundle: files with symbols that the recorder will append to the recording; @hits:
	 * sampled addresses whose symbols these files must have. Both are NULL if the recorder
	 * stores no symbols.
	 */
	struct rec_bundle *bundle;
	struct rec_hit_addresses *hits;
	/*
	 * descriptor of a temporary file for the parts of the index that exceed the memory limit
	 * of the index; -1: there is no temporary file
	 */
	int spill;
	/* enum pdata_err: the error that has ended the work on the index; 0: no error */
	int failed;
	/*
	 * The file is one of the files of a directory (--threads). For such a file, no symbols are
	 * collected in @bundle, and @counts stays 0: rec_count_spans() counts the records instead.
	 */
	bool of_dir;
	/*
	 * counts of the records other than samples that were written since the last call of
	 * rec_index_take_counts()
	 */
	struct rec_counts counts;
	/* number of samples that rec_index_take_counts() has counted in all calls so far */
	uint64_t samples_taken;
};

/* Begin to index all data that @w writes from now on. @path: path of the recording. */
void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w, const char *path);
/*
 * Begin to index all data that @w writes from now on to one file of the recording @path, which is
 * a directory. Each file has its own @x, so different threads may write the files.
 */
void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w,
			    const char *path);
/*
 * Return whether @x counts the records that are written. The result is false if @x is NULL, if
 * --no-index is set, or if an error has ended the index.
 */
bool rec_index_counts(const struct rec_index *x);
/*
 * Add to @sum the counts of the records and samples that were written since the last call of this
 * function for @x.
 */
void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum);
/*
 * If @x collects sampled addresses, add to them the addresses of the call chains that were only
 * copied so far (see rec_hit_addresses_settle()). This work is not urgent, so call this function
 * when no ring has to be drained. Only the thread that writes the file may call this function. @x
 * may be NULL.
 */
void rec_index_settle(struct rec_index *x);
/*
 * Store in @out the times of the first and last sample of the file. Return: true; false: there is
 * no index, or no sample has a time.
 */
bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out);
/*
 * Append a trailer, which has the index and the files with symbols, to the recording @fd, whose
 * records are all written. If this fails, for example because the disk is full or because libpdata
 * was built without xxhash, the recording has no trailer and is otherwise unchanged.
 */
void rec_index_finish(struct rec *r, struct rec_index *x, int fd);
/*
 * Append the index of the recording @path, which is a directory, to the file "data" in this
 * directory. The index is in a trailer (blocks that pdata appends after the sections of the file).
 * @fd: descriptor of the file "data". @fed: array of the names and indexers of the @nr files in
 * the directory.
 */
void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr);
/*
 * Return the indexer of @x, to pass to pdata_index_write() or pdata_index_write_dir(). Return NULL
 * if @x has no indexer, or if an error has ended the indexer; with NULL, the two functions read
 * the file instead.
 */
struct pdata_indexer *rec_index_fed(const struct rec_index *x);
/*
 * Return whether the index exceeded its memory limit and could not use a temporary file; if so,
 * print a warning. If the function returns true, the recorder writes no index, because making the
 * index from the whole file would exceed the limit again.
 */
bool rec_index_given_up(const struct rec_index *x);
void rec_index_free(struct rec_index *x);
