/* SPDX-License-Identifier: BSD-2-Clause */
#include "dwarf_int.h"

#include "rep.h"
#include "sym_elf_int.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define NR_MAX (1u << 24)
#define STEPS_MAX 4096u /* back from the last span that begins before an address */

/* ---- stretches of code ------------------------------------------------------------------- */

void dwarf_spans_add(struct dwarf_spans *s, Dwarf_Die *die, uint32_t what)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while (s->nr < NR_MAX && (at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0) {
		if (lo >= hi)
			continue;
		if (s->nr == s->cap) {
			s->cap = s->cap ? 2 * s->cap : 8;
			s->all = rep_grow(s->all, s->cap, sizeof(*s->all));
		}
		s->all[s->nr++] = (struct dwarf_span){ .lo = lo, .hi = hi, .what = what };
	}
}

static int by_start(const void *x, const void *y)
{
	const struct dwarf_span *a = x, *b = y;

	if (a->lo != b->lo)
		return a->lo < b->lo ? -1 : 1;
	return a->what < b->what ? -1 : a->what > b->what;
}

void dwarf_spans_sort(struct dwarf_spans *s)
{
	uint64_t reach = 0;

	if (s->nr)
		qsort(s->all, s->nr, sizeof(*s->all), by_start);
	for (uint32_t i = 0; i < s->nr; i++) {
		reach = s->all[i].hi > reach ? s->all[i].hi : reach;
		s->all[i].reach = reach;
	}
}

static bool is_narrower(const struct dwarf_span *s, const struct dwarf_span *best)
{
	const uint64_t n = s->hi - s->lo, m = best->hi - best->lo;

	return n < m || (n == m && s->what > best->what);
}

const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr)
{
	const struct dwarf_span *best = NULL;
	uint32_t lo = 0, hi = s->nr, steps = 0;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->all[mid].lo <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo && s->all[lo - 1].reach > addr && steps < STEPS_MAX; lo--, steps++)
		if (s->all[lo - 1].hi > addr && (!best || is_narrower(&s->all[lo - 1], best)))
			best = &s->all[lo - 1];
	return best;
}

/* ---- the file ---------------------------------------------------------------------------- */

static void add_unit(struct dwarf_file *d, const Dwarf_Die *die)
{
	if (d->nr == d->cap) {
		d->cap = d->cap ? 2 * d->cap : 64;
		d->units = rep_grow(d->units, d->cap, sizeof(*d->units));
	}
	d->units[d->nr] = (struct dwarf_unit){ .die = *die };
	dwarf_spans_add(&d->spans, &d->units[d->nr].die, d->nr);
	d->nr++;
}

/* The units themselves say where their code is; the section for that may be missing or wrong. */
static void list_units(struct dwarf_file *d)
{
	Dwarf_Off off = 0, next;
	size_t header;

	while (d->nr < NR_MAX &&
	       !dwarf_nextcu(d->dw, off, &next, &header, NULL, NULL, NULL)) {
		Dwarf_Die die;

		if (dwarf_offdie(d->dw, off + header, &die) && dwarf_tag(&die) == DW_TAG_compile_unit)
			add_unit(d, &die);
		if (next <= off)
			break;
		off = next;
	}
	dwarf_spans_sort(&d->spans);
}

/* Sections that nobody will look at, but that would be read, and inflated, with all others. */
static bool is_idle(const char *name, bool lines)
{
	static const char *const idle[] = { "loc", "loclists", "frame", "macro", "macinfo", "pubnames",
					    "pubtypes", "gnu_pubnames", "gnu_pubtypes", "aranges" };

	name += strcspn(name, "_");
	if (!*name++)
		return false;
	for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
		if (!strcmp(name, idle[i]))
			return true;
	return !lines && (!strcmp(name, "line") || !strcmp(name, "line_str"));
}

static void hide_idle(Elf *elf, bool lines)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings))
		return;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name;
		GElf_Shdr hdr;

		if (!gelf_getshdr(scn, &hdr) || !(name = elf_strptr(elf, strings, hdr.sh_name)))
			continue;
		if (strncmp(name, ".debug_", 7) && strncmp(name, ".zdebug_", 8))
			continue;
		hdr.sh_type = SHT_NOBITS;
		if (is_idle(name, lines))
			gelf_update_shdr(scn, &hdr);
	}
}

struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared, bool lines)
{
	struct dwarf_file *d = rep_alloc(1, sizeof(*d));

	d->elf = e;
	d->shared = shared;
	hide_idle(e->elf, lines);
	d->dw = dwarf_begin_elf(e->elf, DWARF_C_READ, NULL);
	if (d->dw && shared) {
		d->dw_shared = dwarf_begin_elf(shared->elf, DWARF_C_READ, NULL);
		if (d->dw_shared)
			dwarf_setalt(d->dw, d->dw_shared);
	}
	if (!d->dw || (shared && !d->dw_shared)) {
		dwarf_file_close(d);
		return NULL;
	}
	list_units(d);
	return d;
}

