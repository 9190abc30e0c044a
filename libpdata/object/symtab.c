/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the symbol of an address in the symbols of an ELF file, sorted by address, or in the
 * symbol lists of a trailer.
 */
#include "base/alloc.h"
#include "base/bytes.h"
#include "base/err.h"
#include "common/binary_search.h"
#include "object/elf_int.h"

#include <pdata/symbols.h>

#include <stdbool.h>
#include <stdlib.h>

#define STRINGS_MAX ((uint64_t)256 << 20)
#define DESCRIPTORS_MAX ((uint64_t)256 << 20)
#define SEARCHED_MAX 4096u
#define SHF_EXECINSTR 4u
#define MACHINE_PPC64 21u
#define MACHINE_RISCV 243u

struct strings {
	struct strings *next;
	uint8_t *bytes;
};

struct pdata_symtab {
	struct pdata_symbol *sym;
	size_t nr, cap;
	/*
	 * for each symbol the greatest end of it and all before it: it tells a search when to stop
	 */
	uint64_t *reach;
	struct strings *strings;
};

/*
 * The section .opd of the first ABI of ppc64. A function's symbol is that of a descriptor in this
 * section, whose first word is the address of the function.
 */
struct descriptors {
	uint8_t *bytes;
	uint64_t len;
	uint64_t addr;
	uint32_t section; /* 0: the file has no descriptors */
};

/* One walk over a symbol table. */
struct walk {
	struct pdata_symtab *t;
	struct pdata_elf *e;
	const char *strings;
	uint64_t len;
	uint32_t only; /* index of the only section whose symbols count; 0: all sections count */
	const struct descriptors *opd;
};

/*
 * Whether a label is a mapping symbol. RISC-V has them, too, but perf 6.1 and so pdata_elf_cut()
 * take those for names.
 */
static bool is_mapping_label(const struct walk *w, const struct pdata_elf_sym *sym)
{
	return w->strings[sym->name] == '$' &&
	       (pd_elf_has_mapping_symbols(w->e) || w->e->info.machine == MACHINE_RISCV);
}

static bool names_code(const struct walk *w, const struct pdata_elf_sym *sym)
{
	struct pdata_elf_section sec;

	if (sym->type != PDATA_STT_FUNC && sym->type != PDATA_STT_GNU_IFUNC &&
	    sym->type != PDATA_STT_NOTYPE)
		return false;
	if (!sym->section_index || sym->name >= w->len || !w->strings[sym->name] ||
	    (w->only && sym->section_index != w->only))
		return false;
	if (sym->type != PDATA_STT_NOTYPE)
		return true;
	return !pdata_elf_section(w->e, sym->section_index, &sec) && sec.flags & SHF_EXECINSTR &&
	       !is_mapping_label(w, sym);
}

/*
 * Get the end of a symbol without a size: the end of its section, which sort() replaces by the
 * start of the next symbol.
 */
static uint64_t section_end(const struct walk *w, const struct pdata_elf_sym *sym, uint64_t start)
{
	struct pdata_elf_section sec;

	if (pdata_elf_section(w->e, sym->section_index, &sec) || start - sec.addr >= sec.size)
		return start;
	return sec.addr + sec.size;
}

/* The search ends after SEARCHED_MAX sections: it is made for each symbol. */
static uint32_t section_at(const struct pdata_elf *e, uint64_t addr)
{
	struct pdata_elf_section s;

	for (uint32_t i = 1; i <= SEARCHED_MAX && !pdata_elf_section(e, i, &s); i++)
		if (s.flags & PDATA_SHF_ALLOC && addr >= s.addr && addr - s.addr < s.size)
			return i;
	return 0;
}

/*
 * If @sym is the symbol of a descriptor, make it that of the function. Return: whether it has an
 * address.
 */
static bool follow_descriptor(const struct walk *w, struct pdata_elf_sym *sym)
{
	const struct descriptors *d = w->opd;
	const uint64_t at = sym->value - d->addr;

	if (!d->section || sym->section_index != d->section)
		return true;
	if (d->len < 8 || at > d->len - 8)
		return false;
	sym->value = pd_ld64(d->bytes + at, (int)w->e->info.swap);
	sym->section_index = section_at(w->e, sym->value);
	return sym->section_index;
}

static int add(void *arg, uint32_t i, const struct pdata_elf_sym *entry)
{
	struct walk *w = arg;
	struct pdata_symtab *t = w->t;
	struct pdata_elf_sym sym = *entry;
	struct pdata_symbol *s;
	uint64_t start;

	(void)i;
	if (!names_code(w, &sym) || !follow_descriptor(w, &sym))
		return 0;
	start = pd_elf_sym_addr(w->e, &sym);
	if (start + sym.size < start)
		return 0;
	if (t->nr == UINT32_MAX || pd_grow(&t->sym, &t->cap, t->nr + 1, sizeof(*t->sym)))
		return PDATA_E_NOMEM;
	s = &t->sym[t->nr++];
	*s = (struct pdata_symbol){ .start = start,
				    .end = sym.size ? start + sym.size
						    : section_end(w, &sym, start),
				    .name = w->strings + sym.name,
				    .type = sym.type,
				    .binding = sym.binding,
				    .reserved = !sym.size };
	return 0;
}

static size_t underscores(const char *s)
{
	return strspn(s, "_");
}

/*
 * Order by start. Among symbols with the same start the best comes first: one with a size, not
 * weak, global, with fewer underscores in front, with a longer name.
 */
