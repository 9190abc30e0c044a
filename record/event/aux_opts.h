/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options about AUX areas. */

#include <stdbool.h>
#include <stdint.h>

struct rec_aux_opts {
	uint64_t aux_bytes;	     /* -m X,AUX; of one AUX area, 0: chosen */
	bool aux_snapshot;	     /* -S: AUX areas keep the latest */
	uint64_t aux_snapshot_bytes; /* of it that are written; 0: all */
	uint32_t aux_sample;	     /* bytes of AUX data in samples; 0: none */
};
