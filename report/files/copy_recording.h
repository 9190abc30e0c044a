/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a copy of a recording with the events and features of the input and the records that the
 * caller chooses. The output file gets its name when it is complete.
 */

#include "base/new_file.h"
#include "files/recording_blocks.h"
#include "session/session.h"

struct recording_copy_event {
	struct pdata_attr attr;
	const char *name;
	const uint64_t *ids;
	uint32_t nr_ids;
};

/*
 * The differences between a copy and its input. If the struct is zeroed, there is no difference.
 */
struct recording_copy_plan {
	uint32_t level; /* zstd level of the copy; 0: no compression */
	/* new events in place of the input's; NULL: keep the input's events */
	const struct recording_copy_event *events;
	uint32_t nr_events;
	/* new build ids in place of the input's; NULL: keep the input's build ids */
	const struct pdata_build_ids *build_ids;
	/* new tracing data (formats of tracepoints), as bytes; NULL: keep the input's */
	const struct pdata_feature *tracing;
	/* new GROUP_DESC, without groups if the copy has none; NULL: keep the input's */
	const struct pdata_feature *groups;
	/*
	 * blocks for the trailer of the copy (data that pdata appends to a recording). If
	 * @blocks->trailer is not NULL, the copy gets a trailer with a new index and these blocks.
	 * NULL: the copy gets no trailer
	 */
	const struct recording_blocks *blocks;
};

struct recording_copy {
	struct rep_session *in;
	struct recording_copy_plan plan;
	struct pdata_writer *w;
	struct new_file file; /* the output */
	bool pipe;	      /* the output is standard output */
	uint64_t *ids;	      /* ids of all events of the copy, ascending */
	size_t nr_ids;
	bool has_events_without_ids;
	bool keeps_build_ids; /* BUILD_ID records stay records, and do not become a feature */
	bool partial;	      /* a feature is left out; a message says so */
	/*
	 * PDATA_E_CUT: the payload of a record (bytes that follow the record, such as AUX data)
	 * ended early in the input, and too many bytes are missing to replace them by zeros; 0: no
	 * error. Errors of @w are not stored here.
	 */
	int failed;
};

/*
 * Times (ns) of the first and last sample in the copy, for the feature SAMPLE_TIME. If both are 0,
 * the feature is not written.
 */
struct recording_copy_span {
	uint64_t first, last;
};

/* Counts of the records that are left out because perf would refuse the copy. */
struct recording_copy_loss {
	uint64_t records, samples; /* @samples: count of samples among the records */
};

/*
 * Return the attr that the copy has for the event @e. If the attr has more than 128 bytes, zero
 * bytes at its end are cut off, down to 128 bytes. perf refuses an attr that is larger than the
 * struct perf_event_attr that perf was built with, even if the excess bytes are zeros.
 */
struct pdata_attr recording_copy_attr(const struct pdata_event *e);

/*
 * Begin a copy of @in at @path: a regular file, a path that does not exist, or "-" for standard
 * output in pipe format. The caller must have read all records of @in once. Everything that @plan
 * points to must stay valid until recording_copy_finish(). Return: 0; any other value: an error
 * message was printed, and nothing is open.
 */
int recording_copy_open(struct recording_copy *rw, struct rep_session *in, const char *path,
			const struct recording_copy_plan *plan);

/*
 * Return whether the file of @from has the whole payload of @rec: the bytes that follow the
 * record, such as AUX data. A payload that reaches beyond the end of the file has a wrong size, or
 * the file is truncated. The result is true, too, if the input is a directory, or if the size of
 * the file is not known.
 */
bool recording_copy_has_payload(const struct rep_session *from, const struct pdata_record *rec);

/*
 * Append the record @rec unchanged to the copy, with its payload (bytes that follow the record,
 * such as AUX data) from @from. If the file of @from does not have the whole payload, skip the
 * record; the reader of @from counts the skipped record. Return: 0; any other value: an error, for
 * which recording_copy_finish() sends a message.
 */
int recording_copy_record(struct recording_copy *rw, struct rep_session *from,
			  const struct pdata_record *rec);

/*
 * Return whether perf can read @rec: its fields can be decoded, and its ids are ids of events of
 * the copy. perf refuses a whole file if it has a record for which this is false.
 */
bool recording_copy_understands(const struct recording_copy *rw, const struct pdata_record *rec);
/* Return true, and count @rec in @loss, if perf cannot read @rec. */
bool recording_copy_leaves_out(const struct recording_copy *rw, const struct pdata_record *rec,
			       struct recording_copy_loss *loss);
/*
 * If @loss counts records, send a message that they are left out of the copy of @path. Return:
 * REP_PART, or REP_OK if there are none.
 */
int recording_copy_print_loss(const char *path, const struct recording_copy_loss *loss);

/*
 * Extend @span so that it includes @time, the time of a sample. The function ignores 0, and times
 * from PDATA_TIME_OFF_CPU on, which do not tell when a sample was taken.
 */
void recording_copy_extend_span(struct recording_copy_span *span, uint64_t time);

/*
 * Compare two integers of type uint64_t, such as ids or pdata_record.seq, for qsort() and
 * bsearch().
 */
int recording_compare_u64(const void *a, const void *b);

/*
 * Return whether @rec has content such as an attr or a feature, which a file has outside of the
 * data section and a pipe has in records. The caller does not copy such a record, because
 * recording_copy_open() and recording_copy_finish() write the attrs and features of the copy: those
 * that struct recording_copy_plan gives, and otherwise those of the input. Exception: BUILD_ID
 * records of the input are copied if recording_copy.keeps_build_ids is set and the plan gives no
 * build ids.
 */
bool recording_copy_is_header(const struct recording_copy *rw, const struct pdata_record *rec);

/*
 * Write the features, the header and the trailer of the copy, give the output file its name, and
 * close the file. If the copy is a pipe, which cannot have a trailer, and the plan has blocks for
 * one, send a message that they are left out. If something could not be written, send a message and
 * remove the file. Return: REP_OK; REP_PART if recording_copy_open() has left out a header feature
 * and has sent a message about it; REP_FAIL if something could not be written.
 */
int recording_copy_finish(struct recording_copy *rw, const struct recording_copy_span *span);

/*
 * Close the copy. If recording_copy_finish() has not given the output file its final name, remove
 * the file.
 */
void recording_copy_drop(struct recording_copy *rw);
