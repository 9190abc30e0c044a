/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The table of sort keys, and calls of a key's functions. */

#include "profile/keys/keys_field.h"
#include "profile/model/keys.h"

/*
 * Keys in the order in which perf searches them for abbreviations; a row without a name ends the
 * table.
 */
extern const struct rep_key rep_keys[];

/* The key that @word abbreviates, or NULL if there is none or if it is not a key of @mode. */
const struct rep_key *rep_key_find(const char *word, size_t len, enum report_mode mode);
/*
 * The only mode with the key that @word abbreviates; REPORT_NORMAL: all modes have it, or there is
 * no such key.
 */
enum report_mode rep_key_mode(const char *word, size_t len);

/* Whether --sort contains a key of this name. */
bool rep_has_key(const struct report *rp, const char *name);

static inline int rep_key_cmp(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *a, const struct rep_row *b)
{
	return k->kind->cmp(rp, k, a, b);
}

/* Compare in the order of printing: positive if @a comes first. */
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

/* Whether rows of the event have this key. */
static inline bool rep_key_is_of(const struct rep_key *k, uint32_t event)
{
	return !k->field || k->field->event == event;
}
