/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the address ranges of an entry. */
#include "object/dwarf/die.h"

#ifdef HAVE_DW

#include <dwarf.h>

struct ranges {
	const struct die_unit *u;
	struct die_cursor a;
	uint64_t base;
	die_range_fn add;
	void *ctx;
};

static void emit_range(struct ranges *r, uint64_t lo, uint64_t hi)
{
	if (lo < hi)
		r->add(r->ctx, lo, hi);
}

static bool may_go_on(struct ranges *r)
{
	die_load(&r->a);
	if (r->a.bad || !r->a.src->ranges_left)
		return false;
	r->a.src->ranges_left--;
	return true;
}

/* Read a list of DWARF 2 to 4 (.debug_ranges): pairs of addresses that count from the base. */
static void old_list(struct ranges *r, uint64_t off)
{
	const struct die_unit *u = r->u;
	struct die_src *s = u->main ? u->main->src : u->src;
	const uint64_t none = u->addr_size == 4 ? UINT32_MAX : UINT64_MAX;
	uint64_t lo, hi;

	die_seek(&r->a, s, DIE_RANGES, off, die_len(s, DIE_RANGES));
	while (may_go_on(r)) {
		lo = die_number(&r->a, u->addr_size);
		hi = die_number(&r->a, u->addr_size);
		if (r->a.bad || (!lo && !hi))
			break;
		if (lo == none)
			r->base = hi;
		else
			emit_range(r, r->base + lo, r->base + hi);
	}
}

static bool indexed(struct ranges *r, uint64_t *addr)
{
	const uint64_t index = die_uleb(&r->a);

	return !r->a.bad && die_addr_at(r->u, index, addr);
}

/* Read one entry of a DWARF 5 range list. false: the list ends, or is damaged. */
static bool new_entry(struct ranges *r)
{
	const unsigned size = r->u->addr_size;
	const uint64_t kind = die_number(&r->a, 1);
	uint64_t lo = 0, hi = 0;

	switch (kind) {
	case DW_RLE_base_addressx:
		return indexed(r, &r->base);
	case DW_RLE_startx_endx:
		if (!indexed(r, &lo) || !indexed(r, &hi))
			return false;
		break;
	case DW_RLE_startx_length:
		if (!indexed(r, &lo))
			return false;
		hi = lo + die_uleb(&r->a);
		break;
	case DW_RLE_offset_pair:
		lo = r->base + die_uleb(&r->a);
		hi = r->base + die_uleb(&r->a);
		break;
	case DW_RLE_base_address:
		r->base = die_number(&r->a, size);
		break;
	case DW_RLE_start_end:
		lo = die_number(&r->a, size);
		hi = die_number(&r->a, size);
		break;
	case DW_RLE_start_length:
		lo = die_number(&r->a, size);
		hi = lo + die_uleb(&r->a);
		break;
	default:
		return false;
	}
	if (!r->a.bad)
		emit_range(r, lo, hi);
	return !r->a.bad;
}

static void new_list(struct ranges *r, const struct die_val *v)
{
	const struct die_unit *u = r->u;
	struct die_src *s = u->src;
	uint64_t off = v->v;

	if (v->form == DW_FORM_rnglistx) {
		if (off > die_len(s, DIE_RNGLISTS) / u->offset_size ||
		    !die_table_number(s, DIE_RNGLISTS, u->rng_base + off * u->offset_size,
				      u->offset_size, &off))
			return;
		off += u->rng_base;
	}
	die_seek(&r->a, s, DIE_RNGLISTS, off, die_len(s, DIE_RNGLISTS));
	while (may_go_on(r) && new_entry(r))
		;
}

void die_ranges(const struct die_unit *u, const struct die_attrs *at, die_range_fn add, void *ctx)
{
	struct ranges r = { .u = u, .base = u->low, .add = add, .ctx = ctx };
	const struct die_val *list = &at->is[DIE_CODE], *low = &at->is[DIE_LOW],
			     *high = &at->is[DIE_HIGH];
	uint64_t lo, hi;

	if (list->form && u->version >= 5) {
		new_list(&r, list);
	} else if (list->form) {
		old_list(&r, list->v + (u->main ? u->ranges_base : 0));
	} else if (high->form && die_addr(u, low, &lo)) {
		if (!die_addr(u, high, &hi))
			hi = lo + high->v;
		emit_range(&r, lo, hi);
	}
}

#endif
