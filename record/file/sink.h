/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What is written to the file that is recorded; main/output_file.h opens and closes it. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rec;
struct rec_build_id;
struct rec_counts;

int rec_sink_record(struct rec *r, uint32_t type, uint16_t misc, const struct pdata_value *v,
		    int event);
/* Whole records for the file. */
int rec_sink_spans(struct rec *r, const struct pdata_span *spans, size_t nr);
int rec_sink_round(struct rec *r);
/* A pass over the rings begins. */
void rec_sink_pass(struct rec *r);
int rec_sink_commit(struct rec *r);
/* The rings are empty: time for what can be done later. */
void rec_sink_idle(struct rec *r);
/* An entry of the BUILD_ID feature. */
void rec_sink_build_id(struct rec *r, uint16_t cpumode, const char *name,
		       const struct rec_build_id *id);
/* A path under which what was written so far can be read; NULL: it went into a pipe. */
const char *rec_sink_readable(struct rec *r);
uint64_t rec_sink_bytes(const struct rec *r); /* of data in this file */
uint64_t rec_sink_total(const struct rec *r); /* and in those before it */
/* Add what was recorded, in this file and those before it. */
void rec_sink_counts(const struct rec *r, struct rec_counts *sum);
const char *rec_sink_path(const struct rec *r);
