/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what index_write.c (a file), index_dir.c (members of a directory) and index_blocks.c
 * (the blocks of both) share.
 */

#include "base/buffer.h"
#include "base/dirlist.h"
#include "base/spill.h"
#include "reader/reader.h"

#include <pdata/trailer.h>

/* bytes per read: they stay in the cache while they are used */
#define PD_INDEX_READ_BYTES ((size_t)1 << 18)

struct pd_index_job {
	struct pdata_reader *r; /* reader of the file */
	struct pdata_trailer *old;
	uint8_t *room;
	uint64_t base;	     /* file offset at which the old file ends, without its trailer */
	struct pd_spill out; /* trailer so far */
	uint32_t nr_blocks;

	int dirfd; /* -1: the job is for a single file */
	struct pd_dirlist list;
	struct pdata_members members; /* files of the directory other than "data" */
	const struct pdata_member_in *fed;
	uint32_t nr_fed;
};

/*
 * index_blocks.c: make an indexer for data from file offset @data_off on. Return: 0 or an error.
 */
int pd_index_new(const struct pd_index_job *j, uint64_t data_off, struct pdata_indexer **out);
/*
 * Pass to the indexer the bytes of @in before @end that it does not have yet. @start: file offset
 * of the data that the indexer indexes. Return: 0 or an error.
 */
int pd_index_feed(const struct pd_index_job *j, struct pd_input *in, struct pdata_indexer *x,
		  uint64_t start, uint64_t end, struct pdata_error *err);
/* Append the content of @b to the trailer and free @b. */
int pd_index_put_buf(struct pd_index_job *j, struct pd_buf *b);
int pd_index_put_blocks(struct pd_index_job *j, const struct pdata_block_in *in, uint32_t nr);
/*
 * Append the blocks INDEX, SIDEBAND and COPIES of an indexer. @member: the number of the member
 * that they describe, or 0.
 */
int pd_index_put(struct pd_index_job *j, struct pdata_indexer *x, uint32_t member);
int pd_index_put_feature(struct pd_index_job *j, const struct pdata_feature *f, uint32_t member,
			 uint32_t level);

/* index_dir.c: get the indexer that the caller passed for the file @name, or NULL. */
struct pdata_indexer *pd_index_find_indexer(const struct pd_index_job *j, const char *name);
/* Make the list of members. Return: 0 or an error. */
int pd_index_list(struct pd_index_job *j, struct pdata_error *err);
/*
 * Append the blocks about each member, and those about all files. @data is the indexer of the file
 * "data".
 */
int pd_index_put_members(struct pd_index_job *j, struct pdata_indexer *data,
			 struct pdata_error *err);
void pd_index_free_list(struct pd_index_job *j);
