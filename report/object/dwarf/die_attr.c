/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads attributes of entries and interprets their values: references, strings, addresses. */
#include "common/binary_search.h"
#include "object/dwarf/die.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <string.h>

/* Forms of DWARF 5 and GNU under names of our own, because older headers lack them. */
enum { FORM_REF_SUP4 = 0x1c, FORM_STRP_SUP = 0x1d, FORM_REF_SUP8 = 0x24 };

/* ---- values ------------------------------------------------------------------------------ */

int die_form_size(const struct die_abbrevs *t, uint16_t form)
{
	switch (form) {
	case DW_FORM_flag_present:
	case DW_FORM_implicit_const:
		return 0;
	case DW_FORM_data1:
	case DW_FORM_ref1:
	case DW_FORM_flag:
	case DW_FORM_strx1:
	case DW_FORM_addrx1:
		return 1;
	case DW_FORM_data2:
	case DW_FORM_ref2:
	case DW_FORM_strx2:
	case DW_FORM_addrx2:
		return 2;
	case DW_FORM_strx3:
	case DW_FORM_addrx3:
		return 3;
	case DW_FORM_data4:
	case DW_FORM_ref4:
	case DW_FORM_strx4:
	case DW_FORM_addrx4:
	case FORM_REF_SUP4:
		return 4;
	case DW_FORM_data8:
	case DW_FORM_ref8:
	case DW_FORM_ref_sig8:
	case FORM_REF_SUP8:
		return 8;
	case DW_FORM_data16:
		return 16;
	case DW_FORM_addr:
		return t->addr_size;
	case DW_FORM_strp:
	case DW_FORM_line_strp:
	case DW_FORM_sec_offset:
	case FORM_STRP_SUP:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
		return t->offset_size;
	case DW_FORM_ref_addr:
		return t->version <= 2 ? t->addr_size : t->offset_size;
	default:
		return -1;
	}
}

static void step_text(struct die_cursor *a)
{
	while (!a->bad && a->p != a->end) {
		const uint8_t *end = memchr(a->p, 0, (size_t)(a->end - a->p));

		if (end) {
			a->p = end + 1;
			return;
		}
		a->p = a->end;
		die_load(a);
	}
	a->bad = true;
}

/* Read a value whose form has no fixed size. */
static uint64_t read_long(struct die_cursor *a, uint16_t form)
{
	uint64_t v = 0;

	switch (form) {
	case DW_FORM_sdata:
		return (uint64_t)die_sleb(a);
	case DW_FORM_udata:
	case DW_FORM_ref_udata:
	case DW_FORM_strx:
	case DW_FORM_addrx:
	case DW_FORM_loclistx:
	case DW_FORM_rnglistx:
	case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index:
		return die_uleb(a);
	case DW_FORM_string:
		v = die_offset(a);
		step_text(a);
		return v;
	case DW_FORM_block1:
		die_step(a, die_number(a, 1));
		return 0;
	case DW_FORM_block2:
		die_step(a, die_number(a, 2));
		return 0;
	case DW_FORM_block4:
		die_step(a, die_number(a, 4));
		return 0;
	case DW_FORM_block:
	case DW_FORM_exprloc:
		die_step(a, die_uleb(a));
		return 0;
	default:
		a->bad = true;
		return 0;
	}
}

static struct die_val read_value(struct die_cursor *a, const struct die_abbrevs *t,
				 const struct die_spec *sp)
{
	struct die_val val = { .form = sp->form };
	int size = sp->size;

	if (val.form == DW_FORM_indirect) {
		val.form = (uint16_t)die_uleb(a);
		if (val.form == DW_FORM_indirect || val.form == DW_FORM_implicit_const)
			a->bad = true;
		size = die_form_size(t, val.form);
	}
	if (size < 0)
		val.v = read_long(a, val.form);
	else if (val.form == DW_FORM_implicit_const)
		val.v = (uint64_t)sp->implicit;
	else if (size > 8)
		die_step(a, (uint64_t)size);
	else
		val.v = size ? die_number(a, (unsigned)size) : 1;
	return val;
}

/* ---- entries ----------------------------------------------------------------------------- */

static const struct die_abbrev *find_abbrev(const struct die_abbrevs *t, uint64_t code)
{
	size_t at = code - 1;

	if (code > t->nr || t->all[at].code != code)
		at = pd_first_from(t->all, t->nr, code, code);
	return at < t->nr && t->all[at].code == code ? &t->all[at] : NULL;
}

const struct die_abbrev *die_begin(struct die_cursor *a, const struct die_unit *u)
{
	const struct die_abbrev *b;
	uint64_t code;

	die_load(a);
	code = die_uleb(a);
	if (!code || a->bad)
		return NULL;
	b = find_abbrev(u->abbrevs, code);
	a->bad = !b;
	return b;
}

