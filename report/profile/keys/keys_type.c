/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys type, typeoff and typecln: the data type that a sample's instruction accesses, the
 * field's offset and its cache line.
 */
#include "profile/keys/keys_type.h"

#include "profile/keys/key_kinds.h"
#include "session/datatype/data_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The data access of a row; NULL for rows of callers, which only called. */
static const struct data_access *access_of(const struct report *rp, const struct rep_row *r)
{
	return data_types_find(rp->types, r->map && !r->first_pos ? r->map->object : NULL, r->addr);
}

/* Types of equal name and size are equal. */
static int type_order(const struct data_access *a, const struct data_access *b)
{
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return strcmp(a->type, b->type);
}

/* The offset or cache line in the type, as the key needs. */
static uint64_t type_part(const struct report *rp, const struct rep_key *k,
			  const struct data_access *a)
{
	return k->arg == KEY_TYPE_OFFSET       ? a->offset
	       : k->arg == KEY_TYPE_CACHE_LINE ? a->offset / rp->cache_line
					       : 0;
}

static int type_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		    const struct rep_row *b)
{
	const struct data_access *x = access_of(rp, a), *y = access_of(rp, b);
	const int c = type_order(x, y);

	return c ? c : KEY_CMP(type_part(rp, k, x), type_part(rp, k, y));
}

static uint64_t type_hash(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	const struct data_access *a = access_of(rp, r);

	return hash_mix(hash_mix(key_text_hash(a->type), a->size), type_part(rp, k, a));
}

static int type_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		      char *buf, size_t size, unsigned width)
{
	const struct data_access *a = access_of(rp, r);

	if (k->arg == KEY_TYPE_NAME)
		return snprintf(buf, size, "%-*s", (int)width, a->type);
	if (!a->field)
		return snprintf(buf, size, "%s", a->type);
	if (k->arg == KEY_TYPE_OFFSET)
		return snprintf(buf, size, "%s +%#" PRIx64 " (%s)", a->type, a->offset,
				a->field[0] ? a->field : "no field");
	return snprintf(buf, size, "%s: cache-line %" PRIu64, a->type, type_part(rp, k, a));
}

const struct key_kind key_type = { type_cmp, type_hash, key_print_width, type_print, NULL };
