/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the sorted symbol table of an ELF file: filters .symtab and .dynsym, and handles ppc64
 * descriptors, Thumb bits and kernel relocation.
 */
#include "object/elf/bundle_objects.h"
#include "object/elf/elf_object_int.h"

#include "base/memory.h"

#ifdef HAVE_ELF

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SEARCHED_MAX 4096u     /* sections that are searched for the address in each descriptor */
#define RESERVE_MAX (1u << 26) /* symbols that memory is reserved for before they are read */

/* One symbol table of the file whose symbols are added to the build. */
struct loading {
	const struct sym_elf_use *use;
	struct sym_elf *e, *rt;
	struct sym_build *build;
	struct elf_names names;
	Elf_Data *opd;
	uint64_t reloc; /* kernel: run-time address minus address in the file */
	bool text_only; /* kernel: symbols of .text, or of all other sections */
};

static bool is_function(const struct pdata_elf_sym *s)
{
	return s->type == STT_FUNC || s->type == STT_GNU_IFUNC;
}

/* Whether a symbol is a label of hand-written code; hidden labels come from the linker. */
static bool is_label(const struct pdata_elf_sym *s)
{
	return s->type == STT_NOTYPE && s->section != SHN_ABS && s->visibility != STV_HIDDEN &&
	       s->visibility != STV_INTERNAL;
}

static bool is_symbol_wanted(const struct pdata_elf_sym *s)
{
	return s->name && s->section != SHN_UNDEF &&
	       (is_function(s) || s->type == STT_OBJECT || is_label(s));
}

/*
 * Whether a name is a mapping symbol of ARM for the beginning of code, data or Thumb code: $a, $d,
 * $t, $x, or $d.text
 */
static bool is_mapping_symbol(const struct sym_elf *e, const char *name)
{
	return (e->hdr.e_machine == EM_ARM || e->hdr.e_machine == EM_AARCH64) && name[0] == '$' &&
	       name[1] && strchr("adtx", name[1]) && (!name[2] || name[2] == '.');
}

static size_t find_section_at(const struct sym_elf *e, uint64_t addr)
{
	for (size_t i = 1; i < e->nr_ranges && i <= SEARCHED_MAX; i++)
		if (addr >= e->range[i].addr && addr - e->range[i].addr < e->range[i].size)
			return i;
	return SHN_UNDEF;
}

/*
 * First ABI of ppc64: the symbol is that of a function descriptor, whose first word is the address
 * of the function.
 */
static bool through_descriptor(const struct loading *l, uint64_t *value, size_t *section)
{
	uint64_t at = *value - l->rt->opd.hdr.sh_addr, addr;

	if (!l->opd || !l->opd->d_buf || l->opd->d_size < sizeof(addr) ||
	    at > l->opd->d_size - sizeof(addr))
		return false;
	memcpy(&addr, (char *)l->opd->d_buf + at, sizeof(addr));
	*value = l->rt->hdr.e_ident[EI_DATA] == ELFDATA2MSB ? be64toh(addr) : le64toh(addr);
	*section = find_section_at(l->rt, *value);
	return *section != SHN_UNDEF;
}

static uint64_t file_offset(const struct loading *l, uint64_t addr,
			    const struct elf_section_range *p)
{
	for (size_t i = 0; i < l->rt->nr_segments; i++) {
		const struct elf_segment *g = &l->rt->segment[i];

		if (addr >= g->addr && addr - g->addr < g->size)
			return addr - g->addr + g->offset;
	}
	return addr - p->addr + p->offset;
}

/*
 * Turn the value into an address of the table. Return: whether the symbol belongs into the table.
 */
static bool convert_symbol_value(const struct loading *l, uint64_t *value,
				 const struct elf_section_range *p)
{
	switch (l->use->kind) {
	case SYM_ELF_USER:
		*value = file_offset(l, *value, p);
		return true;
	case SYM_ELF_KERNEL:
		*value += l->reloc;
		return p->addr && p->text == l->text_only;
	case SYM_ELF_MODULE:
		*value -= p->addr;
		return p->text;
	}
	return false;
}

static int add_elf_symbol(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	const struct loading *l = arg;
	const char *name = is_symbol_wanted(s) ? sym_elf_name(&l->names, s->name) : NULL;
	const struct elf_section_range *p;
	uint64_t value = s->value;
	size_t section = s->section_index;

	(void)i;
	if (!name || !section || is_mapping_symbol(l->e, name))
		return 0;
	if (l->rt->opd.scn && section == l->rt->opd.index &&
	    !through_descriptor(l, &value, &section))
		return 0;
	if (section >= l->e->nr_ranges || !l->e->range[section].alloc)
		return 0;
	p = &l->e->range[section];
	if (p->nobits) {
		if (section >= l->rt->nr_ranges)
			return 0;
		p = &l->rt->range[section];
	}
	if (is_label(s) && !p->text_or_data)
		return 0;
	/* The lowest bit of a symbol's value marks a Thumb function. */
	if (l->e->hdr.e_machine == EM_ARM && s->type == STT_FUNC)
		value &= ~1ull;
	if (!convert_symbol_value(l, &value, p))
		return 0;
	sym_build_add(l->build, &(struct sym){
					.start = value,
					.end = value + s->size,
					.name = name,
					.binding = (char)s->binding,
					.object = s->type == STT_OBJECT,
					.state = SYM_NAME_RAW,
				});
	return 0;
}

