/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the unit, the functions with inlining and the source line of an address in the debugging
 * information of one file; units are read on first use.
 */
#include "object/dwarf/dwarf_int.h"
#include "object/dwarf/libdw_memory.h"

#include "base/array.h"
#include "base/memory.h"
#include "object/elf/elf_object_int.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NR_MAX (1u << 24)

/* ---- the file ---------------------------------------------------------------------------- */

static bool add_dwarf_unit(struct dwarf_file *d, struct die_unit *unit, const struct die_attrs *at)
{
	const bool split = at->is[DIE_DWO_NAME].form && unit->has_id;

	if (!mem_room(&d->units, &d->cap, d->nr, sizeof(*d->units)))
		return false;
	d->units[d->nr] = (struct dwarf_unit){ .unit = unit,
					       .code = split ? NULL : unit,
					       .split_off = split };
	dwarf_spans_add(&d->spans, unit, at, d->nr);
	d->nr++;
	return true;
}

/* The address ranges come from the units, because .debug_aranges may be missing or wrong. */
static void list_units(struct dwarf_file *d)
{
	struct die_attrs at;

	die_list_units(&d->src);
	for (uint32_t i = 0; i < d->src.nr_units && d->nr < NR_MAX; i++) {
		struct die_unit *u = &d->src.units[i];

		if (die_unit_open(u, NULL, &at) &&
		    (u->tag == DW_TAG_compile_unit || u->tag == DW_TAG_skeleton_unit) &&
		    !add_dwarf_unit(d, u, &at))
			break;
	}
	dwarf_spans_sort(&d->spans);
}

/* Sections that nobody asks for, but that libdw would read, and inflate, with all others. */
static bool is_idle(const char *name)
{
	static const char *const idle[] = { "loc",	    "loclists", "frame",    "macro",
					    "macinfo",	    "pubnames", "pubtypes", "gnu_pubnames",
					    "gnu_pubtypes", "aranges" };

	name += strcspn(name, "_");
	if (!*name++)
		return false;
	for (size_t i = 0; i < REP_NR(idle); i++)
		if (!strcmp(name, idle[i]))
			return true;
	return false;
}

static void hide_idle(Elf *elf)
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
		if (is_idle(name))
			gelf_update_shdr(scn, &hdr);
	}
}

/* Open the file for libdw, which reads source lines. false: libdw cannot read it. */
static bool open_lines(struct dwarf_file *d)
{
	hide_idle(d->elf->elf);
	d->dw = dwarf_begin_guarded(d->elf);
	if (!d->dw || !d->shared)
		return d->dw;
	d->dw_shared = dwarf_begin_guarded(d->shared);
	if (d->dw_shared)
		dwarf_setalt(d->dw, d->dw_shared);
	return d->dw_shared;
}

struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared,
				   const struct sym_wanted *w, bool lines)
{
	const unsigned failures = mem_failures();
	struct dwarf_file *d = mem_alloc(1, sizeof(*d));

	if (!d) {
		sym_elf_close(e);
		sym_elf_close(shared);
		return NULL;
	}
	d->failures = failures;
	d->elf = e;
	d->shared = shared;
	if (w && (w->symfs || !w->foreign)) {
		d->name = mem_strdup(w->name);
		d->symfs = w->symfs ? mem_strdup(w->symfs) : NULL;
	}
	if (lines && !open_lines(d)) {
		dwarf_file_close(d);
		return NULL;
	}
	die_src_init(&d->src, e, false, lines);
	if (shared) {
		die_src_init(&d->src_shared, shared, false, lines);
		d->src.shared = &d->src_shared;
		die_list_units(&d->src_shared);
	}
	if (!die_len(&d->src, DIE_INFO) || (shared && !die_len(&d->src_shared, DIE_INFO)) ||
	    dwarf_file_err(d)) {
		dwarf_file_close(d);
		return NULL;
	}
	list_units(d);
	return d;
}

int dwarf_file_err(const struct dwarf_file *d)
{
	return mem_failures() != d->failures ? -ENOMEM : 0;
}

void dwarf_file_close(struct dwarf_file *d)
{
	if (!d)
		return;
	for (uint32_t i = 0; i < d->nr; i++)
		dwarf_unit_free(&d->units[i]);
	free(d->units);
	free(d->spans.all);
	free(d->name);
	free(d->symfs);
	dwarf_package_close(d);
	die_src_free(&d->src);
	die_src_free(&d->src_shared);
	dwarf_end(d->dw);
	dwarf_end(d->dw_shared);
	sym_elf_close(d->elf);
	sym_elf_close(d->shared);
	free(d);
}

