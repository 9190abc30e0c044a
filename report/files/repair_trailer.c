/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trailer in `pdata repair`: finds chunks whose checksum is wrong, and reads the blocks that
 * remain valid.
 */
#include "console/command.h"
#include "files/repair.h"

#include <stdlib.h>

void repair_find_chunks(struct repair *c)
{
	const struct pdata_index *x;

	recording_blocks_read(&c->blocks, &c->s);
	if (!c->blocks.trailer || c->keep_chunks ||
	    pdata_reader_info(c->s.reader)->container == PDATA_CONTAINER_DIR ||
	    pdata_trailer_index(c->blocks.trailer, pdata_reader_info(c->s.reader), &x, NULL))
		return;
	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		if (!pdata_trailer_verify(c->blocks.trailer, x->chunks[i].off, x->chunks[i].len,
					  x->chunks[i].xxh3, NULL))
			continue;
		c->chunks = rep_grow(c->chunks, c->nr_chunks + 1, sizeof(*c->chunks));
		c->chunks[c->nr_chunks++] = (struct repair_chunk){ .x = x->chunks[i] };
	}
}

void repair_free(struct repair *c)
{
	recording_blocks_free(&c->blocks);
	free(c->chunks);
	free(c->holes);
	free(c->bad);
	free(c->events);
	rep_session_close(&c->s);
}
