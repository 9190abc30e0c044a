/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the functions that append an index to a recording. index_write.c writes the index in a
 * trailer: blocks after the last section. index_blocks.c makes the blocks for one file.
 * index_dir.c makes the blocks that the trailer of the file "data" of a directory has about the
 * files data.N.
 */

#include "base/buffer.h"
#include "base/dirlist.h"
#include "base/spill.h"
#include "reader/reader.h"

#include <pdata/trailer.h>

/* size in bytes of one read; its bytes stay in the CPU cache while they are indexed */
#define PD_INDEX_READ_BYTES ((size_t)1 << 18)

/* The work of adding a trailer with an index to a recording. */
struct pd_index_job {
	/*
	 * reader of the file that gets the trailer (index and other blocks after the last section)
	 */
	struct pdata_reader *r;
	struct pdata_trailer *old; /* trailer that the file already has; NULL: the file has none */
	uint8_t *room;		   /* buffer of PD_INDEX_READ_BYTES bytes for reads */
	/*
	 * File offset at which @out is written: usually the end of the file. Exception: if the
	 * file ends with an old trailer (index and other blocks after the last section) that is
	 * not damaged, this is the start of the old trailer, which the new trailer replaces.
	 */
	uint64_t base;
	/*
	 * The bytes that are written at file offset @base: zeros up to the next file offset that
	 * is a multiple of 8, where the first block of the new trailer begins, and behind the
	 * zeros the bytes of the new trailer that were made so far.
	 */
	struct pd_spill out;
	uint32_t nr_blocks;

	/* descriptor of the directory, if the recording is one; -1: it is a single file */
	int dirfd;
	struct pd_dirlist list;
	struct pdata_members members; /* the files data.N of the directory */
	/*
	 * Array that the user of the library passed to pdata_index_write_dir(). An element has the
	 * name of a file of the directory, and the indexer to which the user has added bytes of
	 * this file.
	 */
	const struct pdata_member_in *fed;
	uint32_t nr_fed;
};

/*
 * index_blocks.c: make an indexer for data that begins at file offset @data_off, with the events of
 * j->r. Return: 0 or an error.
 */
int pd_index_new(const struct pd_index_job *j, uint64_t data_off, struct pdata_indexer **out);
/*
 * Pass further bytes of @in to the indexer @x: from the first byte that @x does not have yet, up
 * to file offset @end. @start: file offset at which the data of the indexer begins. Return: 0 or
 * an error code.
 */
int pd_index_feed(const struct pd_index_job *j, struct pd_input *in, struct pdata_indexer *x,
		  uint64_t start, uint64_t end, struct pdata_error *err);
/* Append the content of @b to the new trailer j->out, and free @b. Return: 0 or an error code. */
int pd_index_put_buf(struct pd_index_job *j, struct pd_buf *b);
int pd_index_put_blocks(struct pd_index_job *j, const struct pdata_block_in *in, uint32_t nr);
/*
 * Append the blocks INDEX, SIDEBAND and COPIES of the indexer @x to the new trailer j->out.
 * @member: 0: the blocks describe the file that contains the trailer; n above 0: the blocks
 * describe the file data.N at j->members.members[n - 1]. Return: 0 or an error code.
 */
int pd_index_put(struct pd_index_job *j, struct pdata_indexer *x, uint32_t member);
int pd_index_put_feature(struct pd_index_job *j, const struct pdata_feature *f, uint32_t member,
			 uint32_t level);

/*
 * index_dir.c: return the indexer that the user of the library passed to pdata_index_write_dir()
 * for the file @name; NULL: there is none for this file.
 */
struct pdata_indexer *pd_index_find_indexer(const struct pd_index_job *j, const char *name);
/*
 * index_dir.c: fill j->members with the names and sizes of the files data.N of the directory.
 * Return: 0 or an error code.
 */
int pd_index_list(struct pd_index_job *j, struct pdata_error *err);
/*
 * index_dir.c: append two kinds of blocks to the new trailer (blocks after the last section of the
 * file): those about each file data.N of the directory, and those about all files of the directory
 * together. @data: the indexer of the file "data". Return: 0 or an error code.
 */
int pd_index_put_members(struct pd_index_job *j, struct pdata_indexer *data,
			 struct pdata_error *err);
void pd_index_free_list(struct pd_index_job *j);
