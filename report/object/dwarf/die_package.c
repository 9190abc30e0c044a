/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the index of a split DWARF package (.dwp), which says where each unit's parts of the
 * sections are.
 */
#include "common/binary_search.h"
#include "object/dwarf/die.h"

#ifdef HAVE_DW

#define HEADER 16u
#define COLUMNS_MAX 16u

/*
 * Kinds of sections in the index, with the numbers of DWARF 5; GNU's version 2 has the same
 * numbers for those that are used of it.
 */
enum { SECT_INFO = 1, SECT_ABBREV = 3, SECT_STR_OFFSETS = 6, SECT_RNGLISTS = 8 };

struct index {
	uint16_t version; /* 2: GNU's, before DWARF 5 */
	uint32_t columns, units, slots;
	uint32_t kind[COLUMNS_MAX];
	uint64_t offsets; /* where the table of offsets begins */
};

static bool read_package_index(struct die_src *s, struct index *x)
{
	const uint64_t len = die_len(s, DIE_CU_INDEX);
	struct die_cursor a;

	die_seek(&a, s, DIE_CU_INDEX, 0, len);
	x->version = (uint16_t)die_number(&a, 2);
	/* The version is one word in GNU's format; in DWARF 5 its second half is 0. */
	x->version |= (uint16_t)die_number(&a, 2);
	x->columns = (uint32_t)die_number(&a, 4);
	x->units = (uint32_t)die_number(&a, 4);
	x->slots = (uint32_t)die_number(&a, 4);
	if (a.bad || (x->version != 2 && x->version != 5) || !x->columns ||
	    x->columns > COLUMNS_MAX)
		return false;
	/*
	 * The sizes of an id and a row number for each slot, and of a row of offsets for each unit
	 * and for the kinds.
	 */
	if (x->slots > (len - HEADER) / 12 || x->units > len / (4 * x->columns))
		return false;
	x->offsets = HEADER + 12ull * x->slots;
	die_seek(&a, s, DIE_CU_INDEX, x->offsets, len);
	for (uint32_t i = 0; i < x->columns; i++)
		x->kind[i] = (uint32_t)die_number(&a, 4);
	return !a.bad;
}

/* Return: the unit that begins at @off, or NULL. */
static struct die_unit *find_package_unit(struct die_src *s, uint64_t off)
{
	const size_t lo = pd_first_from(s->units, s->nr_units, off, off);

	return lo < s->nr_units && s->units[lo].off == off ? &s->units[lo] : NULL;
}

/*
 * Locate the parts of the unit whose id is @id by row @row of the table of offsets; rows of units
 * count from 1.
 */
static void locate_unit_parts(struct die_src *s, const struct index *x, uint32_t row, uint64_t id)
{
	const uint64_t at = x->offsets + 4ull * x->columns * row;
	uint64_t part[SECT_RNGLISTS + 1] = { 0 };
	struct die_unit *u;

	for (uint32_t i = 0; i < x->columns; i++) {
		uint64_t off;

		if (!die_table_number(s, DIE_CU_INDEX, at + 4ull * i, 4, &off))
			return;
		if (x->kind[i] <= SECT_RNGLISTS)
			part[x->kind[i]] = off;
	}
	u = find_package_unit(s, part[SECT_INFO]);
	if (!u || u->placed)
		return;
	u->placed = true;
	u->id = id;
	u->has_id = true;
	u->abbrev_off += part[SECT_ABBREV];
	u->str_from = part[SECT_STR_OFFSETS];
	u->rng_from = x->version == 5 ? part[SECT_RNGLISTS] : 0;
}

void die_locate_units(struct die_src *s)
{
	struct index x;
	uint64_t id, row;

	if (!read_package_index(s, &x))
		return;
	for (uint32_t i = 0; i < x.slots; i++)
		if (die_table_number(s, DIE_CU_INDEX, HEADER + 8ull * x.slots + 4ull * i, 4,
				     &row) &&
		    row && row <= x.units &&
		    die_table_number(s, DIE_CU_INDEX, HEADER + 8ull * i, 8, &id))
			locate_unit_parts(s, &x, (uint32_t)row, id);
}

#endif
