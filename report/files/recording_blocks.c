/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the blocks of a trailer that do not depend on the records, and writes them to the trailer
 * of a new recording.
 */
#include "files/recording_blocks.h"

#include "console/command.h"

#include <errno.h>
#include <stdlib.h>

static void read_blocks(struct recording_blocks *b, struct rep_session *s)
{
	const uint32_t nr = pdata_trailer_info(b->trailer)->nr_blocks;

	b->blocks = rep_alloc(nr + 1, sizeof(*b->blocks));
	b->content = rep_alloc(nr + 1, sizeof(*b->content));
	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_feature *f;
		int ret;

		if (pdata_block_depends_on_data(pdata_trailer_block(b->trailer, i)->type))
			continue;
		ret = pdata_trailer_read(b->trailer, i, &f, NULL);
		if (ret == PDATA_E_NOMEM)
			session_set_err(s, -ENOMEM);
		if (ret) {
			b->nr_damaged++;
			continue;
		}
		b->content[b->nr] = f;
		b->blocks[b->nr++] = (struct pdata_block_in){
			.type = f->bit, .level = 1, .data = f->data, .len = f->len
		};
	}
}

void recording_blocks_read(struct recording_blocks *b, struct rep_session *s)
{
	int ret;

	*b = (struct recording_blocks){ .nr = 0 };
	ret = pdata_trailer_open_reader(&b->trailer, s->reader, NULL);
	if (ret == PDATA_E_NOMEM)
		session_set_err(s, -ENOMEM);
	if (!ret)
		read_blocks(b, s);
}

void recording_blocks_free(struct recording_blocks *b)
{
	pdata_trailer_close(b->trailer);
	free(b->blocks);
	free(b->content);
	*b = (struct recording_blocks){ .nr = 0 };
}

bool recording_blocks_print_loss(const struct recording_blocks *b, const char *path)
{
	if (b->nr_damaged)
		rep_err("%s: %u damaged blocks of the data that pdata appended (trailer) are left "
			"out: stored symbols may be missing",
			path, b->nr_damaged);
	return b->nr_damaged;
}

int recording_blocks_write(int fd, const char *path, const struct pdata_block_in *blocks,
			   uint32_t nr)
{
	struct pdata_error err;
	char why[512];

	if (!pdata_index_write(fd, NULL, 0, blocks, nr, &err))
		return 0;
	pdata_error_format(&err, why, sizeof(why));
	return rep_error("%s: %s", path, why);
}
