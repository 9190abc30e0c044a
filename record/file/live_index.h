/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The index and the names that a finished file ends with. */

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
	const char *path;	       /* of the recording */
	struct pdata_indexer *indexer; /* NULL: nothing was written yet */
	struct rec_bundle *bundle;     /* names, which are noted along with it; or NULL */
	struct rec_hit_addresses *hits;
	int spill;		  /* a file for what takes more memory than it may, or -1 */
	int failed;		  /* 0, or enum pdata_err of its end */
	bool of_dir;		  /* of one file of a directory: neither names nor counts */
	struct rec_counts counts; /* of what was written and not taken yet, but samples */
	uint64_t samples_taken;
};

/* Have it made of all that @w writes from now on, for the recording at @path. */
void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w, const char *path);
/* The same of one file of a directory. Threads: each writer may have its own. */
void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w,
			    const char *path);
/* Whether it counts what goes by. NULL is allowed. */
bool rec_index_counts(const struct rec_index *x);
/* Add what it counted since the last time. */
void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum);
/* Do what was put off while the rings were emptied, in the thread that writes. NULL is allowed. */
void rec_index_settle(struct rec_index *x);
/* The times of the first and last sample, if it knows them. */
bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out);
/* Append it to the finished file. Without room for it, or without xxhash, the file is as it was. */
void rec_index_finish(struct rec *r, struct rec_index *x, int fd);
/* The same of a directory, to its first file @fd. */
void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr);
/* What pdata_index_write_dir() is to be given of it; NULL: it has to read the file. */
struct pdata_indexer *rec_index_fed(const struct rec_index *x);
/*
 * Whether it took more memory than it may and could not be put into a file: then that is said, and
 * no index is made of the whole file, which would take as much.
 */
bool rec_index_given_up(const struct rec_index *x);
void rec_index_free(struct rec_index *x);
