/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the sorted symbol table of an ELF file: filters .symtab and .dynsym, and handles ppc64
 * descriptors, Thumb bits and kernel relocation.
 */
#include "object/elf/elf_object_int.h"

#include "base/memory.h"

#ifdef HAVE_ELF

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE 2048u	       /* symbols that are read together */
#define PIECES_MOST (1u << 26) /* of a table that is read so */

/* One symbol table of the file on its way into the build. */
struct loading {
	const struct sym_elf_use *use;
	struct sym_elf *e, *rt;
	struct elf_names names;
	Elf_Data *opd;
	uint64_t reloc; /* kernel: run-time address minus address in the file */
	bool text_only; /* kernel: symbols of .text, or of all else */
};

static bool is_function(const GElf_Sym *s)
{
	int type = GELF_ST_TYPE(s->st_info);

	return type == STT_FUNC || type == STT_GNU_IFUNC;
}

/* Labels of hand-written code; hidden ones are the linker's. */
static bool is_label(const GElf_Sym *s)
{
	int v = GELF_ST_VISIBILITY(s->st_other);

	return GELF_ST_TYPE(s->st_info) == STT_NOTYPE && s->st_shndx != SHN_ABS &&
	       v != STV_HIDDEN && v != STV_INTERNAL;
}

static bool is_symbol_wanted(const GElf_Sym *s)
{
	return s->st_name && s->st_shndx != SHN_UNDEF &&
	       (is_function(s) || GELF_ST_TYPE(s->st_info) == STT_OBJECT || is_label(s));
}

/* ARM's marks of where code, data and Thumb code begin: $a, $d, $t, $x, or $d.text */
static bool is_mapping_symbol(const struct sym_elf *e, const char *name)
{
	return (e->hdr.e_machine == EM_ARM || e->hdr.e_machine == EM_AARCH64) && name[0] == '$' &&
	       name[1] && strchr("adtx", name[1]) && (!name[2] || name[2] == '.');
}

static size_t find_section_at(const struct sym_elf *e, uint64_t addr)
{
	for (size_t i = 1; i < e->nr_places; i++)
		if (addr >= e->place[i].addr && addr - e->place[i].addr < e->place[i].size)
			return i;
	return SHN_UNDEF;
}

/*
 * ppc64's first ABI: the symbol is that of a descriptor, whose first word is the function's
 * address.
 */
static bool through_descriptor(const struct loading *l, GElf_Sym *s, size_t *section)
{
	uint64_t at = s->st_value - l->rt->opd.hdr.sh_addr, addr;

	if (!l->opd || !l->opd->d_buf || l->opd->d_size < sizeof(addr) ||
	    at > l->opd->d_size - sizeof(addr))
		return false;
	memcpy(&addr, (char *)l->opd->d_buf + at, sizeof(addr));
	s->st_value = l->rt->hdr.e_ident[EI_DATA] == ELFDATA2MSB ? be64toh(addr) : le64toh(addr);
	*section = find_section_at(l->rt, s->st_value);
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

/* Turn the value into the table's own number. Return: whether the symbol belongs into it. */
static bool convert_symbol_value(const struct loading *l, GElf_Sym *s,
				 const struct elf_section_range *p)
{
	switch (l->use->kind) {
	case SYM_ELF_USER:
		s->st_value = file_offset(l, s->st_value, p);
		return true;
	case SYM_ELF_KERNEL:
		s->st_value += l->reloc;
		return p->addr && p->text == l->text_only;
	case SYM_ELF_MODULE:
		s->st_value -= p->addr;
		return p->text;
	}
	return false;
}

static void add_symbol(const struct loading *l, struct sym_build *b, GElf_Sym *s, size_t section)
{
	const char *name = sym_elf_name(&l->names, s->st_name);
	const struct elf_section_range *p;

	if (!name || section >= SHN_LORESERVE || is_mapping_symbol(l->e, name))
		return;
	if (l->rt->opd.scn && section == l->rt->opd.index && !through_descriptor(l, s, &section))
		return;
	if (section >= l->e->nr_places || !l->e->place[section].alloc)
		return;
	p = &l->e->place[section];
	if (p->nobits) {
		if (section >= l->rt->nr_places)
			return;
		p = &l->rt->place[section];
	}
	if (is_label(s) && !p->text_or_data)
		return;
	/* Thumb functions are marked by the lowest bit. */
	if (l->e->hdr.e_machine == EM_ARM && GELF_ST_TYPE(s->st_info) == STT_FUNC)
		s->st_value &= ~1ull;
	if (!convert_symbol_value(l, s, p))
		return;
	sym_build_add(b,
		      &(struct sym){
			      .start = s->st_value,
			      .end = s->st_value + s->st_size,
			      .name = name,
			      .binding = (char)GELF_ST_BIND(s->st_info),
			      .object = GELF_ST_TYPE(s->st_info) == STT_OBJECT,
			      .state = l->use->kind == SYM_ELF_USER ? SYM_NAME_RAW : SYM_NAME_DONE,
		      });
}

static size_t nr_symbols(const Elf_Data *data, int class)
{
	size_t one = class == ELFCLASS64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t nr = data && data->d_buf ? data->d_size / one : 0;

	return nr < INT32_MAX ? nr : INT32_MAX;
}

static bool find_symbol_value(const char *wanted, Elf_Data *data, size_t nr,
			      const struct elf_names *names, uint64_t *value)
{
	GElf_Sym s;

	for (size_t i = 0; i < nr; i++) {
		const char *name = gelf_getsym(data, (int)i, &s) ? sym_elf_name(names, s.st_name)
								 : NULL;

		if (name && !strcmp(name, wanted)) {
			*value = s.st_value;
			return *value;
		}
	}
	return false;
}

static uint64_t kernel_reloc(const struct sym_elf_use *u, Elf_Data *data, size_t nr,
			     const struct elf_names *names)
{
	uint64_t value;

	if (!u->ref || !u->ref_addr || !find_symbol_value(u->ref, data, nr, names, &value))
		return 0;
	return u->ref_addr - value;
}

bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr)
{
	Elf_Data *data = e->symtab.scn ? sym_elf_data(e->symtab.scn) : NULL;
	const struct elf_names names = sym_elf_names(e, &e->symtab);

	return data &&
	       find_symbol_value(name, data, nr_symbols(data, gelf_getclass(e->elf)), &names, addr);
}

