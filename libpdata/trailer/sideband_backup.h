/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes the side-band backup: copies of all side-band records, compressed as one zstd frame for the
 * trailer. A reader gets all these records by reading this frame instead of many parts of the data.
 */

#include "base/codec/codec.h"
#include "base/spill.h"
#include <pdata/trailer.h>

struct pd_sideband_backup {
	struct pd_zstd *z;
	/*
	 * No copies of the side-band records are made, and pd_sideband_backup_add() does nothing,
	 * because the copies are too large, zstd is missing, or the owner of this struct has set
	 * @over.
	 */
	bool over;
	bool ended;
	uint8_t *room; /* buffer with copies of records that are not compressed yet */
	size_t used;
	uint64_t raw_size; /* size in bytes of all added records, before compression */
	/* bytes made so far of the zstd frame that contains the copies of side-band records */
	struct pd_spill out;
};

void pd_sideband_backup_free(struct pd_sideband_backup *c);
/*
 * Add a copy of the side-band record @record of @size bytes to the zstd frame that @c makes for
 * the trailer (blocks after the last section of the file); do nothing if c->over is set. Return: 0
 * or an error code.
 */
int pd_sideband_backup_add(struct pd_sideband_backup *c, const uint8_t *record, size_t size);
/*
 * Compress the rest of the records and end the zstd frame; afterwards c->out is complete. Return:
 * 0 or an error code.
 */
int pd_sideband_backup_end(struct pd_sideband_backup *c);