/* Search for a symbol by its name. */
struct name_search {
	const char *wanted;
	struct elf_names names;
	uint64_t value;
};

static int match_elf_name(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	struct name_search *n = arg;
	const char *name = sym_elf_name(&n->names, s->name);

	(void)i;
	n->value = s->value;
	return name && !strcmp(name, n->wanted);
}

static bool find_symbol_value(struct sym_elf *e, const char *wanted, uint64_t *value)
{
	struct name_search n = { .wanted = wanted, .names = sym_elf_names(e, &e->symtab) };

	if (sym_elf_walk(e, &e->symtab, match_elf_name, &n) != 1)
		return false;
	*value = n.value;
	return n.value;
}

bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr)
{
	return e->symtab.scn && find_symbol_value(e, name, addr);
}

static void load_table(const struct sym_elf_use *u, struct sym_elf *e,
		       const struct elf_section *table, struct sym_build *b, bool text_only)
{
	struct loading l = {
		.use = u, .e = e, .rt = u->runtime, .build = b, .text_only = text_only
	};
	const uint64_t nr = table->hdr.sh_size / gelf_fsize(e->elf, ELF_T_SYM, 1, EV_CURRENT);
	uint64_t value;

	l.names = sym_elf_names(e, table);
	if (u->runtime->opd.scn)
		l.opd = sym_elf_raw_data(u->runtime->opd.scn);
	if (u->kind == SYM_ELF_KERNEL && u->ref && u->ref_addr &&
	    find_symbol_value(e, u->ref, &value))
		l.reloc = u->ref_addr - value;
	sym_build_reserve(b, nr < RESERVE_MAX ? (uint32_t)nr : RESERVE_MAX);
	sym_elf_walk(e, table, add_elf_symbol, &l);
}

/*
 * To perf, sections of the kernel other than .text are objects of their own, whose symbols are not
 * moved.
 */
static void load_symbols(const struct sym_elf_use *u, struct sym_build *b)
{
	struct sym_elf *e = u->syms;

	if (e->symtab.scn) {
		for (struct sym_elf *copy = e; copy; copy = copy->copy)
			load_table(u, copy, &copy->symtab, b, true);
		sym_build_settle(b, SYM_SETTLE_ELF);
	}
	if (u->kind == SYM_ELF_KERNEL && e->symtab.scn) {
		load_table(u, e, &e->symtab, b, false);
		sym_build_settle(b, SYM_SETTLE_PLAIN);
	}
	if (u->kind == SYM_ELF_USER && e->dynsym.scn) {
		for (struct sym_elf *copy = e; copy; copy = copy->copy)
			if (copy->dynsym.scn)
				load_table(u, copy, &copy->dynsym, b, true);
		sym_build_settle(b, SYM_SETTLE_ELF);
	}
	if (u->kind == SYM_ELF_USER && b->nr) {
		const uint32_t nr = b->nr;

		/* The copy that needs names of the PLT has all of them. */
		for (struct sym_elf *copy = u->runtime; copy && b->nr == nr; copy = copy->copy)
			sym_elf_add_plt(copy, b);
		sym_build_settle(b, SYM_SETTLE_PLAIN);
	}
	if (e->cut && u->names)
		bundle_fill_gaps(u->names, b);
}

static void release_sym_elf(void *elf)
{
	sym_elf_close(elf);
}

static void keep_open(struct sym_table_priv *t, struct sym_elf *e)
{
	sym_elf_close_fd(e);
	sym_table_hold(t, e, release_sym_elf);
}

uint32_t sym_elf_load(const struct sym_elf_use *u, bool demangle, struct sym_table_priv *t)
{
	const unsigned failures = mem_failures();
	struct sym_build b;

	sym_build_init(&b, demangle);
	load_symbols(u, &b);
	if (mem_failures() != failures)
		b.err = -ENOMEM;
	sym_build_finish(&b, t);
	keep_open(t, u->syms);
	if (u->runtime != u->syms)
		keep_open(t, u->runtime);
	/* If memory is exhausted, the file is closed, so @u->runtime must not be used. */
	t->runtime = u->kind == SYM_ELF_USER && !t->err ? u->runtime : NULL;
	return t->pub.nr;
}

#else

uint32_t sym_elf_load(const struct sym_elf_use *u, bool demangle, struct sym_table_priv *t)
{
	(void)u;
	(void)demangle;
	(void)t;
	return 0;
}

#endif
