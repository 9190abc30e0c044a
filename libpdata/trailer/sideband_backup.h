/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Copies of side-band records, compressed as one zstd frame for the trailer: a reader gets all of
 * them by reading a few bytes instead of many parts of the data.
 */

#include "base/codec/codec.h"
#include "base/spill.h"
#include <pdata/trailer.h>

struct pd_sideband_backup {
	struct pd_zstd *z;
	/*
	 * further records are ignored: a limit was exceeded, zstd is missing, or the owner has set
	 * this member
	 */
	bool over;
	bool ended;
	uint8_t *room; /* copies of records that are not compressed yet */
	size_t used;
	uint64_t raw_size; /* bytes of all added records */
	struct pd_spill out;
};

void pd_sideband_backup_free(struct pd_sideband_backup *c);
/* Add a copy of @record, or do nothing if over is set. Return: 0 or an error. */
int pd_sideband_backup_add(struct pd_sideband_backup *c, const uint8_t *record, size_t size);
/* End the zstd frame, so that out has all of it. Return: 0 or an error. */
int pd_sideband_backup_end(struct pd_sideband_backup *c);
