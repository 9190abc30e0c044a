/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Assigns ids to rows. A struct row_index is for the keys of one scope, KEY_THREAD or KEY_LOCATION:
 * two rows have the same id in this struct if their values of all keys of this scope are equal.
 */

#include "common/hash_table.h"
#include "profile/model/keys.h"

/*
 * Hash table that assigns ids, from 1, to rows: two rows have the same id if all their keys of the
 * scope @scope are equal; for KEY_THREAD, the rows must also be of the same event.
 * row_index_find() searches by the hash of a row's keys. If an id has this hash, the function
 * compares the row with one row that has this id (see @firsts).
 */
struct row_index {
	enum key_scope scope;
	/*
	 * array indexed by id; an element is the row with which row_index_find() compares other
	 * rows that may get this id
	 */
	const struct rep_row **firsts;
	uint32_t nr, cap; /* all ids in use are lower than @nr */
	struct pd_hash_index index;
};

/* Return the hash of @r's values for those sort keys whose rep_key.scope is @s->scope. */
uint32_t row_index_tag(const struct report *rp, const struct row_index *s, const struct rep_row *r);
/*
 * Return the id of the values that @r has for those sort keys whose rep_key.scope is @s->scope
 * (KEY_THREAD or KEY_LOCATION). @tag: the hash of these values, from row_index_tag(); 0: the
 * caller did not call row_index_tag(). *@added is set to true if these values are new, else to
 * false. If *@added is true, the caller must then call row_index_set_first(). Return 0 if memory
 * is exhausted; report_err() then returns the error.
 */
uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r,
			uint32_t tag, bool *added);
/*
 * Make @row the row with which row_index_find() compares later rows that may get the id @number.
 * @row must have the same key values as the row for which row_index_find() returned @number as a
 * new id. @row must stay valid as long as @s.
 */
static inline void row_index_set_first(struct row_index *s, uint32_t number,
				       const struct rep_row *row)
{
	s->firsts[number] = row;
}
void row_index_free(struct row_index *s);
