/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of a unit, and what is inlined into one. */
#include "dwarf_int.h"

#include "rep.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <stdlib.h>

#define DEPTH_MAX 256u
#define NR_MAX (1u << 24)

/* Languages whose names in the symbol table are those of the source. */
static bool has_plain_names(int language)
{
	switch (language) {
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case DW_LANG_Ada83:
	case DW_LANG_Ada95:
	case DW_LANG_Java:
	case DW_LANG_D:
	case DW_LANG_Rust:
		return false;
	default:
		return language > 0;
	}
}

static void add_func(struct dwarf_tree *t, const Dwarf_Die *die, uint32_t up)
{
	if (t->nr == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 8;
		t->funcs = rep_grow(t->funcs, t->cap, sizeof(*t->funcs));
	}
	t->funcs[t->nr] = (struct dwarf_func){ .die = *die, .up = up, .inlined = t->nr };
	dwarf_spans_add(&t->spans, &t->funcs[t->nr].die, t->nr);
	t->nr++;
}

/* What may hold inlined functions, or is one. Functions within functions are trees of their own. */
static bool is_code(int tag)
{
	switch (tag) {
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
		return true;
	default:
		return false;
	}
}

static void read_below(struct dwarf_tree *t, Dwarf_Die *die, uint32_t up, unsigned depth)
{
	Dwarf_Die child;

	if (depth == DEPTH_MAX || dwarf_child(die, &child))
		return;
	do {
		const int tag = dwarf_tag(&child);
		uint32_t of = up;

		if (!is_code(tag) || t->nr == NR_MAX)
			continue;
		if (tag == DW_TAG_inlined_subroutine) {
			of = t->nr;
			add_func(t, &child, up);
		}
		read_below(t, &child, of, depth + 1);
	} while (!dwarf_siblingof(&child, &child));
}

static void read_tree(struct dwarf_tree *t)
{
	t->read = true;
	add_func(t, &t->die, 0);
	read_below(t, &t->die, 0, 0);
	dwarf_spans_sort(&t->spans);
}

/* What may hold functions with code. */
static bool is_scope(const struct dwarf_unit *u, int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block:
		return true;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return !u->plain_names;
	default:
		return false;
	}
}

static void read_scope(struct dwarf_unit *u, Dwarf_Die *die, unsigned depth)
{
	Dwarf_Die child;

	if (depth == DEPTH_MAX || dwarf_child(die, &child))
		return;
	do {
		const int tag = dwarf_tag(&child);
		const uint32_t was = u->spans.nr;

		if (!is_scope(u, tag) || u->nr == NR_MAX)
			continue;
		if (tag == DW_TAG_subprogram)
			dwarf_spans_add(&u->spans, &child, u->nr);
		if (u->spans.nr != was) {
			if (u->nr == u->cap) {
				u->cap = u->cap ? 2 * u->cap : 64;
				u->trees = rep_grow(u->trees, u->cap, sizeof(*u->trees));
			}
			u->trees[u->nr++] = (struct dwarf_tree){ .die = child };
		}
		/* Declarations hold parameters only. */
		if (dwarf_haschildren(&child) == 1 && (tag != DW_TAG_subprogram || u->spans.nr != was))
			read_scope(u, &child, depth + 1);
	} while (!dwarf_siblingof(&child, &child));
}

static void read_unit(struct dwarf_unit *u)
{
	u->read = true;
	u->plain_names = has_plain_names(dwarf_srclang(&u->die));
	read_scope(u, &u->die, 0);
	dwarf_spans_sort(&u->spans);
}

struct dwarf_tree *dwarf_unit_tree(struct dwarf_unit *u, uint64_t addr)
{
	const struct dwarf_span *s;
	struct dwarf_tree *t;

	if (!u->read)
		read_unit(u);
	s = dwarf_spans_find(&u->spans, addr);
	if (!s)
		return NULL;
	t = &u->trees[s->what];
	if (!t->read)
		read_tree(t);
	return t;
}

void dwarf_unit_free(struct dwarf_unit *u)
{
	for (uint32_t i = 0; i < u->nr; i++) {
		free(u->trees[i].funcs);
		free(u->trees[i].spans.all);
	}
	free(u->trees);
	free(u->spans.all);
}

static const char *text_of(Dwarf_Die *die, unsigned what)
{
	Dwarf_Attribute at;

	return dwarf_attr_integrate(die, what, &at) ? dwarf_formstring(&at) : NULL;
}

void dwarf_func_named(const struct dwarf_unit *u, struct dwarf_func *f)
{
	if (f->named)
		return;
	f->named = true;
	f->name = text_of(&f->die, DW_AT_linkage_name);
	if (!f->name)
		f->name = text_of(&f->die, DW_AT_MIPS_linkage_name);
	f->linkage = f->name || u->plain_names;
	if (!f->name)
		f->name = text_of(&f->die, DW_AT_name);
}

#endif
