/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the file offset at which a function of an ELF file begins, for uprobes. */
#include "kernel/elf_function.h"
#include "base/util.h"

#include <pdata/elf.h>

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define NAMES_LIMIT (UINT64_C(1) << 30) /* bytes of a string table */

struct search {
	const char *name, *names; /* the strings of the table */
	uint64_t names_len;
	uint64_t addr;
};

static int match_symbol_name(void *arg, uint32_t i, const struct pdata_elf_sym *sym)
{
	struct search *s = arg;

	(void)i;
	if ((sym->type != PDATA_STT_FUNC && sym->type != PDATA_STT_GNU_IFUNC) || !sym->section ||
	    sym->name >= s->names_len || strcmp(s->names + sym->name, s->name))
		return 0;
	s->addr = sym->value;
	return 1;
}

static bool search_section(struct pdata_elf *e, uint32_t i, struct search *s)
{
	struct pdata_elf_section table;
	uint8_t *names;
	int64_t len;

	if (pdata_elf_section(e, i, &table) ||
	    (table.type != PDATA_SHT_SYMTAB && table.type != PDATA_SHT_DYNSYM))
		return false;
	len = pdata_elf_bytes(e, table.link, NAMES_LIMIT, &names);
	if (len < 0)
		return false;
	s->names = (const char *)names;
	s->names_len = (uint64_t)len;
	bool found = pdata_elf_symbols(e, i, match_symbol_name, s) == 1;

	pdata_free(names);
	return found;
}

int rec_elf_function(const char *path, const char *name, uint64_t *off)
{
	int fd = rec_open_regular(path, 0), err = -ESRCH;
	struct search s = { .name = name };
	struct pdata_elf *e;

	if (fd < 0)
		return -errno;
	if (pdata_elf_open_fd(&e, fd, NULL))
		err = -ENOEXEC;
	/* A symbol has a virtual address, but a uprobe needs an offset in the file. */
	for (uint32_t i = 0; err == -ESRCH && i < pdata_elf_info(e)->nr_sections; i++)
		if (search_section(e, i, &s) && !pdata_elf_offset(e, s.addr, off))
			err = 0;
	pdata_elf_close(e);
	close(fd);
	return err;
}
