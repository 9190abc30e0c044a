/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streaming zstd decompression. The window is limited to 128 MiB, so that damaged input cannot
 * demand unbounded memory. Builds without zstd get stubs.
 */
#include "base/alloc.h"
#include "base/codec/codec.h"

#include <pdata/pdata.h>

#ifdef HAVE_ZSTD
#include <zstd.h>

/*
 * The largest window that a frame may demand, as a power of two: 128 MiB, the largest window of
 * zstd without "long mode".
 */
#define WINDOW_LOG_MAX 27

struct pd_unzstd {
	ZSTD_DStream *stream;
	ZSTD_inBuffer in;
	int broken;
	bool whole;
};

struct pd_unzstd *pd_unzstd_new(int *err)
{
	struct pd_unzstd *z = pd_calloc(1, sizeof(*z));

	*err = PDATA_E_NOMEM;
	if (!z)
		return NULL;
	z->stream = ZSTD_createDStream();
	if (!z->stream) {
		pd_free(z);
		return NULL;
	}
	ZSTD_DCtx_setParameter(z->stream, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	*err = 0;
	return z;
}

void pd_unzstd_free(struct pd_unzstd *z)
{
	if (!z)
		return;
	ZSTD_freeDStream(z->stream);
	pd_free(z);
}

void pd_unzstd_input(struct pd_unzstd *z, const uint8_t *data, size_t len)
{
	z->in = (ZSTD_inBuffer){ data, len, 0 };
}

int64_t pd_unzstd_read(struct pd_unzstd *z, uint8_t *buf, size_t n)
{
	ZSTD_outBuffer out = { buf, n, 0 };

	if (z->broken)
		return -1;
	/* The stream may still hold output after it has consumed all input. */
	while (out.pos < n) {
		size_t in_before = z->in.pos, out_before = out.pos;
		size_t ret = ZSTD_decompressStream(z->stream, &out, &z->in);

		if (ZSTD_isError(ret)) {
			z->broken = 1;
			return out.pos ? (int64_t)out.pos : -1;
		}
		if (z->in.pos == in_before && out.pos == out_before)
			break;
		z->whole = !ret;
	}
	return (int64_t)out.pos;
}

int64_t pd_unzstd_frames(struct pd_unzstd *z, uint8_t *buf, size_t n, const uint8_t *data,
			 size_t len)
{
	const size_t ret = ZSTD_decompressDCtx(z->stream, buf, n, data, len);

	return ZSTD_isError(ret) ? -1 : (int64_t)ret;
}

bool pd_unzstd_whole(const struct pd_unzstd *z)
{
	return z->whole;
}

#else

struct pd_unzstd *pd_unzstd_new(int *err)
{
	*err = PDATA_E_CODEC;
	return NULL;
}

void pd_unzstd_free(struct pd_unzstd *z)
{
	(void)z;
}

void pd_unzstd_input(struct pd_unzstd *z, const uint8_t *data, size_t len)
{
	(void)z, (void)data, (void)len;
}

int64_t pd_unzstd_read(struct pd_unzstd *z, uint8_t *buf, size_t n)
{
	(void)z, (void)buf, (void)n;
	return -1;
}

int64_t pd_unzstd_frames(struct pd_unzstd *z, uint8_t *buf, size_t n, const uint8_t *data,
			 size_t len)
{
	(void)z, (void)buf, (void)n, (void)data, (void)len;
	return -1;
}

bool pd_unzstd_whole(const struct pd_unzstd *z)
{
	(void)z;
	return false;
}
#endif