/*
 * Get the first entry of a unit for libdw. If libdw has no memory for the table of the unit's
 * abbreviations, it returns the unit as if it had read them, and ends the program when it is next
 * asked about the unit. errno shows that.
 */
static bool unit_die(struct dwarf_file *d, const struct dwarf_unit *u, Dwarf_Die *die)
{
	if (!d->dw)
		return false;
	errno = 0;
	if (dwarf_offdie(d->dw, u->unit->die, die) && errno != ENOMEM)
		return true;
	d->libdw_off |= errno == ENOMEM;
	return false;
}

/* A question to libdw about a unit, and the answer: a path, or NULL. */
struct libdw_question {
	const char *(*ask)(struct libdw_question *q);
	struct dwarf_file *d;
	const struct dwarf_unit *u;
	uint64_t addr;
	uint32_t file, line;
	bool after_end; /* see follows_end() */
	const char *path;
};

static void ask_libdw_guarded(void *question)
{
	struct libdw_question *q = question;

	errno = 0;
	q->path = q->ask(q);
	mem_check_errno(q->path);
}

/* Ask libdw under mem_guarded(). Return: whether there is an answer. */
static bool ask_libdw(struct libdw_question *q)
{
	if (!q->u || q->d->libdw_off)
		return false;
	if (!mem_guarded(ask_libdw_guarded, q)) {
		q->d->libdw_off = true;
		return false;
	}
	return q->path;
}

static const char *read_call_file(struct libdw_question *q)
{
	Dwarf_Files *files;
	Dwarf_Die unit, split;
	size_t nr;

	if (!q->file || !unit_die(q->d, q->u, &unit))
		return NULL;
	/* A split unit has its own table of files. */
	if (q->u->split) {
		if (q->d->symfs ||
		    dwarf_cu_info(unit.cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) || !split.cu)
			return NULL;
		unit = split;
	}
	if (dwarf_getsrcfiles(&unit, &files, &nr) || q->file >= nr)
		return NULL;
	return dwarf_filesrc(files, q->file, NULL, NULL);
}

static const char *call_file(struct dwarf_file *d, const struct dwarf_unit *u, uint32_t file)
{
	struct libdw_question q = { .ask = read_call_file, .d = d, .u = u, .file = file };

	return ask_libdw(&q) ? q.path : NULL;
}

/*
 * Whether a sequence of the line table ends at the address of the row @l, which libdw found for
 * the later address @addr. libdw sorts the row that ends a sequence before other rows of the same
 * address, so @l may be a row that has no code.
 */
static bool follows_end(Dwarf_Die *unit, Dwarf_Line *l, uint64_t addr)
{
	size_t low = 0, high, middle;
	Dwarf_Addr end, at;
	Dwarf_Lines *rows;
	bool is_end;

	if (dwarf_lineaddr(l, &end) || end == addr || dwarf_getsrclines(unit, &rows, &high))
		return false;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (dwarf_lineaddr(dwarf_onesrcline(rows, middle), &at))
			return false;
		if (at < end)
			low = middle + 1;
		else
			high = middle;
	}
	return !dwarf_lineendsequence(dwarf_onesrcline(rows, low), &is_end) && is_end;
}

static const char *read_unit_line(struct libdw_question *q)
{
	Dwarf_Die unit;
	Dwarf_Line *l = unit_die(q->d, q->u, &unit) ? dwarf_getsrc_die(&unit, q->addr) : NULL;
	int n;

	if (!l || dwarf_lineno(l, &n))
		return NULL;
	q->line = n > 0 ? (uint32_t)n : 0;
	q->after_end = follows_end(&unit, l, q->addr);
	return dwarf_linesrc(l, NULL, NULL);
}

static const char *read_unit_dir(struct libdw_question *q)
{
	Dwarf_Attribute at;
	Dwarf_Die unit;

	return unit_die(q->d, q->u, &unit) && dwarf_attr(&unit, DW_AT_comp_dir, &at)
		       ? dwarf_formstring(&at)
		       : NULL;
}

static bool has_function(struct dwarf_file *d, struct dwarf_unit *u, uint64_t addr)
{
	struct dwarf_tree *t;

	dwarf_split_find(d, u);
	t = dwarf_unit_tree(u, addr);
	return t && dwarf_spans_find(&t->spans, addr);
}

