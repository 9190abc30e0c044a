/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Numbers rows by the values of the keys of one scope. */

#include "common/hash_table.h"
#include "profile/model/keys.h"

/*
 * Gives rows with equal values of the keys of one scope the same number, from 1. A row is found by
 * hash and compared with the first row that got the number.
 */
struct row_index {
	enum key_scope scope;
	struct rep_row *reps; /* by number: copy of the first row with that number */
	uint32_t nr, cap;     /* numbers in use are below nr */
	struct pd_hash_index index;
};

/*
 * Return the number of the values of @r. If they are new, @r is copied. Returns 0 if memory is
 * exhausted, see report_err().
 */
uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r);
void row_index_free(struct row_index *s);
