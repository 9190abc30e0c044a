/* SPDX-License-Identifier: BSD-2-Clause */
/* Any bytes as a file that names come from: ELF with its symbols, debugging information and links, also compressed;
 * perf-PID.map and jitdump. */

#include "fuzz.h"
#include "object/dwarf/dwarf_file.h"
#include "object/elf/sym_text.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/jit_files.h"

#include <stdlib.h>
#include <string.h>

#define ASKED 64u /* addresses of a file */

static char *copy_of(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	copy[size] = 0; /* as files are read */
	return copy;
}

static struct sym_elf *open_elf(const uint8_t *data, size_t size)
{
	const char *why;
	size_t len;
	char *image;

	if (!sym_is_compressed(data, size))
		return sym_elf_from_memory(copy_of(data, size), size, &why);
	image = sym_inflate(data, size, &len, &why);
	return image ? sym_elf_from_memory(image, len, &why) : NULL;
}

/* Names at some addresses, which the debugging information is asked about, too. */
static void ask(struct sym_table_priv *t, const struct sym_elf *e, struct dwarf_file *d)
{
	static struct dwarf_level levels[DWARF_LEVELS];
	const uint32_t step = t->pub.nr / ASKED + 1;
	const char *path;
	uint32_t line;
	uint64_t pc;

	for (uint32_t i = 0; i < t->pub.nr; i += step) {
		const uint64_t at = sym_table_get(&t->pub, i)->start + i % 32;
		const struct sym *s = sym_table_find(&t->pub, at);

		if (s && !strlen(s->name) && s->name[0])
			abort();
		if (!d || !sym_elf_file_addr(e, at, &pc))
			continue;
		dwarf_file_levels(d, pc, pc - i % 32,
				  i & 1 ? DWARF_LINES : DWARF_LINES | DWARF_AS_PERF, levels);
		dwarf_file_line(d, pc, &path, &line);
	}
}

static void as_elf(const uint8_t *data, size_t size)
{
	struct sym_elf_use u = { .kind = SYM_ELF_USER, .syms = open_elf(data, size) };
	struct sym_elf *places = open_elf(data, size), *debug = open_elf(data, size), *mini;
	struct sym_table_priv *t = sym_table_new();
	struct sym_build_id id;
	struct dwarf_file *d;
	const char *path;
	char link[256];

	if (u.syms && places && debug) {
		id = sym_elf_build_id(u.syms);
		sym_elf_debuglink(u.syms, link, sizeof(link));
		sym_elf_debugaltlink(u.syms, &path, &id);
		mini = sym_elf_mini(u.syms);
		u.runtime = u.syms;
		u.syms = mini ? mini : u.syms;
		sym_elf_load(&u, true, t);
		d = dwarf_file_open(debug, NULL, NULL, true);
		ask(t, places, d);
		dwarf_file_close(d);
		debug = u.syms = NULL;
	}
	sym_table_free(t);
	sym_elf_close(u.syms);
	sym_elf_close(places);
	sym_elf_close(debug);
}

static void as_text(const uint8_t *data, size_t size)
{
	struct sym_table_priv *map = sym_table_new(), *jit = sym_table_new();
	uint32_t pid = 0;
	const char *why;

	const struct sym_text x = { .mem = size ? (const char *)data : "", .fd = -1, .len = size };

	perf_map_load(&x, map);
	ask(map, NULL, NULL);
	if (size > 24)
		memcpy(&pid, data + 20, sizeof(pid));
	sym_jitdump_load(&x, pid, jit, &why);
	ask(jit, NULL, NULL);
	sym_table_free(map);
	sym_table_free(jit);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	as_elf(data, size);
	as_text(data, size);
	return 0;
}
