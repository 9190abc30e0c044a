/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trailer in `pdata repair`: finds chunks whose checksum is wrong, and gives the new file an
 * index and the old blocks that remain valid.
 */
#include "console/command.h"
#include "files/repair.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void repair_find_chunks(struct repair *c)
{
	const struct pdata_index *x;
	struct stat st;

	c->fd = session_open_first(&c->s);
	if (c->fd < 0 || fstat(c->fd, &st) || !S_ISREG(st.st_mode) ||
	    pdata_trailer_open_at(&c->trailer, c->fd, pdata_reader_info(c->s.reader)->end, NULL) ||
	    c->keep_chunks || pdata_reader_info(c->s.reader)->container == PDATA_CONTAINER_DIR ||
	    pdata_trailer_index(c->trailer, pdata_reader_info(c->s.reader), &x, NULL))
		return;
	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		if (!pdata_trailer_verify(c->trailer, x->chunks[i].off, x->chunks[i].len,
					  x->chunks[i].xxh3, NULL))
			continue;
		c->chunks = rep_grow(c->chunks, c->nr_chunks + 1, sizeof(*c->chunks));
		c->chunks[c->nr_chunks++] = (struct repair_chunk){ .x = x->chunks[i] };
	}
}

int repair_trailer(struct repair *c)
{
	uint32_t nr = c->trailer ? pdata_trailer_info(c->trailer)->nr_blocks : 0, used = 0;
	struct pdata_block_in *more = rep_alloc(nr + 1, sizeof(*more));
	struct pdata_error err;
	char why[512];
	int ret = 0, fd;

	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_feature *f;

		if (!pdata_block_depends_on_data(pdata_trailer_block(c->trailer, i)->type) &&
		    !pdata_trailer_read(c->trailer, i, &f, NULL))
			more[used++] = (struct pdata_block_in){
				.type = f->bit, .level = 1, .data = f->data, .len = f->len
			};
	}
	if (c->trailer) {
		fd = open(c->output, O_RDWR | O_CLOEXEC);
		ret = fd < 0 ? PDATA_E_SYS : pdata_index_write(fd, NULL, 0, more, used, &err);
		if (fd < 0)
			rep_err("%s: %s", c->output, strerror(errno));
		else if (ret) {
			pdata_error_format(&err, why, sizeof(why));
			rep_err("%s: %s", c->output, why);
		}
		if (fd >= 0)
			close(fd);
	}
	free(more);
	return ret;
}

void repair_free(struct repair *c)
{
	pdata_trailer_close(c->trailer);
	if (c->fd >= 0)
		close(c->fd);
	free(c->chunks);
	free(c->holes);
	free(c->bad);
	free(c->events);
	free(c->ids);
	rep_session_close(&c->s);
}
