/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes records and ring data to the output file; main/output_file.h opens and closes it. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rec;
struct rec_build_id;
struct rec_counts;

int rec_sink_record(struct rec *r, uint32_t type, uint16_t misc, const struct pdata_value *v,
		    int event);
/*
 * Write ring data to the output file. @spans: array of the addresses and lengths of the @nr
 * ranges of memory that have the data. The data consists of whole records, but a record may be
 * split between two ranges. Return: 0; -1: a write has failed.
 */
int rec_sink_spans(struct rec *r, const struct pdata_span *spans, size_t nr);
int rec_sink_round(struct rec *r);
/*
 * Store, for rec_sample_times_find(), the position in the output file at which the data of a new
 * pass over the rings will begin. Call this function at the start of the pass.
 */
void rec_sink_pass(struct rec *r);
int rec_sink_commit(struct rec *r);
/*
 * Do the postponed work of the index of the output file: add the addresses of copied call chains
 * (rec_index_settle()). Do nothing if the file has a writer thread. The thread that drains the
 * rings calls this function when the rings do not fill fast.
 */
void rec_sink_idle(struct rec *r);
/*
 * Add an entry for the file @name, with the build id @id, to the BUILD_ID feature of the current
 * file.
 */
void rec_sink_build_id(struct rec *r, uint16_t cpumode, const char *name,
		       const struct rec_build_id *id);
/*
 * Return a path from which the current output file can be read. NULL: the output went to a pipe,
 * or was appended to a file that had content before.
 */
const char *rec_sink_readable(struct rec *r);
/* returns the size in bytes of the records in the current output file or directory */
uint64_t rec_sink_bytes(const struct rec *r);
/*
 * returns the size in bytes of the records in the current and all earlier files of --switch-output
 */
uint64_t rec_sink_total(const struct rec *r);
/* Add the counts of the records in the current and all earlier files of the recording to @sum. */
void rec_sink_counts(const struct rec *r, struct rec_counts *sum);
const char *rec_sink_path(const struct rec *r);
