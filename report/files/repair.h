/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Inside of pdata repair: repair.c (which records are kept), repair_events.c (attrs and ids),
 * repair_trailer.c (chunks and blocks of the trailer), repair_print.c (the closing report).
 */

#include "files/copy_recording.h"

#include <pdata/trailer.h>

/*
 * Bytes between records that are none. Times are those of the records around it, 0 when there are
 * none.
 */
struct repair_hole {
	uint64_t off, bytes;
	uint64_t after, before;
};

/* A chunk whose checksum does not match. */
struct repair_chunk {
	struct pdata_chunk x; /* its counts are the trailer's */
	uint64_t from_copies; /* of its records, written all the same */
};

struct repair {
	struct rep_input in;
	const char *output;
	bool in_place, keep_chunks, quiet;
	bool is_stat; /* counts of perf stat */
	struct rep_session s;

	struct repair_hole *holes;
	size_t nr_holes;
	uint64_t *bad; /* numbers of records that are refused, ascending */
	size_t nr_bad;
	uint64_t last_time, last_end;

	struct pdata_trailer *trailer; /* of the input, or NULL */
	int fd;			       /* it is read from */
	struct repair_chunk *chunks;
	uint32_t nr_chunks;

	struct recording_copy_event *events; /* of the new file */
	uint32_t nr_events;
	uint64_t *ids; /* of all of them, ascending */
	size_t nr_ids;

	uint64_t records, samples, bytes; /* written */
	uint64_t lost_records, lost_samples;
	struct recording_copy_span kept;
};

/* Set events and ids, when all records were read. */
void repair_events(struct repair *c);
bool repair_knows_id(const struct repair *c, uint64_t id);
bool repair_knows_ids(const struct repair *c, const struct pdata_id_index *x);
/* Compare the chunks of an indexed input with their checksums. */
void repair_find_chunks(struct repair *c);
/*
 * Give the new file an index and the input's other blocks, if the input has a trailer. Not 0: a
 * line was printed.
 */
int repair_trailer(struct repair *c);
/*
 * Write what can be kept of c->s to c->output, with its trailer. Return: REP_OK, or REP_FAIL when a
 * line was printed.
 */
int repair_file(struct repair *c);
/* What was saved, what was lost. Return: REP_OK when nothing was lost, else REP_PART. */
int repair_print(struct repair *c);
/* Closes the session, too. */
void repair_free(struct repair *c);