static int compare(const void *x, const void *y)
{
	const struct pdata_symbol *a = x, *b = y;
	const bool weak_a = a->binding == 2, weak_b = b->binding == 2;
	const bool global_a = a->binding == 1, global_b = b->binding == 1;
	size_t n, m;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->reserved != b->reserved)
		return a->reserved ? 1 : -1;
	if (weak_a != weak_b)
		return weak_a ? 1 : -1;
	if (global_a != global_b)
		return global_a ? -1 : 1;
	n = underscores(a->name);
	m = underscores(b->name);
	if (n != m)
		return n < m ? -1 : 1;
	n = strlen(a->name);
	m = strlen(b->name);
	if (n != m)
		return n > m ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Sort the symbols, keep one for each start, and set the end of those without a size. */
static int sort(struct pdata_symtab *t)
{
	size_t used = 0;

	if (!t->nr)
		return 0;
	qsort(t->sym, t->nr, sizeof(*t->sym), compare);
	for (size_t i = 0; i < t->nr; i++)
		if (!used || t->sym[used - 1].start != t->sym[i].start)
			t->sym[used++] = t->sym[i];
	t->nr = used;
	t->reach = pd_calloc(used, sizeof(*t->reach));
	if (!t->reach)
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < used; i++) {
		struct pdata_symbol *s = &t->sym[i];

		if (s->reserved && i + 1 < used && s[1].start < s->end)
			s->end = s[1].start;
		s->reserved = 0;
		t->reach[i] = i && t->reach[i - 1] > s->end ? t->reach[i - 1] : s->end;
	}
	return 0;
}

/* Add the symbols of a table. Their names stay in the string table, which is kept. */
static int add_table(struct pdata_symtab *t, struct pdata_elf *e, uint32_t section, uint32_t link,
		     const struct descriptors *opd)
{
	struct strings *s = pd_calloc(1, sizeof(*s));
	struct walk w = { .t = t, .e = e, .opd = opd };
	int64_t len;

	if (!s)
		return PDATA_E_NOMEM;
	len = pdata_elf_bytes(e, link, STRINGS_MAX, &s->bytes);
	if (len < 0) {
		pd_free(s);
		return len == PDATA_E_ARG ? 0 : (int)len; /* no names */
	}
	s->next = t->strings;
	t->strings = s;
	w.strings = (const char *)s->bytes;
	w.len = (uint64_t)len;
	/* All sections of an object file begin at address 0. */
	if (e->info.type == ELF_OBJECT_FILE)
		w.only = pdata_elf_find(e, ".text");
	return pdata_elf_symbols(e, section, add, &w);
}

static int read_descriptors(struct pdata_elf *e, struct descriptors *d)
{
	const uint32_t i = e->info.machine == MACHINE_PPC64 ? pdata_elf_find(e, ".opd") : 0;
	struct pdata_elf_section sec;
	int64_t len;

	if (!i || pdata_elf_section(e, i, &sec) || sec.type != PDATA_SHT_PROGBITS)
		return 0;
	len = pdata_elf_bytes(e, i, DESCRIPTORS_MAX, &d->bytes);
	if (len == PDATA_E_NOMEM)
		return PDATA_E_NOMEM;
	d->len = len > 0 ? (uint64_t)len : 0;
	d->addr = sec.addr;
	d->section = i;
	return 0;
}

/*
 * Add the first symbol table of type @type. A valid file has no second one, and a hostile file can
 * have many headers of one large table.
 */
static int add_first_table(struct pdata_symtab *t, struct pdata_elf *e, uint32_t type,
			   const struct descriptors *opd)
{
	struct pdata_elf_section sec;

	for (uint32_t i = 0; !pdata_elf_section(e, i, &sec); i++)
		if (sec.type == type)
			return add_table(t, e, i, sec.link, opd);
	return 0;
}

int pdata_symtab_new(struct pdata_symtab **out, struct pdata_elf *e, struct pdata_error *err)
{
	struct pdata_symtab *t = pd_calloc(1, sizeof(*t));
	struct descriptors opd = { 0 };
	int ret = t ? read_descriptors(e, &opd) : PDATA_E_NOMEM;

	*out = NULL;
	if (!ret)
		ret = add_first_table(t, e, PDATA_SHT_SYMTAB, &opd);
	if (!ret)
		ret = add_first_table(t, e, PDATA_SHT_DYNSYM, &opd);
	pd_free(opd.bytes);
	if (!ret)
		ret = sort(t);
	if (ret) {
		pdata_symtab_free(t);
		return pd_error(err, ret, 0, 0, "", "symbol table");
	}
	*out = t;
	return 0;
}

void pdata_symtab_free(struct pdata_symtab *t)
{
	if (!t)
		return;
	while (t->strings) {
		struct strings *s = t->strings;

		t->strings = s->next;
		pdata_free(s->bytes);
		pd_free(s);
	}
	pd_free(t->sym);
	pd_free(t->reach);
	pd_free(t);
}

uint32_t pdata_symtab_nr(const struct pdata_symtab *t)
{
	return (uint32_t)t->nr;
}

const struct pdata_symbol *pdata_symtab_at(const struct pdata_symtab *t, uint32_t i)
{
	return i < t->nr ? &t->sym[i] : NULL;
}

const struct pdata_symbol *pdata_symtab_find(const struct pdata_symtab *t, uint64_t addr)
{
	size_t low = pd_first_above(t->sym, t->nr, start, addr);

	while (low && t->reach[low - 1] > addr)
		if (t->sym[--low].end > addr)
			return &t->sym[low];
	return NULL;
}

const struct pdata_bundle_sym *pdata_symbols_find(const struct pdata_bundle_object *o,
						  uint64_t addr)
{
	size_t low = pd_first_above(o->syms, o->nr_syms, start, addr);

	while (low)
		if (o->syms[--low].end > addr)
			return &o->syms[low];
	return NULL;
}
