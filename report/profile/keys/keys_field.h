/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes sort keys from tracepoint fields. The word FIELD stands for the field FIELD of each
 * tracepoint that has such a field. EVENT.FIELD, EVENT.* and trace_fields are also allowed. Each
 * form may end with /raw: the key then prints the field's own value instead of the field's part of
 * the event's text.
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
 * Make the keys that are named by the @len bytes at @word. For each key, call @add with the key
 * and with @level, the level of the key with --hierarchy. Return: false if @word names no key. If
 * memory is exhausted, report_err() returns the error, and the result is true.
 */
bool field_keys_find(struct report *rp, const char *word, size_t len, int level,
		     void (*add)(struct report *rp, const struct rep_key *k, int level));
void field_keys_free(struct report *rp);
