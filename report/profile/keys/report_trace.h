/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Implements the sort key "trace": payloads of tracepoints as text. */

#include "profile/model/keys.h"

struct report_trace;

struct report_trace *report_trace_new(struct report *rp); /* Returns NULL if memory is exhausted. */
void report_trace_free(struct report_trace *t);

/*
 * Format the raw data (PERF_SAMPLE_RAW) of row @r, whose event is a tracepoint.
 * report_trace_text() returns the text of the event; "": the format of the event is not known, the
 * row has no raw data, or memory is exhausted.
 * report_trace_field() returns the text of field @f, which the caller frees; NULL: memory is
 * exhausted.
 * report_trace_dynamic() sets *@off and *@len to the offset and length in bytes of the dynamic
 * field @f in the raw data.
 * If memory is exhausted, report_err() returns the error.
 */
const char *report_trace_text(const struct report *rp, const struct rep_row *r);
char *report_trace_field(const struct report *rp, const struct pdata_field *f,
			 const struct rep_row *r);
void report_trace_dynamic(const struct report *rp, const struct pdata_field *f,
			  const struct rep_row *r, uint32_t *off, uint32_t *len);

extern const struct key_kind key_trace;
key_text_fn key_trace_text;
