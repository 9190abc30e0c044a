/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Side-band records once more, in one compressed piece: few bytes in place of many reads. */

#include "base/codec/codec.h"
#include "base/spill.h"
#include <pdata/trailer.h>

struct pd_sideband_backup {
	struct pd_zstd *z;
	bool over; /* no more are taken: there are too many, or they cannot be compressed */
	bool ended;
	uint8_t *room; /* records that are not compressed yet */
	size_t used;
	uint64_t raw_size; /* of all that were taken */
	struct pd_spill out;
};

void pd_sideband_backup_free(struct pd_sideband_backup *c);
/* Take a record, unless it is over. Return: 0 or an error. */
int pd_sideband_backup_add(struct pd_sideband_backup *c, const uint8_t *record, size_t size);
/* End the frame; then out has it. Return: 0 or an error. */
int pd_sideband_backup_end(struct pd_sideband_backup *c);
