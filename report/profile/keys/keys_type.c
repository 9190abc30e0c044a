/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys type, typeoff and typecln: the data type that a sample's instruction accesses, the
 * field's offset and its cache line.
 */
#include "profile/keys/keys_type.h"

#include "profile/keys/keys_names.h"
#include "session/datatype/data_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Rows of callers have none: they only called. */
static const struct data_access *access_of(const struct report *rp, const struct rep_row *r)
{
	return data_types_find(rp->types, r->map && !r->first_pos ? r->map->object : NULL, r->addr);
}

/* Types of one name and size are one. */
static int type_order(const struct data_access *a, const struct data_access *b)
{
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return strcmp(a->type, b->type);
}

static uint64_t type_hash(const struct data_access *a)
{
	return hash_mix(key_text_hash(a->type), a->size);
}

int key_type_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	return type_order(access_of(rp, a), access_of(rp, b));
}

uint64_t key_type_hash(const struct report *rp, const struct rep_row *r)
{
	return type_hash(access_of(rp, r));
}

unsigned key_type_width(const struct report *rp, const struct rep_row *r)
{
	return (unsigned)strlen(access_of(rp, r)->type);
}

int key_type_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		   unsigned width)
{
	return snprintf(buf, size, "%-*s", (int)width, access_of(rp, r)->type);
}

/* ---- what of it -------------------------------------------------------------------------- */

int key_typeoff_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	const struct data_access *x = access_of(rp, a), *y = access_of(rp, b);
	const int c = type_order(x, y);

	return c ? c : x->offset < y->offset ? -1 : x->offset > y->offset;
}

uint64_t key_typeoff_hash(const struct report *rp, const struct rep_row *r)
{
	const struct data_access *a = access_of(rp, r);

	return hash_mix(type_hash(a), a->offset);
}

static int typeoff_text(const struct data_access *a, char *buf, size_t size)
{
	if (!a->field)
		return snprintf(buf, size, "%s", a->type);
	/* cppcheck-suppress nullPointer ; of size 0 */
	return snprintf(buf, size, "%s +%#" PRIx64 " (%s)", a->type, a->offset,
			a->field[0] ? a->field : "no field");
}

unsigned key_typeoff_width(const struct report *rp, const struct rep_row *r)
{
	return (unsigned)typeoff_text(access_of(rp, r), NULL, 0);
}

int key_typeoff_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	(void)width;
	return typeoff_text(access_of(rp, r), buf, size);
}

/* ---- which cache line of it -------------------------------------------------------------- */

static uint64_t type_cache_line(const struct report *rp, const struct data_access *a)
{
	return a->offset / rp->cache_line;
}

int key_typecln_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	const struct data_access *x = access_of(rp, a), *y = access_of(rp, b);
	const uint64_t m = type_cache_line(rp, x), n = type_cache_line(rp, y);
	const int c = type_order(x, y);

	return c ? c : m < n ? -1 : m > n;
}

uint64_t key_typecln_hash(const struct report *rp, const struct rep_row *r)
{
	const struct data_access *a = access_of(rp, r);

	return hash_mix(type_hash(a), type_cache_line(rp, a));
}

static int typecln_text(const struct report *rp, const struct data_access *a, char *buf,
			size_t size)
{
	if (!a->field)
		return snprintf(buf, size, "%s", a->type);
	/* cppcheck-suppress nullPointer ; of size 0 */
	return snprintf(buf, size, "%s: cache-line %" PRIu64, a->type, type_cache_line(rp, a));
}

unsigned key_typecln_width(const struct report *rp, const struct rep_row *r)
{
	return (unsigned)typecln_text(rp, access_of(rp, r), NULL, 0);
}

int key_typecln_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	(void)width;
	return typecln_text(rp, access_of(rp, r), buf, size);
}
