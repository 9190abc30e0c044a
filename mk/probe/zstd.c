/* SPDX-License-Identifier: BSD-2-Clause */
#include <zstd.h>

int main(void)
{
	ZSTD_DCtx *d = ZSTD_createDCtx();
	ZSTD_CCtx *c = ZSTD_createCCtx();

	/* Streaming contexts that can be set up with ZSTD_CCtx_setParameter() are of 1.4. */
	return !d || !c || ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, 1));
}
