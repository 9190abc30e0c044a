/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes sort keys from the fields of tracepoints. The user gives one of these words in --sort: the
 * name of a field (a key for each tracepoint that has such a field), EVENT.FIELD (the field of one
 * event), EVENT.* (all fields of one event) or trace_fields (all fields of all events). The print
 * format of the tracepoint converts an event to text; the key prints the part of this text that
 * follows "FIELD=". Exception: if the word ends with /raw, or if the text has no such part, the key
 * prints the value of the field itself.
 */

#include "profile/model/report.h"

struct rep_key;
struct pdata_field;

/* A tracepoint field as a sort key of one event. Rows of other events do not have the key. */
struct field_key {
	const struct pdata_field *field;
	uint32_t event; /* index of the event */
	bool raw;
};

/*
 * Make a sort key for each tracepoint field that is named by the argument @word of @len bytes. For
 * each key, call @add with the key and with @level, the level of the key in --hierarchy. Return:
 * true; false if @word names no field. If memory is exhausted, report_err() returns the error, and
 * the result is true.
 */
bool field_keys_find(struct report *rp, const char *word, size_t len, int level,
		     void (*add)(struct report *rp, const struct rep_key *k, int level));
void field_keys_free(struct report *rp);
