/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_TRACING_NAMES_H
#define REP_TRACING_NAMES_H

/* Names of tracepoints and of their fields, out of a file's tracing data. */

#include <pdata/pdata.h>
#include <stdbool.h>

struct tracing_names;

/* Tracing data to parse: damaged data, too, of which what is whole counts. NULL without any. */
const struct pdata_feature *rep_tracing_data(struct pdata_reader *r);

/* Return: an index of the file's tracepoints, or NULL when it has no tracing data (so far). It
 * leads into the reader's memory. */
struct tracing_names *tracing_names_new(struct pdata_reader *r);
void tracing_names_free(struct tracing_names *t);

/* Name of tracepoint @id, "system:event"; to be freed. NULL: not in the file. */
char *tracing_event_name(const struct tracing_names *t, uint64_t id);

/* The fields of a tracepoint but for those that all tracepoints have. */
struct tracing_fields {
	const char *at, *end; /* text not looked at yet */
	const char *name;     /* of the field; not NUL-terminated */
	size_t len;
};

void tracing_fields_of(const struct tracing_names *t, uint64_t id, struct tracing_fields *f);

/* Return: false after the last field. */
bool tracing_fields_next(struct tracing_fields *f);

#endif
