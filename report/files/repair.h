/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Internals of `pdata repair`: repair.c (which records are kept), repair_events.c (attrs and ids),
 * repair_trailer.c (chunks and blocks of the trailer), repair_print.c (the closing report).
 */

#include "files/copy_recording.h"

#include <pdata/trailer.h>

/*
 * Bytes between two records that are not a record. @after: time of the record in front of these
 * bytes. @before: time of the record behind them. 0: there is no such record.
 */
struct repair_hole {
	uint64_t off, bytes;
	uint64_t after, before;
};

/* A chunk whose checksum does not match. */
struct repair_chunk {
	struct pdata_chunk x; /* the chunk; its counts are those of the index */
	/* records of the chunk that were written from the side-band backup */
	uint64_t from_copies;
};

struct repair {
	struct rep_input in;
	const char *output;
	bool in_place, keep_chunks, quiet;
	bool is_stat; /* a recording of perf stat */
	struct rep_session s;

	struct repair_hole *holes;
	size_t nr_holes;
	uint64_t *bad; /* numbers of refused records, ascending */
	size_t nr_bad;
	uint64_t last_time, last_end;

	struct pdata_trailer *trailer; /* trailer of the input, or NULL */
	int fd;			       /* descriptor from which the input's trailer is read */
	struct repair_chunk *chunks;
	uint32_t nr_chunks;

	struct recording_copy_event *events; /* events of the new file */
	uint32_t nr_events;
	uint64_t *ids; /* ids of all events, ascending */
	size_t nr_ids;

	uint64_t records, samples, bytes; /* written */
	uint64_t lost_records, lost_samples;
	struct recording_copy_span kept;
};

/* Set events and ids, after all records were read. */
void repair_events(struct repair *c);
bool repair_knows_id(const struct repair *c, uint64_t id);
bool repair_knows_ids(const struct repair *c, const struct pdata_id_index *x);
/* Find the chunks of an indexed input whose checksums do not match. */
void repair_find_chunks(struct repair *c);
/*
 * Give the new file an index and the input's other blocks, if the input has a trailer. Return: not
 * 0 on failure; a line was printed.
 */
int repair_trailer(struct repair *c);
/*
 * Write to c->output everything of c->s that can be kept, and a trailer. Return: REP_OK, or
 * REP_FAIL after an error message.
 */
int repair_file(struct repair *c);
/* Print what was kept and what was lost. Return: REP_OK if nothing was lost, else REP_PART. */
int repair_print(struct repair *c);
/* Free all of @c, and close its session. */
void repair_free(struct repair *c);
