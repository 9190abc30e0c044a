/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The members of the sink, the output of a recording. sink.c writes to it; main/output_file.c opens
 * and closes it; main/file_content.c begins and ends its content.
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
	bool is_dir;  /* the recording is a directory; the file is its "data" */
	bool members; /* --threads: ring data is in other files of the directory */
	bool unnamed; /* the file has no name yet */
	const char *path;
	struct pdata_feat_build_id *ids;
	uint32_t nr_ids;
	struct pdata_feature *facts; /* collected once, written at the start and at the end */
	uint32_t nr_facts;
	struct rec_sample_times times;
	struct rec_index index;
	struct pdata_feature tracing; /* formats of tracepoints */
	bool has_tracing;
	struct rec_arena arena; /* memory of a file that is not the first one */
	uint64_t bytes_before;	/* bytes of data in the files that are closed */
};

/* Note that a write has failed with @err: nothing more is written. Return: -1. */
int rec_sink_stop(struct rec *r, int err);
