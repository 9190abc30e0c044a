/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the functions of a unit and the functions that are inlined into one. */
#include "object/dwarf/dwarf_int.h"

#include "base/memory.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <stdlib.h>

#define DEPTH_MAX 256u
#define NR_MAX (1u << 24)
#define ORIGINS_MAX 16u

/*
 * Languages for which addr2line prints the source names of functions. For all other languages,
 * such as Fortran 90 and Go, it prints names of the symbol table.
 */
static bool has_plain_names(int language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_UPC:
	case DW_LANG_Cobol74:
	case DW_LANG_Cobol85:
	case DW_LANG_Fortran77:
	case DW_LANG_Pascal83:
	case DW_LANG_PLI:
	case DW_LANG_Mips_Assembler:
		return true;
	default:
		return false;
	}
}

static bool is_cplusplus(int language)
{
	return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 ||
	       language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14;
}

/* ---- walks over entries ------------------------------------------------------------------ */

struct walk {
	struct die_cursor a;
	const struct die_unit *u;
	const struct die_abbrev *b; /* of the current entry */
	uint64_t die;
	unsigned depth; /* depth of the current list of entries below the first one */
};

/*
 * Go to the next entry; its attributes are still to be read or skipped. false: there is no more
 * entry.
 */
static bool walk_next(struct walk *w)
{
	for (;;) {
		die_load(&w->a);
		w->die = die_offset(&w->a);
		w->b = die_begin(&w->a, w->u);
		if (w->b)
			return true;
		if (w->a.bad || w->depth <= 1)
			return false;
		w->depth--;
	}
}

/*
 * Skip the children of an entry whose attributes were read. @sibling: offset of the next entry; 0:
 * not known.
 */
static bool walk_over(struct walk *w, uint64_t sibling)
{
	if (!w->b->children)
		return true;
	if (sibling > die_offset(&w->a)) {
		die_step(&w->a, sibling - die_offset(&w->a));
		return !w->a.bad;
	}
	for (unsigned below = 1; below;) {
		const struct die_abbrev *b = die_begin(&w->a, w->u);

		if (w->a.bad)
			return false;
		if (!b) {
			below--;
			continue;
		}
		die_skip(&w->a, w->u, b);
		below += b->children;
	}
	return true;
}

static void read_die_attrs(struct walk *w, struct die_attrs *at)
{
	die_attrs(&w->a, w->u->abbrevs, w->b, at);
}

static uint64_t sibling_of(const struct walk *w, const struct die_attrs *at)
{
	const struct die_val *v = &at->is[DIE_SIBLING];

	return v->form && v->v < w->u->end - w->u->off ? w->u->off + v->v : 0;
}

/* Skip an entry with its attributes and children. */
static bool walk_past(struct walk *w)
{
	uint64_t sibling = 0;

	if (w->b->children && w->b->sibling)
		die_sibling(&w->a, w->u, w->b, &sibling);
	else
		die_skip(&w->a, w->u, w->b);
	return walk_over(w, sibling);
}

/* ---- one function and what is inlined into it -------------------------------------------- */

/*
 * Return: the entry from which the name of the entry at @die is to be read. An entry without a
 * name refers to its abstract origin or specification, which is mostly in the same unit.
 */
static uint64_t origin_of(const struct die_unit *u, const struct die_attrs *at, uint64_t die)
{
	struct die_unit *of;
	uint64_t off;

	if (at->is[DIE_NAME].form || at->is[DIE_LINKAGE].form ||
	    !die_ref(u, &at->is[DIE_ORIGIN], &of, &off) || of != u)
		return die;
	return off;
}

/* Return: false if there is no room for another function. */
static bool add_func(struct dwarf_tree *t, const struct walk *w, const struct die_attrs *at,
		     uint32_t up)
{
	const uint64_t die = w->die - w->u->off, origin = origin_of(w->u, at, w->die) - w->u->off;

	if (t->nr == NR_MAX || die > UINT32_MAX ||
	    !mem_room(&t->funcs, &t->cap, t->nr, sizeof(*t->funcs)))
		return false;
	t->funcs[t->nr] =
		(struct dwarf_func){ .die = (uint32_t)die,
				     .origin = (uint32_t)(origin > UINT32_MAX ? die : origin),
				     .up = up };
	dwarf_spans_add(&t->spans, w->u, at, t->nr);
	t->nr++;
	return true;
}

/*
 * Entries that are inlined functions or may contain some. Functions nested in functions are trees
 * of their own.
 */
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

static void read_tree(const struct dwarf_unit *u, struct dwarf_tree *t)
{
	struct walk w = { .u = u->code };
	uint32_t up[DEPTH_MAX + 1] = { 0 };
	struct dwarf_func *funcs;
	struct die_attrs at;

	t->read = true;
	if (!w.u)
		return;
	die_seek(&w.a, w.u->src, DIE_INFO, t->die, w.u->end);
	if (!walk_next(&w))
		return;
	read_die_attrs(&w, &at);
	if (add_func(t, &w, &at, 0))
		w.depth = w.b->children;
	while (w.depth && walk_next(&w)) {
		if (!is_code(w.b->tag)) {
			if (!walk_past(&w))
				break;
			continue;
		}
		read_die_attrs(&w, &at);
		up[w.depth] = up[w.depth - 1];
		if (w.b->tag == DW_TAG_inlined_subroutine) {
			if (!add_func(t, &w, &at, up[w.depth - 1]))
				break;
			up[w.depth] = t->nr - 1;
		}
		if (!w.b->children)
			continue;
		if (w.depth == DEPTH_MAX) {
			if (!walk_over(&w, sibling_of(&w, &at)))
				break;
			continue;
		}
		w.depth++;
	}
	funcs = realloc(t->funcs, (t->nr ? t->nr : 1) * sizeof(*funcs));
	if (funcs) {
		t->funcs = funcs;
		t->cap = t->nr;
	}
	dwarf_spans_sort(&t->spans);
}

