/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for AUX areas. */

#include <stdbool.h>
#include <stdint.h>

struct rec_aux_opts {
	uint64_t aux_bytes;	     /* -m X,AUX: size of one AUX area; 0: the default */
	bool aux_snapshot;	     /* -S: an AUX area keeps the latest data */
	uint64_t aux_snapshot_bytes; /* how much of the latest data a snapshot has; 0: all */
	uint32_t aux_sample;	     /* bytes of AUX data in a sample; 0: none */
};
