/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The sort key trace: payloads of tracepoints as text. */

#include "profile/model/keys.h"

struct report_trace;

struct report_trace *report_trace_new(struct report *rp); /* NULL if memory is exhausted */
void report_trace_free(struct report_trace *t);

/*
 * For a row of a tracepoint. report_trace_text(): the text of its event; "" if memory is exhausted.
 * report_trace_field(): the text of one field, which the caller frees; NULL if memory is exhausted.
 * report_trace_dynamic(): offset and length of a dynamic field. See report_err().
 */
const char *report_trace_text(const struct report *rp, const struct rep_row *r);
char *report_trace_field(const struct report *rp, const struct pdata_field *f,
			 const struct rep_row *r);
void report_trace_dynamic(const struct report *rp, const struct pdata_field *f,
			  const struct rep_row *r, uint32_t *off, uint32_t *len);

extern const struct key_kind key_trace;
key_text_fn key_trace_text;
