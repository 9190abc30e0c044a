/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Keys that are fields of tracepoints: FIELD for every tracepoint that has it, EVENT.FIELD,
 * EVENT.* and trace_fields. Each may end with /raw, which prints the field's own value instead of
 * its part of the event's text.
 */

#include "profile/model/report.h"

struct rep_key;
struct pdata_field;

/* A key of one event. Rows of other events do not have the key. */
struct field_key {
	const struct pdata_field *field;
	uint32_t event; /* index of the event */
	bool raw;
};

/*
 * Call @add for each key that the @len bytes at @word name. Return: false if they name no key. If
 * memory is exhausted, the result is true, see report_err().
 */
bool field_keys_find(struct report *rp, const char *word, size_t len, int level,
		     void (*add)(struct report *rp, const struct rep_key *k, int level));
void field_keys_free(struct report *rp);
