/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads units of debugging information, their first entries and their abbreviations. */
#include "object/dwarf/die.h"

#ifdef HAVE_DW

#include "base/memory.h"
#include "common/binary_search.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define UNITS_MAX (1u << 24)
#define SPECS_MAX 4096u /* of one abbreviation */

/* ---- headers ----------------------------------------------------------------------------- */

/*
 * Read the rest of a unit's header, after the length. false: a unit of another kind, or damaged.
 */
static bool read_header(struct die_cursor *a, struct die_unit *u)
{
	u->version = (uint16_t)die_number(a, 2);
	if (u->version < 2 || u->version > 5)
		return false;
	u->type = DW_UT_compile;
	if (u->version >= 5) {
		u->type = (uint8_t)die_number(a, 1);
		u->addr_size = (uint8_t)die_number(a, 1);
	}
	u->abbrev_off = die_number(a, u->offset_size);
	if (u->version < 5)
		u->addr_size = (uint8_t)die_number(a, 1);
	if (u->type == DW_UT_skeleton || u->type == DW_UT_split_compile) {
		u->id = die_number(a, 8);
		u->has_id = true;
	} else if (u->type == DW_UT_type || u->type == DW_UT_split_type) {
		die_step(a, 8u + u->offset_size);
	}
	u->die = die_offset(a);
	return !a->bad && (u->addr_size == 4 || u->addr_size == 8);
}

void die_list_units(struct die_src *s)
{
	const uint64_t len = die_len(s, DIE_INFO);
	uint64_t off = 0, size;
	struct die_cursor a;

	while (off < len && s->nr_units < UNITS_MAX) {
		struct die_unit u = { .src = s, .off = off, .offset_size = 4 };

		die_seek(&a, s, DIE_INFO, off, len);
		size = die_number(&a, 4);
		if (size == UINT32_MAX) {
			u.offset_size = 8;
			size = die_number(&a, 8);
		}
		if (a.bad || !size || size > len - die_offset(&a))
			break;
		u.end = die_offset(&a) + size;
		a.limit = u.end;
		off = u.end;
		if (!read_header(&a, &u) || u.die >= u.end)
			continue;
		if (!mem_room(&s->units, &s->cap_units, s->nr_units, sizeof(*s->units)))
			break;
		s->units[s->nr_units++] = u;
	}
}

struct die_unit *die_unit_of(struct die_src *s, uint64_t off)
{
	const size_t lo = pd_first_above(s->units, s->nr_units, off, off);

	return lo && off >= s->units[lo - 1].die && off < s->units[lo - 1].end ? &s->units[lo - 1]
									       : NULL;
}

/* ---- abbreviations ----------------------------------------------------------------------- */

static bool add_spec(struct die_abbrevs *t, struct die_abbrev *b, const struct die_spec *sp)
{
	const int size = sp->size;

	if (!mem_room(&t->specs, &t->cap_specs, t->nr_specs, sizeof(*t->specs)))
		return false;
	t->specs[t->nr_specs++] = *sp;
	b->nr++;
	b->size = size < 0 || b->size < 0 ? -1 : b->size + size;
	b->code_of |= sp->what == DIE_LOW || sp->what == DIE_CODE;
	b->sibling |= sp->what == DIE_SIBLING;
	return true;
}

static bool add_abbrev(struct die_abbrevs *t, const struct die_abbrev *b)
{
	if (!mem_room(&t->all, &t->cap, t->nr, sizeof(*t->all)))
		return false;
	t->all[t->nr++] = *b;
	return true;
}

/* Read one abbreviation. false: the table ends, or is damaged, or memory is exhausted. */
static bool read_abbrev(struct die_cursor *a, struct die_abbrevs *t)
{
	struct die_abbrev b = { .first = t->nr_specs };
	uint64_t name, form;

	b.code = die_uleb(a);
	if (!b.code)
		return false;
	b.tag = (uint16_t)die_uleb(a);
	b.children = die_number(a, 1);
	while (!a->bad) {
		struct die_spec sp = { 0 };

		name = die_uleb(a);
		form = die_uleb(a);
		if (!name && !form)
			break;
		if (name > UINT16_MAX || form > UINT16_MAX || b.nr == SPECS_MAX)
			return false;
		sp.what = (uint8_t)die_attr_id_of((uint16_t)name);
		sp.form = (uint16_t)form;
		sp.size = (int16_t)die_form_size(t, sp.form);
		sp.implicit = form == DW_FORM_implicit_const ? die_sleb(a) : 0;
		if (!add_spec(t, &b, &sp))
			return false;
	}
	return !a->bad && add_abbrev(t, &b);
}

