/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Keys that are fields of tracepoints: FIELD of every tracepoint that has it, EVENT.FIELD, EVENT.*
 * and trace_fields, each with /raw behind it for the field itself rather than what the event's
 * text has.
 */

#include "profile/model/report.h"

struct rep_key;
struct pdata_field;

/* A key of one event; rows of other events have nothing to do with it. */
struct field_key {
	const struct pdata_field *field;
	uint32_t event; /* index */
	bool raw;
};

/*
 * Call @add for each key that the @len bytes at @word name. Return: whether they name any; true
 * without memory, see report_err().
 */
bool field_keys_find(struct report *rp, const char *word, size_t len, int level,
		     void (*add)(struct report *rp, const struct rep_key *k, int level));
void field_keys_free(struct report *rp);
