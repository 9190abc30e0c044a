/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes symbols and code of the vdso from this process, if its build id is that of the recorded
 * vdso.
 */
#include "object/elf/symbol_sources.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* Return: the size of the mapping at @start; 0: unknown. */
static size_t mapping_size(unsigned long start)
{
	char line[512];
	size_t size = 0;
	FILE *f;

	errno = 0;
	f = fopen("/proc/self/maps", "re");
	if (!mem_check_errno(f))
		return 0;
	while (!size && fgets(line, sizeof(line), f)) {
		unsigned long from, to;

		if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from == start)
			size = to - from;
	}
	fclose(f);
	return size;
}

static struct sym_elf *open_own(void)
{
	unsigned long start = getauxval(AT_SYSINFO_EHDR);
	size_t size = start ? mapping_size(start) : 0;
	const char *why;
	char *image;

	if (!size)
		return NULL;
	image = mem_alloc(size, 1);
	if (!image)
		return NULL;
	memcpy(image, (const void *)start, size);
	return sym_elf_from_memory(image, size, &why);
}

struct sym_build_id sym_vdso_id(void)
{
	struct sym_elf *e = open_own();
	struct sym_build_id id = e ? sym_elf_build_id(e) : sym_id_make(NULL, 0);

	if (e)
		sym_elf_close(e);
	return id;
}

struct sym_elf *sym_vdso_open(const struct sym_build_id *id)
{
	return sym_elf_if_id(id->size ? open_own() : NULL, id);
}

bool sym_vdso_load(const struct sym_build_id *id, bool demangle, struct sym_table_priv *t)
{
	struct sym_elf_use u = { .kind = SYM_ELF_USER };

	u.syms = u.runtime = sym_vdso_open(id);
	return u.syms && sym_elf_load(&u, demangle, t);
}