static GElf_Sym symbol_at(const uint8_t *at, bool wide)
{
	Elf32_Sym narrow;
	GElf_Sym s;

	if (wide) {
		memcpy(&s, at, sizeof(s));
		return s;
	}
	memcpy(&narrow, at, sizeof(narrow));
	return (GElf_Sym){ .st_name = narrow.st_name,
			   .st_value = narrow.st_value,
			   .st_size = narrow.st_size,
			   .st_info = narrow.st_info,
			   .st_other = narrow.st_other,
			   .st_shndx = narrow.st_shndx };
}

/*
 * The file's own symbols are looked at once: they are read piece by piece, so that they need no
 * memory of their own.
 * Return: false where they are to be had from libelf.
 */
static bool load_pieces(const struct loading *l, const struct elf_section *table,
			struct sym_build *b)
{
	const bool wide = gelf_getclass(l->e->elf) == ELFCLASS64;
	const size_t one = wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	const uint64_t from = table->hdr.sh_offset, nr = table->hdr.sh_size / one;
	uint8_t *raw, last;

	if (l->use->kind != SYM_ELF_USER || table != &l->e->symtab || l->e->fd < 0 || l->e->cut ||
	    l->e->hdr.e_machine == EM_ARM || table->hdr.sh_flags & SHF_COMPRESSED || !nr ||
	    nr > PIECES_MOST || from > UINT64_MAX - nr * one ||
	    !sym_elf_read(l->e, from + nr * one - 1, &last, 1))
		return false;
	sym_build_reserve(b, (uint32_t)nr);
	raw = mem_grow(NULL, PIECE, one);
	if (!raw)
		return true;
	for (uint64_t i = 0; i < nr; i += PIECE) {
		const size_t n = nr - i < PIECE ? (size_t)(nr - i) : PIECE;
		Elf_Data d = { .d_buf = raw,
			       .d_type = ELF_T_SYM,
			       .d_version = EV_CURRENT,
			       .d_size = n * one };

		if (!sym_elf_read(l->e, from + i * one, raw, n * one) ||
		    !gelf_xlatetom(l->e->elf, &d, &d, l->e->hdr.e_ident[EI_DATA]))
			break;
		for (size_t k = 0; k < n; k++) {
			GElf_Sym s = symbol_at(raw + k * one, wide);

			if (is_symbol_wanted(&s))
				add_symbol(l, b, &s, s.st_shndx);
		}
	}
	free(raw);
	return true;
}

static void load_table(const struct sym_elf_use *u, const struct elf_section *table,
		       struct sym_build *b, bool text_only)
{
	struct loading l = { .use = u, .e = u->syms, .rt = u->runtime, .text_only = text_only };
	Elf_Data *data;
	size_t nr;

	l.names = sym_elf_names(u->syms, table);
	if (u->runtime->opd.scn)
		l.opd = sym_elf_raw_data(u->runtime->opd.scn);
	if (load_pieces(&l, table, b))
		return;
	data = sym_elf_data(table->scn);
	nr = nr_symbols(data, gelf_getclass(u->syms->elf));
	if (u->kind == SYM_ELF_KERNEL)
		l.reloc = kernel_reloc(u, data, nr, &l.names);
	sym_build_reserve(b, (uint32_t)nr);
	for (size_t i = 0; i < nr; i++) {
		GElf_Sym s;

		if (gelf_getsym(data, (int)i, &s) && is_symbol_wanted(&s))
			add_symbol(&l, b, &s, s.st_shndx);
	}
}

/*
 * Sections of the kernel but .text are objects of their own to perf, whose symbols stay as they
 * are.
 */
static void load_symbols(const struct sym_elf_use *u, struct sym_build *b)
{
	struct sym_elf *e = u->syms;

	if (e->symtab.scn) {
		load_table(u, &e->symtab, b, true);
		sym_build_settle(b, SYM_SETTLE_ELF);
	}
	if (u->kind == SYM_ELF_KERNEL && e->symtab.scn) {
		load_table(u, &e->symtab, b, false);
		sym_build_settle(b, SYM_SETTLE_PLAIN);
	}
	if (u->kind == SYM_ELF_USER && e->dynsym.scn) {
		load_table(u, &e->dynsym, b, true);
		sym_build_settle(b, SYM_SETTLE_ELF);
	}
	if (u->kind == SYM_ELF_USER && b->nr) {
		sym_elf_add_plt(u->runtime, b);
		sym_build_settle(b, SYM_SETTLE_PLAIN);
	}
}

static void release_sym_elf(void *elf)
{
	sym_elf_close(elf);
}

static void keep_open(struct sym_table_priv *t, struct sym_elf *e)
{
	if (e->fd >= 0) {
		elf_cntl(e->elf, ELF_C_FDDONE);
		close(e->fd);
		e->fd = -1;
	}
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
	t->runtime = u->kind == SYM_ELF_USER ? u->runtime : NULL;
	if (u->runtime != u->syms)
		keep_open(t, u->runtime);
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
