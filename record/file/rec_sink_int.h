/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the sink, the output file or directory of a recording, for the source files that use
 * it: sink.c writes records to the sink; main/output_file.c opens and closes the sink;
 * main/file_content.c writes the first and the last part of its content.
 */

#include "base/recorder.h"
#include "base/ring_state.h"
#include "base/util.h"
#include "file/live_index.h"
#include "file/sample_times.h"

struct rec_sink {
	struct rec_stream out; /* writes to the file whose descriptor is @fd */
	/*
	 * -z without --threads: the thread that compresses the data of @out and writes the data to
	 * the file. From rec_start_done() to rec_output_detach_thread(), out.writer_thread has the
	 * same value. With --switch-output, this one thread writes all files.
	 */
	struct rec_writer_thread *writer_thread;
	int fd;
	bool pipe;   /* written in pipe format, to standard output or /dev/null */
	bool is_dir; /* the recording is a directory; @fd is its file "data" */
	/* --threads: ring data goes to files data.N of the directory, and not to @fd */
	bool members;
	/*
	 * @fd is a file without a name, or @dir is a directory with a hidden name;
	 * rec_output_name() gives it the name @path
	 */
	bool unnamed;
	const char *path;
	/*
	 * path of the directory before rec_output_name() gives the directory the name @path; NULL:
	 * the output is not open, or is no directory
	 */
	const char *dir;
	struct pdata_feat_build_id *ids; /* array of the entries of the BUILD_ID feature */
	uint32_t nr_ids;
	/*
	 * Features that describe the host. The recorder writes each feature as a HEADER_FEATURE
	 * record at the start of the data, unless the feature is too large for a record, and again
	 * as a header feature at the end of the file, unless the output is a pipe.
	 */
	struct pdata_feature *facts;
	uint32_t nr_facts;
	struct rec_sample_times times;
	struct rec_index index;
	struct pdata_feature tracing; /* TRACING_DATA: formats of the recorded tracepoints */
	bool has_tracing;
	/*
	 * --switch-output: memory that was allocated while the recorder started the current file.
	 * The recorder frees this memory when it starts the next file. The first file uses memory
	 * in rec.arena, which the recorder frees at the end of the recording.
	 */
	struct rec_arena arena;
	/* --switch-output: size in bytes of the records in all files before the current file */
	uint64_t bytes_before;
};

/*
 * Store @err as the error of the output file. Afterwards, the recorder writes nothing more to the
 * file. Return: -1.
 */
int rec_sink_stop(struct rec *r, int err);
