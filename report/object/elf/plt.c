/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds a NAME@plt symbol for each entry of the procedure linkage table, from .rel.plt or .rela.plt
 * and the dynamic symbols.
 */
#include "object/elf/elf_object_int.h"

#include "base/array.h"

#ifdef HAVE_ELF

#include <string.h>

struct plt {
	uint64_t at, entry;
	struct elf_names names;
	Elf_Data *syms;
};

/* Sizes of the first part of the procedure linkage table and of its entries. */
static void plt_layout(const struct sym_elf *e, uint64_t *head, uint64_t *entry)
{
	switch (e->hdr.e_machine) {
	case EM_ARM:
		*head = 20;
		*entry = 12;
		break;
	case EM_AARCH64:
		*head = 32;
		*entry = 16;
		break;
	case EM_SPARC:
		*head = 48;
		*entry = 12;
		break;
	case EM_SPARCV9:
		*head = 128;
		*entry = 32;
		break;
	default:
		*head = *entry = e->plt.hdr.sh_entsize;
	}
}

/*
 * The same for x86 if the section header gives no entry size, as lld writes it. Code for retpolines
 * has entries of another size, or no first part, so the layout is the one that fits @size. If none
 * does, *head and *entry are 0.
 */
static void x86_layout(uint64_t size, uint64_t nr, uint64_t *head, uint64_t *entry)
{
	static const uint8_t layouts[][2] = { { 16, 16 }, { 48, 32 }, { 0, 16 } };

	*head = *entry = 0;
	for (size_t i = 0; i < REP_NR(layouts) && !*entry; i++) {
		if (size != layouts[i][0] + nr * layouts[i][1])
			continue;
		*head = layouts[i][0];
		*entry = layouts[i][1];
	}
}

static void add_plt_entry(struct plt *p, struct sym_build *b, uint64_t index)
{
	const char *name = NULL;
	GElf_Sym s;

	if (index <= INT32_MAX && gelf_getsym(p->syms, (int)index, &s))
		name = sym_elf_name(&p->names, s.st_name);
	sym_build_add(b, &(struct sym){
				 .start = p->at,
				 .end = p->at + p->entry,
				 .name = name ? name : "",
				 .binding = SYM_GLOBAL,
				 .state = SYM_NAME_RAW | SYM_NAME_PLT,
			 });
	p->at += p->entry;
}

/*
 * Add the symbols of a table whose first entry is at @at. The entries have the order of the
 * relocations @rels.
 */
static void add_plt_entries(struct plt *p, struct sym_build *b, Elf_Data *rels, bool rela,
			    uint64_t at)
{
	p->at = at;
	for (int i = 0; i < INT32_MAX; i++) {
		GElf_Rela a;
		GElf_Rel r;

		if (rela ? !gelf_getrela(rels, i, &a) : !gelf_getrel(rels, i, &r))
			return;
		add_plt_entry(p, b, GELF_R_SYM(rela ? a.r_info : r.r_info));
	}
}

void sym_elf_add_plt(struct sym_elf *e, struct sym_build *b)
{
	const struct elf_section *rels = e->rela_plt.scn ? &e->rela_plt : &e->rel_plt;
	const bool x86 = e->hdr.e_machine == EM_X86_64 || e->hdr.e_machine == EM_386;
	bool rela = rels->hdr.sh_type == SHT_RELA;
	Elf_Data *data;
	struct plt p;
	uint64_t head, nr;

	if (!e->dynsym.scn || !rels->scn || !e->plt.scn || rels->hdr.sh_link != e->dynsym.index)
		return;
	p.names = sym_elf_names(e, &e->dynsym);
	p.syms = sym_elf_data(e->dynsym.scn);
	data = sym_elf_data(rels->scn);
	if (!p.names.len || !p.syms || !data || (!rela && rels->hdr.sh_type != SHT_REL))
		return;
	nr = rels->hdr.sh_entsize ? rels->hdr.sh_size / rels->hdr.sh_entsize : 0;
	plt_layout(e, &head, &p.entry);
	if (x86 && !p.entry)
		x86_layout(e->plt.hdr.sh_size, nr, &head, &p.entry);
	add_plt_entries(&p, b, data, rela, e->plt.hdr.sh_offset + head);
	/* Code for indirect branch tracking calls these entries, which have no first part. */
	p.entry = 16;
	if (x86 && e->plt_sec.scn && e->plt_sec.hdr.sh_size == nr * p.entry)
		add_plt_entries(&p, b, data, rela, e->plt_sec.hdr.sh_offset);
}

#endif
