/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a copy of a recording: events and features are those of the input, the caller chooses the
 * records. The file gets its name when it is complete.
 */

#include "base/new_file.h"
#include "session/session.h"

struct recording_copy_event {
	struct pdata_attr attr;
	const char *name;
	const uint64_t *ids;
	uint32_t nr_ids;
};

/* Differences between the new file and its input. Zeros: none. */
struct recording_copy_plan {
	uint32_t level; /* compression level; 0: none */
	/* new events in place of the input's; NULL: keep the input's events */
	const struct recording_copy_event *events;
	uint32_t nr_events;
	/* new build ids in place of the input's; NULL: keep the input's build ids */
	const struct pdata_build_ids *build_ids;
};

struct recording_copy {
	struct rep_session *in;
	struct recording_copy_plan plan;
	struct pdata_writer *w;
	struct new_file file; /* the output */
	bool pipe;	      /* the output is standard output */
	int failed; /* error code if reading ended early; the writer keeps its own errors */
};

/*
 * Times of the first and last sample for the feature SAMPLE_TIME of the new file; 0 and 0: write
 * no such feature.
 */
struct recording_copy_span {
	uint64_t first, last;
};

/*
 * Return the attr of an event as the copy has it: no larger than perf's own struct, because perf
 * refuses larger ones even if the additional bytes are zeros.
 */
struct pdata_attr recording_copy_attr(const struct pdata_event *e);

/*
 * Begin @path (a regular file, or a path that does not exist; "-": a pipe to standard output) with
 * the events and features of @in. The caller must have read all records of @in once. Everything
 * that @plan points to must stay valid. Return: not 0 on failure; one line was printed, and
 * nothing is open.
 */
int recording_copy_open(struct recording_copy *rw, struct rep_session *in, const char *path,
			const struct recording_copy_plan *plan);

/*
 * Whether the payload of this record is in the file. If it reaches beyond the end of the file, its
 * size is wrong, or the file is truncated.
 */
bool recording_copy_has_payload(const struct rep_session *from, const struct pdata_record *rec);

/*
 * Append an unchanged record, with its payload from @from. A record whose payload is not
 * completely in the file is skipped, and the reader counts it. Return: not 0 on failure; see
 * recording_copy_finish().
 */
int recording_copy_record(struct recording_copy *rw, struct rep_session *from,
			  const struct pdata_record *rec);

/* Extend the span to the time of a sample. */
void recording_copy_extend_span(struct recording_copy_span *span, uint64_t time);

/*
 * A comparison function for qsort() and bsearch() of uint64_t, such as ids and numbers of records.
 */
int recording_compare_u64(const void *a, const void *b);

/* Whether the new file has the content of this record in its header, and so not as a record. */
bool recording_copy_is_header(const struct pdata_record *rec);

/*
 * Write the features and the header, and give the file its name. Prints one line if not all could
 * be written. Return: enum rep_exit.
 */
int recording_copy_finish(struct recording_copy *rw, const struct recording_copy_span *span);

/* Give up and remove what was written. */
void recording_copy_drop(struct recording_copy *rw);
