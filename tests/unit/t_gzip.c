/* SPDX-License-Identifier: BSD-2-Clause */
#include "t_file.h"
#include "test.h"

#ifdef HAVE_ZLIB
#include <zlib.h>

void t_file_gzip(struct t_file *f)
{
	z_stream z = { 0 };
	size_t room = f->len + 1024;
	uint8_t *out = malloc(room);

	CHECK(out != NULL);
	CHECK_I(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = f->bytes;
	z.avail_in = (uInt)f->len;
	z.next_out = out;
	z.avail_out = (uInt)room;
	CHECK_I(deflate(&z, Z_FINISH), Z_STREAM_END);
	free(f->bytes);
	f->bytes = out;
	f->len = z.total_out;
	f->cap = room;
	deflateEnd(&z);
}
#endif
