/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of source files in symbol tables (STT_FILE): all that a program without debugging
 * information says of its source. addr2line prints them, and so perf does.
 */
#include "object/elf/elf_object_int.h"

#include "base/memory.h"
#include "common/binary_search.h"

#ifdef HAVE_ELF

#include <stdlib.h>
#include <string.h>

/* A symbol that addr2line takes for a function. */
struct source_symbol {
	uint64_t addr, size;
	uint32_t nr; /* position in the symbol table */
	uint32_t section;
	uint8_t type;
	const char *file; /* NULL: not known */
};

struct sym_source_names {
	struct sym_elf *elf; /* has the texts */
	struct source_symbol *syms;
	size_t nr;
};

struct reading_names {
	struct sym_source_names *to;
	struct elf_names names;
	const char *file; /* the last STT_FILE symbol; NULL: none yet */
	/* there was another symbol; there was a file after it, so global symbols have no file */
	bool symbol, several;
};

/* A linker sorts local symbols by file, and puts global symbols after all of them. */
static int add_source_symbol(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	struct reading_names *r = arg;
	struct sym_source_names *to = r->to;

	if (!i)
		return 0;
	if (s->type == STT_FILE) {
		r->file = sym_elf_name(&r->names, s->name);
		r->several |= r->symbol;
		return 0;
	}
	r->symbol = true;
	if (s->type == STT_SECTION || s->type == STT_OBJECT || s->type == STT_TLS ||
	    !s->section_index)
		return 0;
	if (!s->size && s->binding == STB_LOCAL && s->type == STT_NOTYPE &&
	    s->visibility == STV_HIDDEN)
		return 0;
	if (!mem_room_at_end(&to->syms, to->nr, sizeof(*to->syms)))
		return -1;
	to->syms[to->nr++] = (struct source_symbol){
		.addr = s->value,
		.size = s->size ? s->size : 1,
		.nr = i,
		.section = s->section_index,
		.type = s->type,
		.file = s->binding == STB_LOCAL || !r->several ? r->file : NULL,
	};
	return 0;
}

static int by_address(const void *x, const void *y)
{
	const struct source_symbol *a = x, *b = y;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->nr < b->nr ? -1 : a->nr > b->nr;
}

struct sym_source_names *sym_source_names_read(const char *path)
{
	struct sym_source_names *n = mem_alloc(1, sizeof(*n));
	struct reading_names r = { .to = n };
	const struct elf_section *table;
	const char *why;

	if (!n)
		return NULL;
	n->elf = sym_elf_open(path, &why);
	if (!n->elf)
		return n;
	/* addr2line reads the dynamic symbols of a stripped file, which have no source files. */
	table = n->elf->symtab.scn ? &n->elf->symtab : &n->elf->dynsym;
	if (!table->scn)
		return n;
	r.names = sym_elf_names(n->elf, table);
	sym_elf_walk(n->elf, table, add_source_symbol, &r);
	sym_elf_close_fd(n->elf);
	if (n->nr)
		qsort(n->syms, n->nr, sizeof(*n->syms), by_address);
	return n;
}

void sym_source_names_free(struct sym_source_names *n)
{
	if (!n)
		return;
	sym_elf_close(n->elf);
	free(n->syms);
	free(n);
}

/* Of two symbols with one address, whether addr2line takes @s instead of @was, an earlier one. */
static bool fits_better(const struct source_symbol *s, const struct source_symbol *was,
			uint64_t addr)
{
	const bool function = s->type == STT_FUNC || s->type == STT_GNU_IFUNC,
		   was_function = was->type == STT_FUNC || was->type == STT_GNU_IFUNC;

	if (was->size <= addr - was->addr)
		return s->size > was->size;
	if (s->size <= addr - s->addr)
		return false;
	if (function != was_function)
		return function;
	return s->size < was->size;
}

const char *sym_source_names_find(const struct sym_source_names *n, uint64_t addr, bool *elsewhere)
{
	const struct source_symbol *found;
	const struct elf_section_range *in;
	const size_t end = pd_first_above(n->syms, n->nr, addr, addr);
	size_t from;

	*elsewhere = false;
	if (!end)
		return NULL;
	from = pd_first_from(n->syms, end, addr, n->syms[end - 1].addr);
	found = &n->syms[from];
	for (size_t i = from + 1; i < end; i++)
		if (fits_better(&n->syms[i], found, addr))
			found = &n->syms[i];
	if (found->section >= n->elf->nr_ranges)
		return NULL;
	in = &n->elf->range[found->section];
	*elsewhere = addr < in->addr || addr - in->addr >= in->size;
	return *elsewhere ? NULL : found->file;
}

#else

struct sym_source_names *sym_source_names_read(const char *path)
{
	(void)path;
	return NULL;
}

void sym_source_names_free(struct sym_source_names *n)
{
	(void)n;
}

const char *sym_source_names_find(const struct sym_source_names *n, uint64_t addr, bool *elsewhere)
{
	*elsewhere = false;
	(void)n;
	(void)addr;
	return NULL;
}

#endif
