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

struct rec_index {
	struct rec *r;
	const char *path;	       /* path of the recording */
	struct pdata_indexer *indexer; /* NULL: nothing was written yet */
	/* the bundle, which is made together with the index; or NULL */
	struct rec_bundle *bundle;
	struct rec_hit_addresses *hits;
	int spill;   /* tmpfile for parts above the limit of memory, or -1 */
	int failed;  /* 0, or the enum pdata_err that ended the index */
	bool of_dir; /* index of a directory's member: it has no bundle and no counts */
	/* counts since the last rec_index_take_counts(), except samples */
	struct rec_counts counts;
	uint64_t samples_taken; /* samples that rec_index_take_counts() has returned so far */
};

/* Begin to index all data that @w writes from now on, for the recording at @path. */
void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w, const char *path);
/* As rec_index_start() for a member of a directory. Each writer may be in a thread of its own. */
void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w,
			    const char *path);
/* Return whether the index counts the records that are written. @x may be NULL. */
bool rec_index_counts(const struct rec_index *x);
/* Add the counts since the last call to @sum. */
void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum);
/*
 * Do the work that waited while rings were drained (rec_hit_addresses_settle()). Only the thread
 * that writes may call this. @x may be NULL.
 */
void rec_index_settle(struct rec_index *x);
/* Get the times of the first and last sample. Return: false if the index does not know them. */
bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out);
/*
 * Append index and bundle to the finished file. If the disk is full, or libpdata has no xxhash, the
 * file stays as it was.
 */
void rec_index_finish(struct rec *r, struct rec_index *x, int fd);
/*
 * Append the index of a directory to the directory's main file @fd. @fed: the indexers of the @nr
 * members.
 */
void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr);
/*
 * Return the indexer for pdata_index_write_dir(); NULL if that function has to read the file
 * instead.
 */
struct pdata_indexer *rec_index_fed(const struct rec_index *x);
/*
 * Return whether the index needed more memory than allowed and could not be spilled to a tmpfile.
 * If so, a warning was printed. The recorder then does not make the index by reading the whole
 * file, because this would need as much memory.
 */
bool rec_index_given_up(const struct rec_index *x);
void rec_index_free(struct rec_index *x);
