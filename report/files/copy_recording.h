/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A recording written anew from one that was read: its events and facts are those of the input, its
 * records the caller's choice. The file appears under its name when it is whole.
 */

#include "session/session.h"

struct recording_copy_event {
	struct pdata_attr attr;
	const char *name;
	const uint64_t *ids;
	uint32_t nr_ids;
};

/* What is in the new file besides what its input says. Zeros: nothing. */
struct recording_copy_plan {
	uint32_t level;				   /* of compression, 0 for none */
	const struct recording_copy_event *events; /* in place of the input's; NULL: those */
	uint32_t nr_events;
	const struct pdata_build_ids *build_ids; /* in place of the input's; NULL: those */
};

struct recording_copy {
	struct rep_session *in;
	struct recording_copy_plan plan;
	struct pdata_writer *w;
	const char *path;
	char *target; /* the file at @path, behind links; NULL: standard output */
	char *part;   /* what is written until it is whole; NULL: standard output */
	int fd;
	bool pipe;
	int failed; /* code of what ended the records early and is no error of the writer */
};

/*
 * When and how much: what the SAMPLE_TIME feature of the new file says, 0 and 0 for no such
 * feature.
 */
struct recording_copy_span {
	uint64_t first, last;
};

/*
 * The attr of an event as it is written: perf refuses attrs larger than it knows, even where the
 * rest is zeros.
 */
struct pdata_attr recording_copy_attr(const struct pdata_event *e);

/*
 * Begin @path (a regular file or none yet; "-": a pipe to standard output) with the events and
 * facts of
 * @in, all of whose records were read once. What @plan leads to must live on. Not 0: one line was
 * printed, nothing is open.
 */
int recording_copy_open(struct recording_copy *rw, struct rep_session *in, const char *path,
			const struct recording_copy_plan *plan);

/*
 * Is the payload of this record in the file? Where it ends behind it, its size is wrong, or it is
 * cut.
 */
bool recording_copy_has_payload(const struct rep_session *from, const struct pdata_record *rec);

/*
 * Append a record as it is, with its payload from @from; not at all where the file has not all of
 * that, which the reader counts. Not 0: see recording_copy_finish().
 */
int recording_copy_record(struct recording_copy *rw, struct rep_session *from,
			  const struct pdata_record *rec);

/* Take the time of a sample into the span. */
void recording_copy_extend_span(struct recording_copy_span *span, uint64_t time);

/* For qsort() and bsearch() of uint64_t: ids, numbers of records. */
int recording_compare_u64(const void *a, const void *b);

/* Is this record part of the header in the new file, and so no record of it? */
bool recording_copy_is_header(const struct pdata_record *rec);

/* Features, header, name. Prints one line when not all could be written. Return: enum rep_exit. */
int recording_copy_finish(struct recording_copy *rw, const struct recording_copy_span *span);

/* Give up: nothing is left of the file. */
void recording_copy_drop(struct recording_copy *rw);
