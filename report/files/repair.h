/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what the files of `pdata repair` share: repair.c chooses the records to keep,
 * repair_events.c makes the attrs and ids of the new file, repair_trailer.c finds damaged parts of
 * the data (chunks) by their checksums and reads the old trailer, repair_print.c prints the closing
 * report.
 */

#include "files/copy_recording.h"

#include <pdata/trailer.h>

/*
 * A range of bytes that the reader skipped, between two records. @off: file offset of the range;
 * @bytes: size of the range. The range lies after the time @after and before the time @before, in
 * ns. @after is the time of the nearest record in front of the range that has a time; @before is
 * the time of the nearest record behind the range that has a time. 0: there is no such record.
 */
struct repair_hole {
	uint64_t off, bytes;
	uint64_t after, before;
};

/*
 * A damaged chunk of the input: a part of the data with its own checksum, which does not match the
 * data.
 */
struct repair_chunk {
	/* the range and checksum of the damaged part, and the record counts from the index */
	struct pdata_chunk x;
	/*
	 * number of side-band records (MMAP, COMM ...) in this damaged chunk for which the reader
	 * has returned copies from the trailer (data that pdata appends to a recording), so that
	 * the new file has these records
	 */
	uint64_t from_copies;
};

struct repair {
	struct rep_input in;
	const char *output;
	bool in_place, keep_chunks, quiet;
	struct rep_session s;

	struct repair_hole *holes;
	size_t nr_holes;
	uint64_t *bad; /* values of pdata_record.seq of the records not to keep, ascending */
	size_t nr_bad;
	/*
	 * @last_time: time in ns of the last record read that has a time; @last_end: file offset
	 * at which the last record read ends
	 */
	uint64_t last_time, last_end;

	/* trailer of the input (data that pdata has appended to it), and its blocks to keep */
	struct recording_blocks blocks;
	/* array of the parts of the data (chunks) whose checksums do not match */
	struct repair_chunk *chunks;
	uint32_t nr_chunks;

	struct recording_copy_event *events; /* array of the events of the new file */
	uint32_t nr_events;

	/*
	 * @records and @samples: counts of records and of samples in the new file; @bytes: size in
	 * bytes of these records
	 */
	uint64_t records, samples, bytes;
	/*
	 * @lost_records: count of records that were read but not kept; @lost_samples: count of
	 * samples among these records
	 */
	uint64_t lost_records, lost_samples;
	struct recording_copy_span kept; /* times of the first and last sample kept */
};

/*
 * Set c->events, with attrs, names and ids, from the events of the input. All records must have
 * been read before, because a pipe announces events in records.
 */
void repair_events(struct repair *c);
/*
 * Read the trailer (data that pdata appends to a recording) of the input. In c->chunks, store each
 * chunk (a part of the data that has one checksum) whose data does not match its checksum. Store
 * no chunks if --keep-chunks is set, if the input is a directory, or if the trailer has no index.
 */
void repair_find_chunks(struct repair *c);
/*
 * Write everything that can be kept of the recording c->s to the new file c->output. If the input
 * has a trailer (data that pdata appends to a recording), the new file gets one, too. Return:
 * REP_OK, or REP_FAIL after a message.
 */
int repair_file(struct repair *c);
/*
 * Print what was saved and what was lost; with --quiet send only an error message for lost
 * records. Return: REP_OK if nothing was lost, else REP_PART.
 */
int repair_print(struct repair *c);
/* Close the input and its session, and free what @c owns. */
void repair_free(struct repair *c);