static bool find_unit_line(struct dwarf_file *d, struct dwarf_unit *u, uint64_t addr,
			   const char **path, uint32_t *line)
{
	struct libdw_question q = { .ask = read_unit_line, .d = d, .u = u, .addr = addr };

	/* Code between two sequences, such as assembly in a C file, has no function here. */
	if (!ask_libdw(&q) || (q.after_end && !has_function(d, u, addr)))
		return false;
	*path = q.path;
	*line = q.line;
	return true;
}

static struct dwarf_unit *find_unit_by_addr(struct dwarf_file *d, uint64_t addr)
{
	const struct dwarf_span *s = dwarf_spans_find(&d->spans, addr);

	return s ? &d->units[s->what] : NULL;
}

uint32_t dwarf_file_unit(const struct dwarf_file *d, uint64_t addr, uint64_t *size)
{
	const struct dwarf_span *s = dwarf_spans_find(&d->spans, addr);

	*size = s ? d->units[s->what].unit->end - d->units[s->what].unit->off : 0;
	return s ? s->what : UINT32_MAX;
}

uint32_t dwarf_file_nr_units(const struct dwarf_file *d)
{
	return d->nr;
}

bool dwarf_file_is_cheap(const struct dwarf_file *d)
{
	for (uint32_t i = 0; i < d->nr; i++)
		if (d->units[i].split_off)
			return false;
	return !d->dw && !d->shared && !d->src.sect[DIE_INFO].mem;
}

bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line)
{
	return find_unit_line(d, find_unit_by_addr(d, addr), addr, path, line);
}

const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr)
{
	struct libdw_question q = { .ask = read_unit_dir, .d = d, .u = find_unit_by_addr(d, addr) };

	return ask_libdw(&q) ? q.path : NULL;
}

/*
 * The name that a function has for this call, see DWARF_AS_PERF; NULL: that of the symbol. @own:
 * the symbol at the address begins where the function does.
 */
static const char *name_now(struct dwarf_known *f, bool innermost, bool own, bool as_perf)
{
	const bool first = !f->asked;

	if (!as_perf || f->linkage)
		return f->name;
	if (!innermost)
		return f->renamed ? NULL : f->name;
	f->asked = true;
	if (first && own)
		f->renamed = true;
	return first || f->renamed ? NULL : f->name;
}

uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how,
			   struct dwarf_level *out)
{
	struct dwarf_unit *u = find_unit_by_addr(d, addr);
	const struct dwarf_span *s;
	struct dwarf_tree *t;
	const char *path = NULL;
	uint32_t nr = 0, line = 0, i;

	if (!u)
		return 0;
	dwarf_split_find(d, u);
	t = dwarf_unit_tree(u, addr);
	s = t ? dwarf_spans_find(&t->spans, addr) : NULL;
	if (!s)
		return 0;
	if (how & DWARF_LINES)
		find_unit_line(d, u, addr, &path, &line);
	for (i = s->what; nr < DWARF_LEVELS; i = t->funcs[i].up) {
		struct dwarf_known *f = dwarf_func_known(u, &t->funcs[i]);

		if (!f)
			return 0;
		if (how & DWARF_LINES || (!nr && !f->linkage))
			dwarf_func_find_call_site(u, &t->funcs[i], f);
		out[nr] = (struct dwarf_level){ .name = name_now(f, !nr, f->start == start,
								 how & DWARF_AS_PERF),
						.file = path,
						.line = line };
		if (!out[nr].name && !i && u->extern_c)
			out[nr].source_name = f->name;
		nr++;
		if (!i)
			break;
		if (how & DWARF_LINES) {
			path = call_file(d, u, f->call_file);
			line = f->call_line;
		}
	}
	return nr;
}

#else

struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared,
				   const struct sym_wanted *w, bool lines)
{
	(void)w;
	(void)lines;
	sym_elf_close(e);
	sym_elf_close(shared);
	return NULL;
}

void dwarf_file_close(struct dwarf_file *d)
{
	(void)d;
}

int dwarf_file_err(const struct dwarf_file *d)
{
	(void)d;
	return 0;
}

uint32_t dwarf_file_unit(const struct dwarf_file *d, uint64_t addr, uint64_t *size)
{
	(void)d;
	(void)addr;
	*size = 0;
	return UINT32_MAX;
}

uint32_t dwarf_file_nr_units(const struct dwarf_file *d)
{
	(void)d;
	return 0;
}

bool dwarf_file_is_cheap(const struct dwarf_file *d)
{
	(void)d;
	return false;
}

uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how,
			   struct dwarf_level *out)
{
	(void)d;
	(void)addr;
	(void)start;
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
