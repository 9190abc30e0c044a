/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Collects the values of all options, in one struct for each subject. Each of these structs is
 * declared in the lowest layer (source directory) whose code reads the struct.
 */

struct rec_opts {
	struct rec_target_opts *target; /* kernel/target_opts.h */
	struct rec_count_opts *count;	/* event/count_opts.h */
	struct rec_sample_opts *sample; /* event/sample_opts.h */
	struct rec_side_opts *side;	/* event/side_opts.h */
	struct rec_aux_opts *aux;	/* event/aux_opts.h */
	struct rec_ring_opts *ring;	/* options/ring_opts.h */
	struct rec_output_opts *out;	/* base/output_opts.h */
	struct rec_run_opts *run;	/* options/run_opts.h */
};