/* ---- the functions of a unit ------------------------------------------------------------- */

/* Entries that may contain functions with code. */
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

static bool add_tree(struct dwarf_unit *u, const struct walk *w, const struct die_attrs *at)
{
	const uint32_t was = u->spans.nr;

	dwarf_spans_add(&u->spans, w->u, at, u->nr);
	if (u->spans.nr == was)
		return false;
	if (!mem_room(&u->trees, &u->cap, u->nr, sizeof(*u->trees))) {
		u->spans.nr = was;
		return false;
	}
	u->trees[u->nr++] = (struct dwarf_tree){ .die = w->die };
	return true;
}

static void read_scopes(struct dwarf_unit *u, struct walk *w)
{
	struct die_attrs at;

	while (w->depth && walk_next(w)) {
		const int tag = w->b->tag;
		bool enter = is_scope(u, tag) && u->nr < NR_MAX && w->depth < DEPTH_MAX;

		if (!enter || (tag == DW_TAG_subprogram && !w->b->code_of)) {
			if (!walk_past(w))
				return;
			continue;
		}
		if (tag == DW_TAG_subprogram) {
			read_die_attrs(w, &at);
			/* Declarations hold parameters only. */
			enter = add_tree(u, w, &at);
		} else {
			die_skip(&w->a, w->u, w->b);
		}
		if (!w->b->children)
			continue;
		if (enter)
			w->depth++;
		else if (!walk_over(w, sibling_of(w, &at)))
			return;
	}
}

static void read_unit(struct dwarf_unit *u)
{
	struct walk w = { .u = u->code };

	u->read = true;
	if (!u->code || !die_unit_abbrevs(u->code))
		return;
	u->plain_names = has_plain_names(u->code->language);
	u->extern_c = is_cplusplus(u->code->language);
	die_seek(&w.a, w.u->src, DIE_INFO, w.u->die, w.u->end);
	if (!walk_next(&w))
		return;
	die_skip(&w.a, w.u, w.b);
	w.depth = w.b->children;
	read_scopes(u, &w);
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
		read_tree(u, t);
	return t;
}

void dwarf_unit_free(struct dwarf_unit *u)
{
	for (uint32_t i = 1; i < u->nr_known; i++)
		free(u->known[i].name);
	free(u->known);
	for (uint32_t i = 0; i < u->nr; i++) {
		free(u->trees[i].funcs);
		free(u->trees[i].spans.all);
	}
	free(u->trees);
	free(u->spans.all);
	dwarf_split_close(u);
}

/* ---- names ------------------------------------------------------------------------------- */

static bool read_die_at(struct die_unit *u, uint64_t off, struct die_attrs *at)
{
	const struct die_abbrev *b;
	struct die_cursor a;

	if (!die_unit_abbrevs(u))
		return false;
	die_seek(&a, u->src, DIE_INFO, off, u->end);
	b = die_begin(&a, u);
	if (!b)
		return false;
	die_attrs(&a, u->abbrevs, b, at);
	return !a.bad;
}

/*
 * Read the name of a function, or of its abstract origin or specification: the linkage name, in
 * which case *@linkage is set, or else the name in the source.
 */
static char *read_func_name(struct die_unit *u, uint64_t off, bool *linkage)
{
	struct die_attrs at;
	char *name = NULL;

	for (unsigned i = 0; i < ORIGINS_MAX && read_die_at(u, off, &at); i++) {
		const struct die_val *v = &at.is[DIE_LINKAGE];
		const char *text = v->form ? die_string(u, v) : NULL;

		*linkage = text;
		if (text) {
			free(name);
			return mem_strdup(text);
		}
		v = &at.is[DIE_NAME];
		text = !name && v->form ? die_string(u, v) : NULL;
		if (text)
			name = mem_strdup(text);
		if (!die_ref(u, &at.is[DIE_ORIGIN], &u, &off))
			break;
	}
	return name;
}

static uint32_t clamp_u32(uint64_t v)
{
	return (uint32_t)(v > UINT32_MAX ? 0 : v);
}

struct dwarf_known *dwarf_func_known(struct dwarf_unit *u, struct dwarf_func *f)
{
	struct dwarf_known *k;

	if (f->known)
		return &u->known[f->known];
	if (!u->nr_known)
		u->nr_known = 1;
	if (!mem_room(&u->known, &u->cap_known, u->nr_known, sizeof(*u->known)))
		return NULL;
	f->known = u->nr_known++;
	k = &u->known[f->known];
	*k = (struct dwarf_known){ .name = NULL };
	k->name = read_func_name(u->code, u->code->off + f->origin, &k->linkage);
	k->linkage |= u->plain_names;
	return k;
}

void dwarf_func_find_call_site(const struct dwarf_unit *u, const struct dwarf_func *f,
			       struct dwarf_known *k)
{
	struct dwarf_spans code = { .nr = 0 };
	struct die_attrs at;

	if (k->placed)
		return;
	k->placed = true;
	if (!read_die_at(u->code, u->code->off + f->die, &at))
		return;
	k->call_file = clamp_u32(at.is[DIE_CALL_FILE].v);
	k->call_line = clamp_u32(at.is[DIE_CALL_LINE].v);
	dwarf_spans_add(&code, u->code, &at, 0);
	if (code.nr)
		k->start = code.all[0].lo;
	free(code.all);
}

#endif
