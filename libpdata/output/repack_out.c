/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the output files of repack.c: buffers records, compresses them into COMPRESSED records if
 * asked for, and overwrites the header at the end.
 */
#include "base/alloc.h"
#include "output/repack.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define OUT_BYTES ((size_t)1 << 20)
#define RECORD_MAX 65535u

int pd_out_open(struct pd_out *o, int dirfd, const char *path, int swap,
		const struct pdata_assemble_opts *how)
{
	int err = 0;

	*o = (struct pd_out){ .swap = swap,
			      .compressed2 = how->compress == PDATA_TEXT_COMPRESS_ZSTD2 };
	if (how->compress) {
		o->zstd = pd_zstd_new(how->compress_level ? (int)how->compress_level : 1, &err);
		if (!o->zstd)
			return err;
	}
	o->fd = openat(dirfd, path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (o->fd >= 0)
		return 0;
	pd_zstd_free(o->zstd);
	o->zstd = NULL;
	return PDATA_E_SYS;
}

static int flush_repack_out(struct pd_out *o)
{
	size_t done = 0;

	while (done < o->buf.len) {
		ssize_t n =
			pwrite(o->fd, o->buf.p + done, o->buf.len - done, (off_t)(o->off + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return PDATA_E_SYS;
		done += (size_t)n;
	}
	o->off += done;
	o->buf.len = 0;
	return o->buf.err;
}

int pd_out_close(struct pd_out *o)
{
	int ret = pd_out_flush_records(o);

	if (!ret)
		ret = flush_repack_out(o);
	if (close(o->fd) && !ret)
		ret = PDATA_E_SYS;
	pd_zstd_free(o->zstd);
	pd_buf_free(&o->buf);
	pd_buf_free(&o->waiting);
	pd_buf_free(&o->aux);
	o->fd = -1;
	return ret;
}

void pd_out_header(struct pd_out *o, uint32_t type, size_t size)
{
	pd_buf_num(&o->buf, type, 4, o->swap);
	pd_buf_num(&o->buf, 0, 2, o->swap);
	pd_buf_num(&o->buf, size, 2, o->swap);
}

/* Append a piece of the compressed stream as a COMPRESSED or COMPRESSED2 record. */
static void put_compressed(struct pd_out *o, const uint8_t *data, size_t n)
{
	size_t pad = -n & 7;

	if (!o->compressed2) {
		pd_out_header(o, PDATA_RECORD_COMPRESSED, PDATA_RECORD_HEADER + n);
		pd_buf_put(&o->buf, data, n);
		return;
	}
	pd_out_header(o, PDATA_RECORD_COMPRESSED2, PDATA_RECORD_HEADER + 8 + n + pad);
	pd_buf_num(&o->buf, n, 8, o->swap);
	pd_buf_put(&o->buf, data, n);
	pd_buf_zero(&o->buf, pad);
}

int pd_out_flush_records(struct pd_out *o)
{
	static const size_t most = (RECORD_MAX - 16) & ~(size_t)7;
	uint8_t *room = o->waiting.len ? pd_malloc(most) : NULL;
	int ret = o->waiting.err ? o->waiting.err : o->waiting.len && !room ? PDATA_E_NOMEM : 0;

	for (size_t at = 0; at < o->waiting.len && !ret; at += PD_OUT_PIECE) {
		size_t n = o->waiting.len - at < PD_OUT_PIECE ? o->waiting.len - at : PD_OUT_PIECE;
		int64_t got;

		pd_zstd_input(o->zstd, (const uint8_t *)o->waiting.p + at, n);
		do {
			got = pd_zstd_read(o->zstd, room, most, 1);
			if (got > 0)
				put_compressed(o, room, (size_t)got);
		} while (got == (int64_t)most);
		if (got < 0)
			ret = (int)got;
	}
	o->waiting.len = 0;
	pd_free(room);
	return ret ? ret : o->buf.err;
}

static int repack_out_append(struct pd_out *o, const void *data, size_t n)
{
	pd_buf_put(&o->buf, data, n);
	return o->buf.err ? o->buf.err : o->buf.len < OUT_BYTES ? 0 : flush_repack_out(o);
}

int pd_out_record(struct pd_out *o, const void *data, size_t n)
{
	if (!o->zstd)
		return repack_out_append(o, data, n);
	pd_buf_put(&o->waiting, data, n);
	return o->waiting.err		    ? o->waiting.err
	       : o->waiting.len < OUT_BYTES ? 0
					    : pd_out_flush_records(o);
}

int pd_out_plain(struct pd_out *o, const void *data, size_t n)
{
	int ret = pd_out_flush_records(o);

	return ret ? ret : repack_out_append(o, data, n);
}

int pd_out_overwrite(struct pd_out *o, const void *data, size_t n, uint64_t off)
{
	int ret = flush_repack_out(o);

	if (!ret && pwrite(o->fd, data, n, (off_t)off) != (ssize_t)n)
		ret = PDATA_E_SYS;
	return ret;
}
