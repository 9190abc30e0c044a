/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Inside of index_write.c (a file), index_dir.c (members of a directory) and index_blocks.c (the
 * blocks of both).
 */

#include "base/buffer.h"
#include "base/dirlist.h"
#include "base/spill.h"
#include "reader/reader.h"

#include <pdata/trailer.h>

#define PD_INDEX_READ_BYTES ((size_t)1 << 18) /* stays in the cache while it is looked at */

struct pd_index_job {
	struct pdata_reader *r; /* of the file */
	struct pdata_trailer *old;
	uint8_t *room;
	uint64_t base;	     /* where the old file, or its part without a trailer, ends */
	struct pd_spill out; /* the trailer up to its footer */
	uint32_t nr_blocks;

	int dirfd; /* -1: of a file alone */
	struct pd_dirlist list;
	struct pdata_members members; /* beside the file */
	const struct pdata_member_in *fed;
	uint32_t nr_fed;
};

/* index_blocks.c: a new indexer for data from @data_off on. Return: 0 or an error. */
int pd_index_new(const struct pd_index_job *j, uint64_t data_off, struct pdata_indexer **out);
/* The bytes of @in up to @end that the indexer has not seen, its data begins at @start. */
int pd_index_feed(const struct pd_index_job *j, struct pd_input *in, struct pdata_indexer *x,
		  uint64_t start, uint64_t end, struct pdata_error *err);
/* What is in @b comes next; @b is freed. */
int pd_index_put_buf(struct pd_index_job *j, struct pd_buf *b);
int pd_index_put_blocks(struct pd_index_job *j, const struct pdata_block_in *in, uint32_t nr);
/* Blocks of what an indexer gathered, all but times. */
int pd_index_put(struct pd_index_job *j, struct pdata_indexer *x, uint32_t member);
int pd_index_put_feature(struct pd_index_job *j, const struct pdata_feature *f, uint32_t member,
			 uint32_t level);

/* index_dir.c: the indexer that a member was given, or NULL. */
struct pdata_indexer *pd_index_find_indexer(const struct pd_index_job *j, const char *name);
/* Find the members. Return: 0 or an error. */
int pd_index_list(struct pd_index_job *j, struct pdata_error *err);
/* Blocks about them, and those of all with @data, the indexer of the file. */
int pd_index_put_members(struct pd_index_job *j, struct pdata_indexer *data,
			 struct pdata_error *err);
void pd_index_free_list(struct pd_index_job *j);
