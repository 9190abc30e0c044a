/* SPDX-License-Identifier: BSD-2-Clause */
#include "trailer/sideband_backup.h"
#include "base/alloc.h"

#include <string.h>

#define ROOM ((size_t)131072) /* for two records at least */
#define LEVEL 1
#define RAW_MAX ((uint64_t)128 << 20)
#define OUT_MAX ((size_t)16 << 20)

void pd_sideband_backup_free(struct pd_sideband_backup *c)
{
	pd_zstd_free(c->z);
	pd_free(c->room);
	pd_free(c->out);
	*c = (struct pd_sideband_backup){ 0 };
}

static int begin_backup(struct pd_sideband_backup *c)
{
	int err;

	c->z = pd_zstd_new(LEVEL, &err);
	if (!c->z && err == PDATA_E_CODEC) {
		c->over = true;
		return 0;
	}
	c->room = pd_malloc(ROOM);
	return c->z && c->room ? 0 : PDATA_E_NOMEM;
}

static int compress_backup(struct pd_sideband_backup *c, enum pd_zstd_how how)
{
	int64_t n;

	pd_zstd_input(c->z, c->room, c->used);
	c->used = 0;
	do {
		if (pd_grow(&c->out, &c->cap, c->len + ROOM, 1))
			return PDATA_E_NOMEM;
		n = pd_zstd_read(c->z, c->out + c->len, c->cap - c->len, how);
		if (n < 0)
			return PDATA_E_NOMEM;
		c->len += (size_t)n;
	} while (c->len == c->cap);
	c->over = c->over || c->len > OUT_MAX || c->raw_size > RAW_MAX;
	return 0;
}

int pd_sideband_backup_add(struct pd_sideband_backup *c, const uint8_t *record, size_t size)
{
	if (!c->z && !c->over && begin_backup(c))
		return PDATA_E_NOMEM;
	if (!c->over && size > ROOM - c->used && compress_backup(c, PD_ZSTD_MORE))
		return PDATA_E_NOMEM;
	if (c->over)
		return 0;
	memcpy(c->room + c->used, record, size);
	c->used += size;
	c->raw_size += size;
	return 0;
}

int pd_copies_end(struct pd_sideband_backup *c)
{
	if (!c->z || c->ended)
		return 0;
	c->ended = true;
	return compress_backup(c, PD_ZSTD_END);
}
