/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any bytes as a file with debugging information: its units, functions and what is inlined into them are asked for at
 * all the places that it names, whole and as a part that is split off; source lines where libdw reads them.
 */

#include "fuzz.h"
#include "object/dwarf/dwarf_int.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_DW

#define UNITS 64u
#define PLACES 64u

static volatile size_t seen; /* names are read up to their NUL */

static struct sym_elf *open_elf(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + 1);
	const char *why;

	if (!copy)
		abort();
	memcpy(copy, data, size);
	copy[size] = 0;
	return sym_elf_from_memory(copy, size, &why);
}

static void ask(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how)
{
	static struct dwarf_level levels[DWARF_LEVELS];
	const uint32_t nr = dwarf_file_levels(d, addr, start, how, levels);
	const char *path;
	uint32_t line;

	if (nr > DWARF_LEVELS)
		abort();
	for (uint32_t i = 0; i < nr; i++)
		seen += levels[i].name ? strlen(levels[i].name) : 0;
	if (how & DWARF_LINES)
		dwarf_file_line(d, addr, &path, &line);
}

/* Ask about the start, the end and the middle of the functions of each unit. */
static void ask_units(struct dwarf_file *d, unsigned how)
{
	for (uint32_t i = 0; i < d->nr && i < UNITS; i++) {
		struct dwarf_unit *u = &d->units[i];

		for (uint32_t k = 0; k < d->spans.nr && k < PLACES; k++)
			if (d->spans.all[k].what == i)
				ask(d, d->spans.all[k].lo, 0, how);
		for (uint32_t k = 0; k < u->spans.nr && k < PLACES; k++) {
			const struct dwarf_span s = u->spans.all[k];

			ask(d, s.lo, s.lo, how);
			ask(d, s.lo + s.size - 1, s.lo, how);
			ask(d, s.lo + s.size / 2, s.lo, how);
		}
	}
}

static void as_whole(const uint8_t *data, size_t size, unsigned how)
{
	struct sym_elf *e = open_elf(data, size);
	struct dwarf_file *d = e ? dwarf_file_open(e, NULL, NULL, how & DWARF_LINES) : NULL;

	if (d)
		ask_units(d, how);
	dwarf_file_close(d);
}

/* The file serves as its own dwz supplementary file. */
static void as_parts(const uint8_t *data, size_t size)
{
	struct sym_elf *e = open_elf(data, size);
	struct die_src s, other;
	struct die_attrs at;

	if (!e)
		return;
	die_src_init(&other, e, false, false);
	die_src_init(&s, e, true, false);
	s.shared = &other;
	die_list_units(&other);
	die_list_units(&s);
	die_locate_units(&s);
	for (uint32_t i = 0; i < s.nr_units && i < UNITS; i++) {
		struct dwarf_unit u = { .unit = &s.units[i], .code = &s.units[i] };

		if (!die_unit_open(&s.units[i], other.nr_units ? &other.units[0] : NULL, &at))
			continue;
		dwarf_unit_tree(&u, 0);
		for (uint32_t k = 0; k < u.nr && k < PLACES; k++) {
			const uint32_t die = (uint32_t)(u.trees[k].die - u.code->off);
			struct dwarf_func f = { .die = die, .origin = die };

			dwarf_func_find_call_site(&u, &f, dwarf_func_known(&u, &f));
		}
		dwarf_unit_free(&u);
	}
	die_src_free(&s);
	die_src_free(&other);
	sym_elf_close(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	as_whole(data, size, DWARF_AS_PERF);
	as_parts(data, size);
	/* Only every other input, because this takes most of the time. */
	if (size & 1)
		as_whole(data, size, DWARF_LINES);
	return 0;
}

#else
#include "fuzz_nothing.h"
#endif
