/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streaming decompression of gzip and zlib data with zlib; concatenated gzip members are read as
 * one stream. Builds without zlib get stubs.
 */
#include "base/alloc.h"
#include "base/codec/codec.h"

#include <pdata/pdata.h>

#ifdef HAVE_ZLIB
#include <limits.h>
#include <zlib.h>

#define GZIP_WINDOW (15 + 16) /* zlib's largest window, 15; 16 is added to ask for gzip's format */
#define ZLIB_WINDOW 15	      /* the same window for zlib's own format */

struct pd_gunzip {
	z_stream stream;
	bool whole; /* the stream is between two gzip members or after the last one */
	int broken; /* 0, or pd_gunzip_read()'s result after a failure: -1 or PDATA_E_NOMEM */
};

static void *gz_alloc(void *ctx, unsigned n, unsigned size)
{
	(void)ctx;
	return pd_calloc(n, size);
}

static void gz_free(void *ctx, void *p)
{
	(void)ctx;
	pd_free(p);
}

static struct pd_gunzip *new_stream(int window, int *err)
{
	struct pd_gunzip *z = pd_calloc(1, sizeof(*z));

	*err = PDATA_E_NOMEM;
	if (!z)
		return NULL;
	z->stream.zalloc = gz_alloc;
	z->stream.zfree = gz_free;
	if (inflateInit2(&z->stream, window) != Z_OK) {
		pd_free(z);
		return NULL;
	}
	*err = 0;
	return z;
}

struct pd_gunzip *pd_gunzip_new(int *err)
{
	return new_stream(GZIP_WINDOW, err);
}

struct pd_gunzip *pd_zlib_new(int *err)
{
	return new_stream(ZLIB_WINDOW, err);
}

void pd_gunzip_free(struct pd_gunzip *z)
{
	if (!z)
		return;
	inflateEnd(&z->stream);
	pd_free(z);
}

void pd_gunzip_input(struct pd_gunzip *z, const uint8_t *data, size_t len)
{
	z->stream.next_in = (Bytef *)(uintptr_t)data;
	z->stream.avail_in = (uInt)len;
}

/*
 * Begin the next gzip member: concatenated gzip files are one file. Return: 0, also if there is no
 * more input, or -1.
 */
static int next_member(struct pd_gunzip *z)
{
	while (z->stream.avail_in && !*z->stream.next_in) {
		/* Skip zeros: tapes are padded with them. */
		z->stream.next_in++;
		z->stream.avail_in--;
	}
	if (!z->stream.avail_in)
		return 0;
	z->whole = false;
	return inflateReset(&z->stream) == Z_OK ? 0 : -1;
}

int64_t pd_gunzip_read(struct pd_gunzip *z, uint8_t *buf, size_t n)
{
	size_t done;

	if (z->broken)
		return z->broken;
	if (n > INT_MAX)
		n = INT_MAX;
	z->stream.next_out = buf;
	z->stream.avail_out = (uInt)n;
	while (z->stream.avail_out) {
		int ret;

		if (z->whole && (next_member(z) || z->whole))
			break;
		ret = inflate(&z->stream, Z_NO_FLUSH);
		if (ret == Z_STREAM_END)
			z->whole = true;
		else if (ret == Z_BUF_ERROR)
			break;
		else if (ret != Z_OK)
			z->broken = ret == Z_MEM_ERROR ? PDATA_E_NOMEM : -1;
		if (z->broken)
			break;
	}
	done = n - z->stream.avail_out;
	return z->broken && !done ? z->broken : (int64_t)done;
}

bool pd_gunzip_whole(const struct pd_gunzip *z)
{
	return z->whole;
}

#else

struct pd_gunzip *pd_gunzip_new(int *err)
{
	*err = PDATA_E_CODEC;
	return NULL;
}

struct pd_gunzip *pd_zlib_new(int *err)
{
	return pd_gunzip_new(err);
}

void pd_gunzip_free(struct pd_gunzip *z)
{
	(void)z;
}

void pd_gunzip_input(struct pd_gunzip *z, const uint8_t *data, size_t len)
{
	(void)z, (void)data, (void)len;
}

int64_t pd_gunzip_read(struct pd_gunzip *z, uint8_t *buf, size_t n)
{
	(void)z, (void)buf, (void)n;
	return -1;
}

bool pd_gunzip_whole(const struct pd_gunzip *z)
{
	(void)z;
	return false;
}
#endif
