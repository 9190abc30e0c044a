/* SPDX-License-Identifier: BSD-2-Clause */
/* The code of an ELF file: addresses, offsets in the file, bytes, machine, instruction set. */
#include "object/elf/elf_object_int.h"

#include "object/disasm/disasm.h"

#ifdef HAVE_ELF

#include <string.h>
#include <unistd.h>

/* Where the copy has what was at @off of the file, by the section that it is loaded as. */
static bool map_offset_to_cut(const struct sym_elf *e, size_t len, uint64_t *off)
{
	uint64_t addr;

	if (!sym_elf_file_addr(e, *off, &addr))
		return false;
	for (size_t i = 0; i < e->nr_places; i++) {
		const struct elf_section_range *p = &e->place[i];

		if (!p->alloc || p->nobits || addr < p->addr || addr - p->addr >= p->size ||
		    len > p->size - (addr - p->addr))
			continue;
		*off = addr - p->addr + p->offset;
		return true;
	}
	return false;
}

bool sym_elf_read(const struct sym_elf *e, uint64_t off, void *buf, size_t len)
{
	if (e->cut && !map_offset_to_cut(e, len, &off))
		return false;
	if (e->image) {
		if (off > e->image_len || len > e->image_len - off)
			return false;
		memcpy(buf, e->image + off, len);
		return true;
	}
	return e->fd >= 0 && off <= INT64_MAX && pread(e->fd, buf, len, (off_t)off) == (ssize_t)len;
}

void sym_elf_machine(const struct sym_elf *e, struct disasm_machine *m)
{
	*m = (struct disasm_machine){
		.machine = e->hdr.e_machine,
		.big = e->hdr.e_ident[EI_DATA] == ELFDATA2MSB,
		.wide = e->hdr.e_ident[EI_CLASS] == ELFCLASS64,
	};
}

/*
 * Of the symbols in @table: 1 for a function at @addr whose address is odd, 0 for one that is
 * even, -1: none.
 */
static int parity_in(const struct elf_section *table, uint64_t addr)
{
	Elf_Data *d = table->scn ? sym_elf_data(table->scn) : NULL;
	GElf_Sym sym;

	for (int i = 0; d && gelf_getsym(d, i, &sym); i++)
		if (GELF_ST_TYPE(sym.st_info) == STT_FUNC && sym.st_shndx != SHN_UNDEF &&
		    (sym.st_value & ~1ull) == addr)
			return (int)(sym.st_value & 1);
	return -1;
}

bool sym_elf_is_thumb(const struct sym_elf *e, uint64_t addr)
{
	int odd;

	if (e->hdr.e_machine != EM_ARM)
		return false;
	odd = parity_in(&e->symtab, addr);
	if (odd < 0)
		odd = parity_in(&e->dynsym, addr);
	return odd < 0 ? e->hdr.e_entry & 1 : odd > 0;
}

bool sym_elf_file_addr(const struct sym_elf *e, uint64_t off, uint64_t *addr)
{
	for (size_t i = 0; i < e->nr_segments; i++) {
		const struct elf_segment *g = &e->segment[i];

		if (off >= g->offset && off - g->offset < g->size) {
			*addr = off - g->offset + g->addr;
			return true;
		}
	}
	return false;
}

bool sym_elf_bytes_at(const struct sym_elf *e, uint64_t off, uint64_t *left)
{
	for (size_t i = 0; i < e->nr_segments; i++) {
		const struct elf_segment *g = &e->segment[i];

		if (off >= g->offset && off - g->offset < g->size) {
			*left = g->size - (off - g->offset);
			return true;
		}
	}
	return false;
}

bool sym_elf_offset(const struct sym_elf *e, uint64_t addr, uint64_t *off, uint64_t *left)
{
	for (size_t i = 0; i < e->nr_segments; i++) {
		const struct elf_segment *g = &e->segment[i];

		if (addr >= g->addr && addr - g->addr < g->size) {
			*off = addr - g->addr + g->offset;
			*left = g->size - (addr - g->addr);
			return true;
		}
	}
	return false;
}

bool sym_elf_text(const struct sym_elf *e, uint64_t *off, uint64_t *addr)
{
	for (size_t i = 0; i < e->nr_places; i++) {
		const struct elf_section_range *p = &e->place[i];

		if (!p->text || p->nobits)
			continue;
		*off = p->offset;
		*addr = p->addr;
		return true;
	}
	return false;
}

#else

bool sym_elf_bytes_at(const struct sym_elf *e, uint64_t off, uint64_t *left)
{
	*left = off;
	return !e;
}

bool sym_elf_offset(const struct sym_elf *e, uint64_t addr, uint64_t *off, uint64_t *left)
{
	*off = *left = addr;
	return !e;
}

bool sym_elf_text(const struct sym_elf *e, uint64_t *off, uint64_t *addr)
{
	*off = *addr = 0;
	return !e;
}

bool sym_elf_file_addr(const struct sym_elf *e, uint64_t off, uint64_t *addr)
{
	*addr = off;
	return !e;
}

bool sym_elf_read(const struct sym_elf *e, uint64_t off, void *buf, size_t len)
{
	(void)off;
	(void)buf;
	(void)len;
	return !e;
}

void sym_elf_machine(const struct sym_elf *e, struct disasm_machine *m)
{
	(void)e;
	m->machine = 0;
}

bool sym_elf_is_thumb(const struct sym_elf *e, uint64_t addr)
{
	(void)addr;
	return !e;
}

#endif
