/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Joins the symbols and files that are stored in several recordings, for the trailer of a merged
 * recording.
 */

#include "files/recording_blocks.h"

struct recording_join_input {
	const char *path; /* for messages */
	struct recording_blocks blocks;
	bool in_kernel; /* the recording has samples of the kernel */
	/*
	 * address of a symbol of the kernel, from pgoff of the kernel's map record; it differs
	 * after a boot that put the kernel at another address. 0: not recorded
	 */
	uint64_t kernel_at;
};

struct recording_join {
	/*
	 * the joined blocks. Their data is valid while both this struct and the inputs exist.
	 * @blocks.trailer is the trailer of one of the inputs, or NULL if no input has one
	 */
	struct recording_blocks blocks;
	/* data that recording_join_free() frees: joined symbols and lines, and encoded blocks */
	void **owned;
	uint32_t nr_owned;
	uint8_t *encoded[2];
	bool partial; /* something is left out; a message was sent */
};

/*
 * Join the blocks of the @nr inputs @in. Symbols and files that are equal are stored once; symbols
 * of one object and lines of one file are joined. If two files cannot be joined, the first of them
 * is kept, and a message is sent. @swap: not 0: the inputs have the other byte order than the host.
 * Return: 0; -1 after a message. The caller calls recording_join_free() in any case.
 */
int recording_join_blocks(struct recording_join *j, const struct recording_join_input *in,
			  uint32_t nr, int swap);
void recording_join_free(struct recording_join *j);