static int by_code(const void *x, const void *y)
{
	const struct die_abbrev *a = x, *b = y;

	return a->code < b->code ? -1 : a->code > b->code;
}

/* Read the abbreviations of @u up to the one with code @stop; 0: all of them. */
static void read_table(struct die_unit *u, struct die_abbrevs *t, uint64_t stop)
{
	struct die_src *s = u->src;
	struct die_cursor a;
	uint64_t begin;
	bool sorted = true;

	*t = (struct die_abbrevs){ .off = u->abbrev_off,
				   .version = u->version,
				   .addr_size = u->addr_size,
				   .offset_size = u->offset_size };
	die_seek(&a, s, DIE_ABBREV, u->abbrev_off, die_len(s, DIE_ABBREV));
	do {
		die_load(&a);
		begin = die_offset(&a);
		if (!read_abbrev(&a, t))
			break;
		if (t->nr > 1 && t->all[t->nr - 1].code <= t->all[t->nr - 2].code)
			sorted = false;
		if (die_offset(&a) - begin > s->abbrevs_left) {
			s->abbrevs_left = 0;
			break;
		}
		s->abbrevs_left -= die_offset(&a) - begin;
	} while (!stop || t->all[t->nr - 1].code != stop);
	if (!sorted && t->nr)
		qsort(t->all, t->nr, sizeof(*t->all), by_code);
}

/* Add an empty table to @s; NULL: memory is exhausted. */
static struct die_abbrevs *add_table(struct die_src *s)
{
	struct die_abbrevs *t;

	if (!mem_room(&s->tables, &s->cap_tables, s->nr_tables, sizeof(*s->tables)))
		return NULL;
	t = mem_alloc(1, sizeof(*t));
	if (t)
		s->tables[s->nr_tables++] = t;
	return t;
}

bool die_unit_abbrevs(struct die_unit *u)
{
	struct die_src *s = u->src;
	struct die_abbrevs *t;

	for (uint32_t i = s->nr_tables; !u->abbrevs && i; i--) {
		t = s->tables[i - 1];
		if (t->off == u->abbrev_off && t->version == u->version &&
		    t->addr_size == u->addr_size && t->offset_size == u->offset_size)
			u->abbrevs = t;
	}
	if (u->abbrevs)
		return u->abbrevs->nr;
	t = add_table(s);
	if (!t)
		return false;
	read_table(u, t, 0);
	u->abbrevs = t;
	return t->nr;
}

/* ---- the first entry --------------------------------------------------------------------- */

static uint64_t or_else(const struct die_val *v, uint64_t otherwise)
{
	return v->form ? v->v : otherwise;
}

/*
 * Set the offsets of the unit's parts of tables. If a split unit of DWARF 5 has no attribute with
 * such an offset, the part begins after the header of its section.
 */
static void find_tables(struct die_unit *u, const struct die_attrs *at)
{
	const bool split = u->src->split, five = u->version >= 5;
	const uint64_t wide = u->offset_size == 8;

	u->str_base =
		u->str_from + or_else(&at->is[DIE_STR_BASE], split && five ? (wide ? 16 : 8) : 0);
	u->rng_base =
		u->rng_from + or_else(&at->is[DIE_RNG_BASE], split && five ? (wide ? 20 : 12) : 0);
	u->addr_base = u->main ? u->main->addr_base : or_else(&at->is[DIE_ADDR_BASE], 0);
	u->ranges_base = u->main ? u->main->ranges_base : or_else(&at->is[DIE_RANGES_BASE], 0);
}

bool die_unit_open(struct die_unit *u, const struct die_unit *main, struct die_attrs *out)
{
	struct die_abbrevs t;
	struct die_cursor a;
	uint64_t code;

	die_seek(&a, u->src, DIE_INFO, u->die, u->end);
	code = die_uleb(&a);
	if (a.bad || !code)
		return false;
	read_table(u, &t, code);
	for (uint32_t i = 0; i < t.nr; i++) {
		if (t.all[i].code != code)
			continue;
		die_attrs(&a, &t, &t.all[i], out);
		u->tag = t.all[i].tag;
		u->main = main;
		find_tables(u, out);
		u->language = (uint16_t)out->is[DIE_LANGUAGE].v;
		if (out->is[DIE_DWO_ID].form) {
			u->id = out->is[DIE_DWO_ID].v;
			u->has_id = true;
		}
		if (main)
			u->low = main->low;
		else if (!die_addr(u, &out->is[DIE_LOW], &u->low))
			u->low = 0;
	}
	free(t.all);
	free(t.specs);
	return u->tag && !a.bad;
}

#endif
