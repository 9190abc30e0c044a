/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The blocks of a trailer (data that pdata appends to a recording) that stay valid when the records
 * of the recording change: stored symbols and files, and blocks of unknown types. `pdata cut`,
 * merge and repair write them to the new recording.
 */

#include "session/session.h"

#include <pdata/trailer.h>
#include <string.h>

static inline bool recording_same_str(const struct pdata_str *a, const struct pdata_str *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->s, b->s, a->len));
}

struct recording_blocks {
	/* trailer of the recording; NULL: the recording has none */
	struct pdata_trailer *trailer;
	/* array of the blocks that are independent of the records, as written to a new trailer */
	struct pdata_block_in *blocks;
	const struct pdata_feature **content; /* decoded content of each element of @blocks */
	uint32_t nr;			      /* number of elements of @blocks and @content */
	/* count of blocks that are independent of the records, but cannot be read */
	uint32_t nr_damaged;
};

/*
 * Read the blocks of the recording @s that do not depend on its records. @b has no blocks if the
 * recording has no trailer. If memory is exhausted, session_err() returns -ENOMEM for @s. The
 * caller calls recording_blocks_free() in any case, before rep_session_close().
 */
void recording_blocks_read(struct recording_blocks *b, struct rep_session *s);
void recording_blocks_free(struct recording_blocks *b);
/*
 * If blocks of the recording @path could not be read, send a message. Return: whether there are
 * such blocks.
 */
bool recording_blocks_print_loss(const struct recording_blocks *b, const char *path);

/*
 * Append a trailer with a new index and the @nr blocks @blocks to the complete recording @fd. @path
 * is the path of the recording for messages. Return: 0; -1 after a message.
 */
int recording_blocks_write(int fd, const char *path, const struct pdata_block_in *blocks,
			   uint32_t nr);