void dwarf_file_close(struct dwarf_file *d)
{
	if (!d)
		return;
	for (uint32_t i = 0; i < d->nr; i++)
		dwarf_unit_free(&d->units[i]);
	free(d->units);
	free(d->spans.all);
	dwarf_end(d->dw);
	dwarf_end(d->dw_shared);
	sym_elf_close(d->elf);
	sym_elf_close(d->shared);
	free(d);
}

static const char *last_part(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

static const char *call_file(const struct dwarf_unit *u, Dwarf_Die *die)
{
	Dwarf_Die unit = u->die;
	Dwarf_Attribute at;
	Dwarf_Files *files;
	Dwarf_Word i;
	size_t nr;

	if (!dwarf_attr(die, DW_AT_call_file, &at) || dwarf_formudata(&at, &i) ||
	    dwarf_getsrcfiles(&unit, &files, &nr) || i >= nr)
		return NULL;
	return dwarf_filesrc(files, i, NULL, NULL);
}

static uint32_t call_line(Dwarf_Die *die)
{
	Dwarf_Attribute at;
	Dwarf_Word n;

	if (!dwarf_attr(die, DW_AT_call_line, &at) || dwarf_formudata(&at, &n) || n > UINT32_MAX)
		return 0;
	return (uint32_t)n;
}

static bool line_of(struct dwarf_unit *u, uint64_t addr, const char **path, uint32_t *line)
{
	Dwarf_Line *l = dwarf_getsrc_die(&u->die, addr);
	int n;

	if (!l || dwarf_lineno(l, &n))
		return false;
	*path = dwarf_linesrc(l, NULL, NULL);
	*line = n > 0 ? (uint32_t)n : 0;
	return *path;
}

static struct dwarf_unit *unit_at(struct dwarf_file *d, uint64_t addr)
{
	const struct dwarf_span *s = dwarf_spans_find(&d->spans, addr);

	return s ? &d->units[s->what] : NULL;
}

bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line)
{
	struct dwarf_unit *u = unit_at(d, addr);

	return u && line_of(u, addr, path, line);
}

const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr)
{
	struct dwarf_unit *u = unit_at(d, addr);
	Dwarf_Attribute at;

	return u && dwarf_attr(&u->die, DW_AT_comp_dir, &at) ? dwarf_formstring(&at) : NULL;
}

/* The name of a function as it is given now: see DWARF_AS_PERF. */
static const char *name_now(const struct dwarf_unit *u, struct dwarf_func *f, bool innermost, bool as_perf)
{
	const bool first = !f->asked;

	dwarf_func_named(u, f);
	if (!as_perf || f->linkage)
		return f->name;
	if (!innermost)
		return f->renamed ? NULL : f->name;
	f->asked = true;
	if (first && !f->inlined)
		f->renamed = true;
	return first || f->renamed ? NULL : f->name;
}

uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, unsigned how, struct dwarf_level *out)
{
	struct dwarf_unit *u = unit_at(d, addr);
	struct dwarf_tree *t = u ? dwarf_unit_tree(u, addr) : NULL;
	const struct dwarf_span *s = t ? dwarf_spans_find(&t->spans, addr) : NULL;
	const char *path = NULL;
	uint32_t nr = 0, line = 0, i;

	if (!s)
		return 0;
	if (how & DWARF_LINES)
		line_of(u, addr, &path, &line);
	for (i = s->what; nr < DWARF_LEVELS; i = t->funcs[i].up) {
		struct dwarf_func *f = &t->funcs[i];

		out[nr] = (struct dwarf_level){ .name = name_now(u, f, !nr, how & DWARF_AS_PERF),
						.file = last_part(path), .line = line };
		if (!out[nr].name && !i)
			out[nr].source_name = f->name;
		nr++;
		if (!i)
			break;
		if (how & DWARF_LINES) {
			path = call_file(u, &f->die);
			line = call_line(&f->die);
		}
	}
	return nr;
}

#else

struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared, bool lines)
{
	(void)lines;
	sym_elf_close(e);
	sym_elf_close(shared);
	return NULL;
}

void dwarf_file_close(struct dwarf_file *d)
{
	(void)d;
}

uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, unsigned how, struct dwarf_level *out)
{
	(void)d;
	(void)addr;
	(void)how;
	(void)out;
	return 0;
}

bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line)
{
	(void)addr;
	*path = NULL;
	*line = 0;
	return d;
}

const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr)
{
	(void)d;
	(void)addr;
	return NULL;
}

#endif
