/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The file that is recorded, for sink.c, which writes to it, and for main/: output_file.c opens and
 * closes it, file_content.c begins and ends its content.
 */

#include "base/recorder.h"
#include "base/ring_state.h"
#include "base/util.h"
#include "file/live_index.h"
#include "file/sample_times.h"

struct rec_sink {
	struct rec_stream out;
	int fd;
	bool pipe;
	bool is_dir;  /* the file is in a directory */
	bool members; /* and holds facts only: what was recorded is in others */
	bool unnamed; /* the file is nowhere yet */
	const char *path;
	struct pdata_feat_build_id *ids;
	uint32_t nr_ids;
	struct pdata_feature *facts; /* collected once, written twice */
	uint32_t nr_facts;
	struct rec_sample_times times;
	struct rec_index index;
	struct pdata_feature tracing; /* formats of tracepoints */
	bool has_tracing;
	struct rec_arena arena; /* of a file that is not the first */
	uint64_t bytes_before;	/* in the files that are closed */
};

/* Writing failed: nothing more is written. Return: -1. */
int rec_sink_stop(struct rec *r, int err);
