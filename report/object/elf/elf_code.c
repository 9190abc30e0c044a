/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads code of an ELF file: addresses, file offsets, bytes, machine and instruction set. */
#include "object/elf/elf_object_int.h"

#include "object/disasm/disasm.h"

#ifdef HAVE_ELF

#include <string.h>
#include <unistd.h>

/*
 * Get the offset in a cut copy of the byte that was at @off of the whole file, by the section that
 * is loaded from there.
 */
static bool map_offset_to_cut(const struct sym_elf *e, size_t len, uint64_t *off)
{
	uint64_t addr;

	if (!sym_elf_file_addr(e, *off, &addr))
		return false;
	for (size_t i = 0; i < e->nr_ranges; i++) {
		const struct elf_section_range *p = &e->range[i];

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

/* Search for the function at an address, whose symbol has the lowest bit set for Thumb code. */
struct thumb_search {
	uint64_t addr;
	bool odd;
};

static int match_function_addr(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	struct thumb_search *t = arg;

	(void)i;
	t->odd = s->value & 1;
	return s->type == STT_FUNC && s->section != SHN_UNDEF && (s->value & ~1ull) == t->addr;
}

bool sym_elf_is_thumb(struct sym_elf *e, uint64_t addr)
{
	struct thumb_search t = { .addr = addr };

	if (e->hdr.e_machine != EM_ARM)
		return false;
	if (sym_elf_walk(e, &e->symtab, match_function_addr, &t) != 1 &&
	    sym_elf_walk(e, &e->dynsym, match_function_addr, &t) != 1)
		return e->hdr.e_entry & 1;
	return t.odd;
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
	for (size_t i = 0; i < e->nr_ranges; i++) {
		const struct elf_section_range *p = &e->range[i];

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

bool sym_elf_is_thumb(struct sym_elf *e, uint64_t addr)
{
	(void)addr;
	return !e;
}

#endif
