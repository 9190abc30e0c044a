/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_TRACE_H
#define REP_REPORT_TRACE_H

/* The key 'trace': tracepoint payloads as text. */

#include "profile/model/report.h"

struct report_trace;

struct report_trace *report_trace_new(struct report *rp); /* NULL without memory */
void report_trace_free(struct report_trace *t);

/*
 * Of a row of a tracepoint: the event's text; one field as text, to be freed; where a dynamic one
 * lies. Without memory the first is "", the second NULL: see report_err().
 */
const char *report_trace_text(const struct report *rp, const struct rep_row *r);
char *report_trace_field(const struct report *rp, const struct pdata_field *f,
			 const struct rep_row *r);
void report_trace_dynamic(const struct report *rp, const struct pdata_field *f,
			  const struct rep_row *r, uint32_t *off, uint32_t *len);

int key_trace_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b);
uint64_t key_trace_hash(const struct report *rp, const struct rep_row *r);
unsigned key_trace_width(const struct report *rp, const struct rep_row *r);
int key_trace_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		    unsigned width);

#endif
