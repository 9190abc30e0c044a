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
	const struct rep_row **firsts; /* by number, see row_index_set_first() */
	uint32_t nr, cap;	       /* numbers in use are below nr */
	struct pd_hash_index index;
};

/*
 * Return the number of the values of @r. @added: set if they are new; the caller must then call
 * row_index_set_first(). Returns 0 if memory is exhausted, see report_err().
 */
uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r,
			bool *added);
/*
 * Set the row with which later rows are compared for @number. It must have the values of the row
 * that was added, and be valid as long as @s.
 */
static inline void row_index_set_first(struct row_index *s, uint32_t number,
				       const struct rep_row *row)
{
	s->firsts[number] = row;
}
void row_index_free(struct row_index *s);