enum die_attr_id die_attr_id_of(uint16_t name)
{
	switch (name) {
	case DW_AT_low_pc:
		return DIE_LOW;
	case DW_AT_high_pc:
		return DIE_HIGH;
	case DW_AT_ranges:
		return DIE_CODE;
	case DW_AT_sibling:
		return DIE_SIBLING;
	case DW_AT_abstract_origin:
	case DW_AT_specification:
		return DIE_ORIGIN;
	case DW_AT_name:
		return DIE_NAME;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		return DIE_LINKAGE;
	case DW_AT_call_file:
		return DIE_CALL_FILE;
	case DW_AT_call_line:
		return DIE_CALL_LINE;
	case DW_AT_language:
		return DIE_LANGUAGE;
	case DW_AT_str_offsets_base:
		return DIE_STR_BASE;
	case DW_AT_addr_base:
	case DW_AT_GNU_addr_base:
		return DIE_ADDR_BASE;
	case DW_AT_rnglists_base:
		return DIE_RNG_BASE;
	case DW_AT_GNU_ranges_base:
		return DIE_RANGES_BASE;
	case DW_AT_comp_dir:
		return DIE_COMP_DIR;
	case DW_AT_dwo_name:
	case DW_AT_GNU_dwo_name:
		return DIE_DWO_NAME;
	case DW_AT_GNU_dwo_id:
		return DIE_DWO_ID;
	default:
		return DIE_NR_ATTRS;
	}
}

void die_attrs(struct die_cursor *a, const struct die_abbrevs *t, const struct die_abbrev *b,
	       struct die_attrs *out)
{
	memset(out, 0, sizeof(*out));
	for (uint32_t i = 0; i < b->nr && !a->bad; i++) {
		const struct die_spec *sp = &t->specs[b->first + i];
		const struct die_val v = read_value(a, t, sp);

		if (sp->what < DIE_NR_ATTRS && !a->bad)
			out->is[sp->what] = v;
	}
}

bool die_sibling(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b,
		 uint64_t *off)
{
	*off = 0;
	for (uint32_t i = 0; i < b->nr && !a->bad; i++) {
		const struct die_spec *sp = &u->abbrevs->specs[b->first + i];
		const struct die_val v = read_value(a, u->abbrevs, sp);

		if (sp->what == DIE_SIBLING && v.v < u->end - u->off)
			*off = u->off + v.v;
	}
	return *off > die_offset(a) && !a->bad;
}

void die_skip(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b)
{
	if (b->size >= 0) {
		die_step(a, (uint64_t)b->size);
		return;
	}
	for (uint32_t i = 0; i < b->nr && !a->bad; i++)
		read_value(a, u->abbrevs, &u->abbrevs->specs[b->first + i]);
}

/* ---- what values mean -------------------------------------------------------------------- */

bool die_ref(const struct die_unit *u, const struct die_val *v, struct die_unit **of, uint64_t *off)
{
	struct die_src *s = u->src;

	switch (v->form) {
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		if (v->v >= u->end - u->off)
			return false;
		*off = u->off + v->v;
		break;
	case DW_FORM_ref_addr:
		*off = v->v;
		break;
	case DW_FORM_GNU_ref_alt:
	case FORM_REF_SUP4:
	case FORM_REF_SUP8:
		s = s->shared;
		*off = v->v;
		break;
	default:
		return false;
	}
	*of = s ? die_unit_of(s, *off) : NULL;
	return *of;
}

const char *die_string(const struct die_unit *u, const struct die_val *v)
{
	struct die_src *s = u->src;
	uint64_t off;

	switch (v->form) {
	case DW_FORM_string:
		return die_text(s, DIE_INFO, v->v);
	case DW_FORM_strp:
		return die_text(s, DIE_STR, v->v);
	case DW_FORM_line_strp:
		return die_text(s, DIE_LINE_STR, v->v);
	case DW_FORM_GNU_strp_alt:
	case FORM_STRP_SUP:
		return s->shared ? die_text(s->shared, DIE_STR, v->v) : NULL;
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
	case DW_FORM_GNU_str_index:
		if (v->v > die_len(s, DIE_STR_OFFSETS) / u->offset_size ||
		    !die_table_number(s, DIE_STR_OFFSETS, u->str_base + v->v * u->offset_size,
				      u->offset_size, &off))
			return NULL;
		return die_text(s, DIE_STR, off);
	default:
		return NULL;
	}
}

bool die_addr_at(const struct die_unit *u, uint64_t index, uint64_t *addr)
{
	struct die_src *s = u->main ? u->main->src : u->src;

	return index <= die_len(s, DIE_ADDR) / u->addr_size &&
	       die_table_number(s, DIE_ADDR, u->addr_base + index * u->addr_size, u->addr_size,
				addr);
}

bool die_addr(const struct die_unit *u, const struct die_val *v, uint64_t *addr)
{
	switch (v->form) {
	case DW_FORM_addr:
		*addr = v->v;
		return true;
	case DW_FORM_addrx:
	case DW_FORM_addrx1:
	case DW_FORM_addrx2:
	case DW_FORM_addrx3:
	case DW_FORM_addrx4:
	case DW_FORM_GNU_addr_index:
		return die_addr_at(u, v->v, addr);
	default:
		return false;
	}
}

#endif
