/* SPDX-License-Identifier: BSD-2-Clause */
/* Where in an ELF file a function begins. */
#include "rec.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAMES_LIMIT (UINT64_C(1) << 30) /* bytes of a string table */

struct elf {
	int fd;
	uint64_t size;
	bool wide;
	uint64_t phoff, shoff;
	uint32_t phnum, shnum;
};

struct section {
	uint32_t type, link;
	uint64_t offset, size;
};

struct symbol {
	uint32_t name;
	uint64_t addr;
};

static bool get(const struct elf *e, void *buf, size_t len, uint64_t off)
{
	return off <= e->size && len <= e->size - off &&
	       pread(e->fd, buf, len, (off_t)off) == (ssize_t)len;
}

static bool open_head(struct elf *e)
{
	const uint16_t one = 1;
	const uint8_t order = *(const uint8_t *)&one ? ELFDATA2LSB : ELFDATA2MSB;
	union {
		uint8_t ident[EI_NIDENT];
		Elf32_Ehdr narrow;
		Elf64_Ehdr wide;
	} h;

	if (!get(e, h.ident, sizeof(h.ident), 0) || memcmp(h.ident, ELFMAG, SELFMAG) ||
	    h.ident[EI_DATA] != order)
		return false;
	e->wide = h.ident[EI_CLASS] == ELFCLASS64;
	if (!get(e, &h, e->wide ? sizeof(h.wide) : sizeof(h.narrow), 0))
		return false;
	e->phoff = e->wide ? h.wide.e_phoff : h.narrow.e_phoff;
	e->shoff = e->wide ? h.wide.e_shoff : h.narrow.e_shoff;
	e->phnum = e->wide ? h.wide.e_phnum : h.narrow.e_phnum;
	e->shnum = e->wide ? h.wide.e_shnum : h.narrow.e_shnum;
	/* What is read at a multiple of their size must not wrap. */
	return e->phoff <= e->size && e->shoff <= e->size;
}

static bool section_at(const struct elf *e, uint32_t i, struct section *s)
{
	Elf64_Shdr w;
	Elf32_Shdr n;

	if (i >= e->shnum)
		return false;
	if (e->wide) {
		if (!get(e, &w, sizeof(w), e->shoff + i * sizeof(w)))
			return false;
		*s = (struct section){ w.sh_type, w.sh_link, w.sh_offset, w.sh_size };
		return true;
	}
	if (!get(e, &n, sizeof(n), e->shoff + i * sizeof(n)))
		return false;
	*s = (struct section){ n.sh_type, n.sh_link, n.sh_offset, n.sh_size };
	return true;
}

static bool symbol_at(const struct elf *e, const uint8_t *raw, struct symbol *s)
{
	Elf64_Sym w;
	Elf32_Sym n;
	unsigned int type, index;

	if (e->wide) {
		memcpy(&w, raw, sizeof(w));
		*s = (struct symbol){ .name = w.st_name, .addr = w.st_value };
		type = ELF64_ST_TYPE(w.st_info);
		index = w.st_shndx;
	} else {
		memcpy(&n, raw, sizeof(n));
		*s = (struct symbol){ .name = n.st_name, .addr = n.st_value };
		type = ELF32_ST_TYPE(n.st_info);
		index = n.st_shndx;
	}
	return (type == STT_FUNC || type == STT_GNU_IFUNC) && index != SHN_UNDEF;
}

/* The address of @name in the symbol table @table, whose names are @names. */
static bool search(const struct elf *e, const struct section *table, const char *names,
		   uint64_t names_len, const char *name, uint64_t *addr)
{
	static uint8_t buf[3072 * sizeof(Elf64_Sym)];
	size_t each = e->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	uint64_t left = table->size, off = table->offset;

	while (left >= each) {
		size_t len = left < sizeof(buf) ? (size_t)left : sizeof(buf);

		len -= len % each;
		if (!get(e, buf, len, off))
			return false;
		for (size_t at = 0; at < len; at += each) {
			struct symbol s;

			if (!symbol_at(e, buf + at, &s) || s.name >= names_len ||
			    strcmp(names + s.name, name))
				continue;
			*addr = s.addr;
			return true;
		}
		off += len;
		left -= len;
	}
	return false;
}

static bool search_section(const struct elf *e, uint32_t i, const char *name, uint64_t *addr)
{
	struct rec_arena a = { 0 };
	struct section table, str;

	if (!section_at(e, i, &table) || (table.type != SHT_SYMTAB && table.type != SHT_DYNSYM) ||
	    !section_at(e, table.link, &str) || str.size > e->size || str.size > NAMES_LIMIT)
		return false;
	char *names = rec_alloc(&a, (size_t)str.size + 1); /* ends with a zero, whatever it holds */
	bool found = get(e, names, (size_t)str.size, str.offset) &&
		     search(e, &table, names, str.size, name, addr);

	rec_arena_free(&a);
	return found;
}

/* Addresses are of the loaded program; probes want the place in the file. */
static bool file_offset(const struct elf *e, uint64_t addr, uint64_t *off)
{
	for (uint32_t i = 0; i < e->phnum; i++) {
		Elf64_Phdr w;
		Elf32_Phdr n;

		if (e->wide ? !get(e, &w, sizeof(w), e->phoff + i * sizeof(w))
			    : !get(e, &n, sizeof(n), e->phoff + i * sizeof(n)))
			return false;
		uint32_t type = e->wide ? w.p_type : n.p_type;
		uint64_t vaddr = e->wide ? w.p_vaddr : n.p_vaddr;
		uint64_t len = e->wide ? w.p_filesz : n.p_filesz;

		if (type != PT_LOAD || addr < vaddr || addr - vaddr >= len)
			continue;
		*off = addr - vaddr + (e->wide ? w.p_offset : n.p_offset);
		return true;
	}
	return false;
}

int rec_elf_function(const char *path, const char *name, uint64_t *off)
{
	struct elf e = { .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) };
	struct stat st;
	uint64_t addr;
	int err = -ENOENT;

	if (e.fd < 0)
		return -errno;
	if (fstat(e.fd, &st) || !S_ISREG(st.st_mode) || st.st_size < 0)
		err = -ENOEXEC;
	else
		e.size = (uint64_t)st.st_size;
	if (err == -ENOENT && !open_head(&e))
		err = -ENOEXEC;
	for (uint32_t i = 0; err == -ENOENT && i < e.shnum; i++)
		if (search_section(&e, i, name, &addr) && file_offset(&e, addr, off))
			err = 0;
	close(e.fd);
	return err;
}
