/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collects copies of side-band records into one zstd frame for the trailer; gives up above 128 MiB
 * of records or 16 MiB of compressed data.
 */
#include "trailer/sideband_backup.h"
#include "base/alloc.h"

#include <string.h>

#define ROOM ((size_t)131072) /* holds at least two records of the largest size */
#define LEVEL 1
#define RAW_MAX ((uint64_t)128 << 20)
#define OUT_MAX ((uint64_t)16 << 20)
#define PIECE 32768u /* compressed bytes that are fetched at a time */

void pd_sideband_backup_free(struct pd_sideband_backup *c)
{
	pd_zstd_free(c->z);
	pd_free(c->room);
	pd_spill_free(&c->out);
	*c = (struct pd_sideband_backup){ .out.file = c->out.file };
}

static int begin_backup(struct pd_sideband_backup *c)
{
	int err;

	c->room = c->room ? c->room : pd_malloc(ROOM);
	if (!c->room)
		return PDATA_E_NOMEM;
	c->z = pd_zstd_new(LEVEL, &err);
	if (!c->z && err == PDATA_E_CODEC) {
		c->over = true;
		return 0;
	}
	return c->z ? 0 : PDATA_E_NOMEM;
}

static int compress_backup(struct pd_sideband_backup *c, enum pd_zstd_how how)
{
	uint8_t piece[PIECE];
	int ret = 0;
	int64_t n;

	pd_zstd_input(c->z, c->room, c->used);
	c->used = 0;
	do {
		n = pd_zstd_read(c->z, piece, sizeof(piece), how);
		if (n < 0)
			return PDATA_E_NOMEM;
		ret = pd_spill_put(&c->out, piece, (size_t)n);
	} while (!ret && n == (int64_t)sizeof(piece));
	c->over = c->over || pd_spill_size(&c->out) > OUT_MAX || c->raw_size > RAW_MAX;
	return ret;
}

int pd_sideband_backup_add(struct pd_sideband_backup *c, const uint8_t *record, size_t size)
{
	int ret = 0;

	if (!c->z && !c->over && begin_backup(c))
		return PDATA_E_NOMEM;
	if (!c->over && size > ROOM - c->used)
		ret = compress_backup(c, PD_ZSTD_MORE);
	if (ret || c->over)
		return ret;
	memcpy(c->room + c->used, record, size);
	c->used += size;
	c->raw_size += size;
	return 0;
}

int pd_sideband_backup_end(struct pd_sideband_backup *c)
{
	if (!c->z || c->ended)
		return 0;
	c->ended = true;
	return compress_backup(c, PD_ZSTD_END);
}
