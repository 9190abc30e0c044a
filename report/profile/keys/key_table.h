/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The table of sort keys, and calls of the functions of one. */

#include "profile/keys/keys_field.h"
#include "profile/model/keys.h"

/* Keys in the order in which perf looks for abbreviations; ends with a row without a name. */
extern const struct rep_key rep_keys[];

/* The key that @word abbreviates, or NULL: there is none, or it is none of @mode. */
const struct rep_key *rep_key_find(const char *word, size_t len, enum report_mode mode);
/*
 * The only mode that has the key which @word abbreviates; REPORT_NORMAL: all have it, or there is
 * none.
 */
enum report_mode rep_key_mode(const char *word, size_t len);

/* Is there a key of this name among those of --sort? */
bool rep_has_key(const struct report *rp, const char *name);

static inline int rep_key_cmp(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *a, const struct rep_row *b)
{
	return k->kind->cmp(rp, k, a, b);
}

/* The order of printing, positive when @a comes first. */
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

/* Whether the rows of an event have this key at all. */
static inline bool rep_key_is_of(const struct rep_key *k, uint32_t event)
{
	return !k->field || k->field->event == event;
}
