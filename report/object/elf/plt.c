/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds a NAME@plt symbol for each entry of the procedure linkage table, from .rel.plt or .rela.plt
 * and the dynamic symbols.
 */
#include "object/elf/elf_object_int.h"

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

void sym_elf_add_plt(struct sym_elf *e, struct sym_build *b)
{
	const struct elf_section *rels = e->rela_plt.scn ? &e->rela_plt : &e->rel_plt;
	bool rela = rels->hdr.sh_type == SHT_RELA;
	Elf_Data *data;
	struct plt p;
	uint64_t head;

	if (!e->dynsym.scn || !rels->scn || !e->plt.scn || rels->hdr.sh_link != e->dynsym.index)
		return;
	p.names = sym_elf_names(e, &e->dynsym);
	p.syms = sym_elf_data(e->dynsym.scn);
	data = sym_elf_data(rels->scn);
	if (!p.names.len || !p.syms || !data || (!rela && rels->hdr.sh_type != SHT_REL))
		return;
	plt_layout(e, &head, &p.entry);
	p.at = e->plt.hdr.sh_offset + head;
	for (int i = 0; i < INT32_MAX; i++) {
		GElf_Rela a;
		GElf_Rel r;

		if (rela ? !gelf_getrela(data, i, &a) : !gelf_getrel(data, i, &r))
			return;
		add_plt_entry(&p, b, GELF_R_SYM(rela ? a.r_info : r.r_info));
	}
}

#endif
