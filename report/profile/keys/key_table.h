/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the table of sort keys, and functions that call the functions of one key. */

#include "profile/keys/keys_field.h"
#include "profile/model/keys.h"

/*
 * All sort keys, in the order in which perf searches them for an abbreviation. The table ends with
 * an element whose name is NULL.
 */
extern const struct rep_key rep_keys[];

/*
 * Return the first key whose name begins with the @len bytes at @word, in upper or lower case.
 * Return NULL if no name begins with them, or if that first key does not exist in @mode.
 */
const struct rep_key *rep_key_find(const char *word, size_t len, enum report_mode mode);
/*
 * Find the first key whose name begins with the @len bytes at @word, and return the only mode in
 * which this key exists. Return REPORT_NORMAL if the key exists in all modes, or if there is no
 * such key.
 */
enum report_mode rep_key_mode(const char *word, size_t len);

/* Return true if perf 6.1 does not have the key @k of rep_keys[]. */
bool rep_key_is_newer(const struct rep_key *k);

/* Return true if the key named @name is one of the sort keys of @rp (report.keys). */
bool rep_has_key(const struct report *rp, const char *name);

static inline int rep_key_cmp(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *a, const struct rep_row *b)
{
	return k->kind->cmp(rp, k, a, b);
}

/* Compare two rows by key @k in the order of printing: positive if @a is printed before @b. */
static inline int rep_key_sort(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *a, const struct rep_row *b)
{
	return (k->sort ? k->sort : k->kind->cmp)(rp, k, a, b);
}

static inline uint64_t rep_key_hash(const struct report *rp, const struct rep_key *k,
				    const struct rep_row *r)
{
	return k->kind->hash(rp, k, r);
}

static inline unsigned rep_key_width(const struct report *rp, const struct rep_key *k,
				     const struct rep_row *r)
{
	key_width_fn *width = k->width || k->scope == KEY_SUM ? k->width : k->kind->width;

	return width ? width(rp, k, r) : 0;
}

static inline int rep_key_text(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r, char *buf, size_t size, unsigned width)
{
	return (k->print ? k->print : k->kind->print)(rp, k, r, buf, size, width);
}

/*
 * Return true if the key @k exists for rows of the event with index @event. A key of a tracepoint
 * field exists only for the event of this tracepoint; all other keys exist for all events.
 */
static inline bool rep_key_is_of(const struct rep_key *k, uint32_t event)
{
	return !k->field || k->field->event == event;
}
