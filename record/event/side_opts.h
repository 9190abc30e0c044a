/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for side-band records: records about tasks, maps and the kernel, not samples. */

#include <stdbool.h>
#include <stdint.h>

/* --synth: the kinds of records that the recorder synthesises for tasks that already run. */
enum rec_synth_bit {
	REC_SYNTH_TASK = 1,
	REC_SYNTH_MMAP = 2,
	REC_SYNTH_CGROUP = 4,
	REC_SYNTH_ALL = 7
};

struct rec_side_opts {
	bool namespaces, cgroups, switch_events, latency, no_bpf_event;
	bool no_build_id, build_id_mmap;
	uint32_t synth; /* --synth: bits REC_SYNTH_ of the kinds to synthesise */
	/*
	 * --tail-synthesize: synthesise the records of the kernel and of running tasks at the end
	 * of the recording, not at its start
	 */
	bool tail_synth;
};
