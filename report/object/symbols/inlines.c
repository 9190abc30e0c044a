/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the functions inlined at an address of an object from its DWARF, and caches the answer for
 * each address.
 */
#include "object/symbols/inlines.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "object/demangle/demangle_name.h"
#include "object/symbols/object_symbols.h"

#include <stdlib.h>
#include <string.h>

/* What is known of one address. */
struct sym_answer {
	uint64_t addr;
	uint32_t object; /* index + 1, 0: free */
	uint32_t list;	 /* number in lists, 0: no functions */
};

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects)
{
	for (uint32_t i = 0; in->objects && i < nr_objects; i++)
		dwarf_file_close(in->objects[i].file);
	free(in->objects);
	pd_free(in->answers);
	free(in->levels);
	free(in->frames);
	interner_free(&in->lists);
	interner_free(&in->syms);
	interner_free(&in->names);
}

PD_HASH_TABLE(inline_answer, struct sym_answer, s->object,
	      s->object == k->object && s->addr == k->addr, hash_mix(k->addr, k->object) >> 13)

/* NULL: no memory. */
static const void *kept(struct interner *b, const void *data, size_t len)
{
	const uint32_t n = interner_add(b, data, (uint32_t)len);

	return b->all[n].data;
}

/*
 * The symbol for the function @name inlined into @base; that itself when it has this name, or when
 * there is no memory.
 */
static const struct sym *sym_for(struct sym_inlines *in, const char *name, const struct sym *base)
{
	char *plain = name && in->demangle ? sym_demangle(name) : NULL;
	const char *text = plain ? plain : name;
	const struct sym *found;
	struct sym s;

	if (!text || !strcmp(text, base->name)) {
		free(plain);
		return base;
	}
	memset(&s, 0, sizeof(s)); /* it is known by its bytes */
	s.start = base->start;
	s.end = base->end;
	s.binding = base->binding;
	s.object = base->object;
	s.inlined = true;
	s.name = kept(&in->names, text, strlen(text) + 1);
	free(plain);
	found = s.name ? kept(&in->syms, &s, sizeof(s)) : NULL;
	return found ? found : base;
}

struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc)
{
	const struct sym_debug *d = &in->objects[index];

	if (d->kernel) {
		*pc = addr - d->moved;
		return d->file;
	}
	return d->file && d->runtime && sym_elf_file_addr(d->runtime, addr, pc) ? d->file : NULL;
}

static bool is_c_identifier(const char *name)
{
	return !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				  "_")];
}

/* Of a function with several names in the symbol table, that of the source: it is C's. */
static const char *get_inline_name(const struct dwarf_level *l, const struct sym *base)
{
	if (l->name || !l->source_name)
		return l->name;
	return is_c_identifier(l->source_name) && is_c_identifier(base->name) ? l->source_name
									      : NULL;
}

static uint32_t ask(struct sym_inlines *in, uint32_t index, uint64_t addr, const struct sym *base)
{
	uint64_t pc, start;
	struct dwarf_file *d = sym_inlines_file(in, index, addr, &pc);
	uint32_t nr;

	if (!d)
		return 0;
	if (!in->levels)
		in->levels = mem_alloc(DWARF_LEVELS, sizeof(*in->levels));
	if (!in->frames)
		in->frames = mem_alloc(DWARF_LEVELS, sizeof(*in->frames));
	if (!in->levels || !in->frames)
		return 0;
	if (!sym_elf_file_addr(in->objects[index].runtime, base->start, &start))
		start = UINT64_MAX;
	nr = dwarf_file_levels(d, pc, start, in->how, in->levels);
	memset(in->frames, 0, nr * sizeof(*in->frames));
	for (uint32_t i = 0; i < nr; i++) {
		in->frames[i].sym = sym_for(in, get_inline_name(&in->levels[i], base), base);
		in->frames[i].file = in->levels[i].file;
		in->frames[i].line = in->levels[i].line;
	}
	return nr ? interner_add(&in->lists, in->frames, (uint32_t)(nr * sizeof(*in->frames))) : 0;
}

uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames)
{
	const struct sym_answer key = { .addr = addr, .object = index + 1 };
	struct sym_answer *a;

	if (in->nr * 2 >= in->mask &&
	    !mem_check(!inline_answer_grow(&in->answers, &in->mask, 1024, 0)))
		return 0;
	a = inline_answer_slot(in->answers, in->mask, &key, 0);
	if (!a->object) {
		*a = key;
		a->list = ask(in, index, addr, base);
		in->nr++;
	}
	if (!a->list)
		return 0;
	*frames = (const void *)in->lists.all[a->list].data;
	return in->lists.all[a->list].len / sizeof(**frames);
}
