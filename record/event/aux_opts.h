/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for AUX areas, the buffers that PMUs such as intel_pt fill with traces. */

#include <stdbool.h>
#include <stdint.h>

struct rec_aux_opts {
	/*
	 * -m PAGES,AUX: size in bytes of one AUX area. rec_aux_config() replaces 0 (no size given)
	 * by the default size, if an event fills AUX areas.
	 */
	uint64_t aux_bytes;
	/* -S: AUX areas are in overwrite mode and keep the latest data */
	bool aux_snapshot;
	/* -S: number of bytes of latest data in a snapshot; 0: all data of the area */
	uint64_t aux_snapshot_bytes;
	/* --aux-sample: number of bytes of AUX data in a sample; 0: none */
	uint32_t aux_sample;
};
