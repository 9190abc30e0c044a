/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streaming zstd compression for the writer of recordings and for trailer blocks. Builds without
 * zstd get stubs.
 */
#include "base/alloc.h"
#include "base/codec/codec.h"

#include <pdata/pdata.h>

#ifdef HAVE_ZSTD
#include <zstd.h>

struct pd_zstd {
	ZSTD_CCtx *stream;
	ZSTD_inBuffer in;
};

struct pd_zstd *pd_zstd_new(int level, int *err)
{
	struct pd_zstd *z;

	*err = PDATA_E_ARG;
	if (level < 1 || level > ZSTD_maxCLevel())
		return NULL;
	*err = PDATA_E_NOMEM;
	z = pd_calloc(1, sizeof(*z));
	if (!z)
		return NULL;
	z->stream = ZSTD_createCCtx();
	if (!z->stream ||
	    ZSTD_isError(ZSTD_CCtx_setParameter(z->stream, ZSTD_c_compressionLevel, level))) {
		pd_zstd_free(z);
		return NULL;
	}
	*err = 0;
	return z;
}

void pd_zstd_free(struct pd_zstd *z)
{
	if (!z)
		return;
	ZSTD_freeCCtx(z->stream);
	pd_free(z);
}

void pd_zstd_input(struct pd_zstd *z, const uint8_t *data, size_t len)
{
	z->in = (ZSTD_inBuffer){ data, len, 0 };
}

int64_t pd_zstd_read(struct pd_zstd *z, uint8_t *buf, size_t n, enum pd_zstd_how how)
{
	static const ZSTD_EndDirective ends[] = { ZSTD_e_continue, ZSTD_e_flush, ZSTD_e_end };
	ZSTD_outBuffer out = { buf, n, 0 };

	while (out.pos < n && (how != PD_ZSTD_MORE || z->in.pos < z->in.size)) {
		size_t left = ZSTD_compressStream2(z->stream, &out, &z->in, ends[how]);

		if (ZSTD_isError(left))
			return PDATA_E_CODEC;
		if (how != PD_ZSTD_MORE && !left)
			break;
	}
	return (int64_t)out.pos;
}

#else

struct pd_zstd *pd_zstd_new(int level, int *err)
{
	(void)level;
	*err = PDATA_E_CODEC;
	return NULL;
}

void pd_zstd_free(struct pd_zstd *z)
{
	(void)z;
}

void pd_zstd_input(struct pd_zstd *z, const uint8_t *data, size_t len)
{
	(void)z, (void)data, (void)len;
}

int64_t pd_zstd_read(struct pd_zstd *z, uint8_t *buf, size_t n, enum pd_zstd_how how)
{
	(void)z, (void)buf, (void)n, (void)how;
	return PDATA_E_CODEC;
}
#endif
