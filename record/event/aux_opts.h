/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for AUX areas, the buffers that PMUs such as intel_pt fill with traces. */

#include <stdbool.h>
#include <stdint.h>

struct rec_aux_opts {
	uint64_t aux_bytes;	     /* -m PAGES,AUX: size of one AUX area; 0: default */
	bool aux_snapshot;	     /* -S: overwrite mode: an AUX area keeps the latest data */
	uint64_t aux_snapshot_bytes; /* -S: bytes of latest data in a snapshot; 0: all */
	uint32_t aux_sample;	     /* --aux-sample: bytes of AUX data in a sample; 0: none */
};
