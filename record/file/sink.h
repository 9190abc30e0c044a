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
 * Write @nr spans of ring data, which together have whole records. Return: 0; -1: a write has
 * failed.
 */
int rec_sink_spans(struct rec *r, const struct pdata_span *spans, size_t nr);
int rec_sink_round(struct rec *r);
/* Store the position of the pass over the rings that now begins, for rec_sample_times_find(). */
void rec_sink_pass(struct rec *r);
int rec_sink_commit(struct rec *r);
/* Do work on the index that can wait; call this when the rings do not fill fast. */
void rec_sink_idle(struct rec *r);
/* Add an entry to the BUILD_ID feature. */
void rec_sink_build_id(struct rec *r, uint16_t cpumode, const char *name,
		       const struct rec_build_id *id);
/*
 * Return a path from which the output so far can be read. NULL: the output went to a pipe, or was
 * appended to a file that had content before.
 */
const char *rec_sink_readable(struct rec *r);
uint64_t rec_sink_bytes(const struct rec *r); /* bytes of data in the current file */
uint64_t rec_sink_total(const struct rec *r); /* bytes of data in this and all earlier files */
/* Add the counts of the records in this and all earlier files of the recording to @sum. */
void rec_sink_counts(const struct rec *r, struct rec_counts *sum);
const char *rec_sink_path(const struct rec *r);
