/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decompresses files that are compressed as a whole: kernel modules, and the symbols in
 * .gnu_debugdata.
 */
#include "object/elf/symbol_sources.h"

#include "base/array.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif

/* Most bytes that input may grow to; a larger file has no symbols that are wanted. */
#define OUT_MAX (1u << 30)
#define OUT_FIRST (1u << 16)
#define LZMA_MEMORY_MAX (256u << 20)

struct inflating {
	char *out;
	size_t len, cap;
};

/* Make room for more bytes; false: there are too many already, or memory is exhausted. */
static bool more_room(struct inflating *o)
{
	size_t cap;
	char *out;

	if (o->len < o->cap)
		return true;
	if (o->cap >= OUT_MAX)
		return false;
	cap = o->cap ? 2 * o->cap : OUT_FIRST;
	out = mem_grow(o->out, cap, 1);
	if (!out)
		return false;
	o->out = out;
	o->cap = cap;
	return true;
}

#ifdef HAVE_ZLIB
static bool inflate_gzip(const void *data, size_t len, struct inflating *o)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)len };
	int rc = Z_OK;

	if (len > UINT32_MAX || inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		return false;
	while (rc == Z_OK && more_room(o)) {
		z.next_out = (Bytef *)o->out + o->len;
		z.avail_out = (uInt)(o->cap - o->len);
		rc = inflate(&z, Z_NO_FLUSH);
		o->len = o->cap - z.avail_out;
	}
	inflateEnd(&z);
	return rc == Z_STREAM_END;
}
#else
#define inflate_gzip NULL
#endif

#ifdef HAVE_ZSTD
static bool inflate_zstd(const void *data, size_t len, struct inflating *o)
{
	ZSTD_DCtx *d = ZSTD_createDCtx();
	ZSTD_inBuffer in = { data, len, 0 };
	size_t rc = 1;

	while (d && rc && !ZSTD_isError(rc) && more_room(o)) {
		ZSTD_outBuffer out = { o->out, o->cap, o->len };

		rc = ZSTD_decompressStream(d, &out, &in);
		if (out.pos == o->len && in.pos == len)
			break; /* it is cut */
		o->len = out.pos;
	}
	ZSTD_freeDCtx(d);
	return !rc;
}
#else
#define inflate_zstd NULL
#endif

#ifdef HAVE_LZMA
static bool inflate_xz(const void *data, size_t len, struct inflating *o)
{
	lzma_stream z = LZMA_STREAM_INIT;
	lzma_ret rc;

	if (lzma_stream_decoder(&z, LZMA_MEMORY_MAX, 0) != LZMA_OK)
		return false;
	z.next_in = data;
	z.avail_in = len;
	rc = LZMA_OK;
	while (rc == LZMA_OK && more_room(o)) {
		z.next_out = (uint8_t *)o->out + o->len;
		z.avail_out = o->cap - o->len;
		rc = lzma_code(&z, LZMA_FINISH);
		o->len = o->cap - z.avail_out;
	}
	lzma_end(&z);
	return rc == LZMA_STREAM_END;
}
#else
#define inflate_xz NULL
#endif

static const struct format {
	const char *magic;
	size_t len;
	bool (*inflate)(const void *data, size_t len, struct inflating *o);
	const char *why;
} formats[] = {
	{ "\x1f\x8b", 2, inflate_gzip, "is compressed with gzip, but this build lacks zlib" },
	{ "\xfd"
	  "7zXZ",
	  6, inflate_xz, "is compressed with xz, but this build lacks liblzma" },
	{ "\x28\xb5\x2f\xfd", 4, inflate_zstd,
	  "is compressed with zstd, but this build lacks zstd" },
};

static const struct format *format_of(const void *data, size_t len)
{
	for (size_t i = 0; i < REP_NR(formats); i++)
		if (len >= formats[i].len && !memcmp(data, formats[i].magic, formats[i].len))
			return &formats[i];
	return NULL;
}

bool sym_is_compressed(const void *data, size_t len)
{
	return format_of(data, len);
}

char *sym_inflate(const void *data, size_t len, size_t *out_len, const char **why)
{
	const struct format *f = format_of(data, len);
	struct inflating o = { NULL, 0, 0 };

	*why = f ? f->why : "has an unknown format";
	if (!f || !f->inflate)
		return NULL;
	errno = 0;
	if (!mem_check_errno(f->inflate(data, len, &o))) {
		*why = errno == ENOMEM ? "cannot be decompressed: out of memory"
				       : "is damaged: it cannot be decompressed";
		free(o.out);
		return NULL;
	}
	*why = NULL;
	*out_len = o.len;
	return o.out;
}
