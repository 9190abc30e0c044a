/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the functions inlined at an address of an object, and its source line, from its DWARF, and
 * caches the answer for each address.
 */
#include "object/symbols/inlines.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "object/demangle/demangle_name.h"
#include "object/symbols/object_symbols.h"

#include <stdlib.h>
#include <string.h>

/* The answer about one address. */
struct sym_answer {
	uint64_t addr;
	uint32_t object; /* index + 1, 0: free; with OF_LINE */
	uint32_t number; /* number in lists or lines; 0: nothing is known */
};

#define OF_LINE (1u << 31)

/* A name in debugging information and its printed form. */
struct text_memo {
	const char *name, *text;
};

PD_HASH_TABLE(text_memo, struct text_memo, s->name, s->name == k->name,
	      hash_mix((uintptr_t)k->name, 0) >> 13)

void sym_texts_free(struct sym_texts *t)
{
	interner_free(&t->all);
	pd_free(t->memo);
}

void sym_inlines_forget(struct sym_inlines *in, uint32_t nr_objects)
{
	for (uint32_t i = 0; in->objects && i < nr_objects; i++) {
		dwarf_file_close(in->objects[i].file);
		for (uint32_t k = 0; k < SYM_HANDLES_MAX - 1; k++)
			dwarf_file_close(in->objects[i].more[k]);
		sym_source_names_free(in->objects[i].names);
		free(in->objects[i].handle_of_unit);
	}
	free(in->objects);
	in->objects = NULL;
	pd_free(in->answers);
	in->answers = NULL;
	in->mask = 0;
	in->nr = 0;
	/* The key of a memo is the address of a name in a file that is closed now. */
	pd_free(in->texts.memo);
	in->texts.memo = NULL;
	in->texts.mask = 0;
	in->texts.nr = 0;
}

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects)
{
	sym_inlines_forget(in, nr_objects);
	free(in->levels);
	free(in->frames);
	interner_free(&in->lists);
	interner_free(&in->lines);
	interner_free(&in->syms);
	sym_texts_free(&in->texts);
}

PD_HASH_TABLE(inline_answer, struct sym_answer, s->object,
	      s->object == k->object && s->addr == k->addr, hash_mix(k->addr, k->object) >> 13)

/* Return: the answer about @addr, an unused one if there is none yet; NULL: no memory for it. */
static struct sym_answer *get_answer(struct sym_inlines *in, uint32_t object, uint64_t addr)
{
	const struct sym_answer key = { .addr = addr, .object = object };

	if (in->nr * 2 >= in->mask &&
	    !mem_check(!inline_answer_grow(&in->answers, &in->mask, 1024, 0)))
		return NULL;
	return inline_answer_slot(in->answers, in->mask, &key, 0);
}

/* Return: the answer about @addr; NULL: there is none yet. */
static const struct sym_answer *find_answer(const struct sym_inlines *in, uint32_t object,
					    uint64_t addr)
{
	const struct sym_answer key = { .addr = addr, .object = object }, *a;

	a = in->answers ? inline_answer_slot(in->answers, in->mask, &key, 0) : NULL;
	return a && a->object ? a : NULL;
}

static void set_answer(struct sym_inlines *in, struct sym_answer *a, uint32_t object, uint64_t addr,
		       uint32_t number)
{
	in->nr += !a->object;
	*a = (struct sym_answer){ .addr = addr, .object = object, .number = number };
}

bool sym_inlines_has(const struct sym_inlines *in, uint32_t index, uint64_t addr, bool line)
{
	return find_answer(in, (index + 1) | (line ? OF_LINE : 0), addr);
}

/* NULL: no memory. */
static const void *kept(struct interner *b, const void *data, size_t len)
{
	const uint32_t n = interner_add(b, data, (uint32_t)len);

	return b->all[n].data;
}

/* Return: the printed form of @name; NULL: memory is exhausted. */
static const char *text_of_name(struct sym_texts *t, const char *name, bool demangle)
{
	const struct text_memo key = { .name = name };
	struct text_memo *m;
	char *plain;

	if ((size_t)t->nr * 2 >= t->mask && !mem_check(!text_memo_grow(&t->memo, &t->mask, 256, 0)))
		return NULL;
	m = text_memo_slot(t->memo, t->mask, &key, 0);
	if (m->name)
		return m->text;
	plain = demangle ? sym_demangle(name) : NULL;
	m->text = kept(&t->all, plain ? plain : name, strlen(plain ? plain : name) + 1);
	m->name = name;
	t->nr++;
	free(plain);
	return m->text;
}

/*
 * Return: a symbol for the function @text that is inlined into @base; @base itself if it has this
 * name, or if memory is exhausted.
 */
static const struct sym *sym_for(struct sym_inlines *in, const char *text, const struct sym *base)
{
	const struct sym *found;
	struct sym s;

	if (!text || !strcmp(text, base->name))
		return base;
	memset(&s, 0, sizeof(s)); /* padding too, because symbols are compared by their bytes */
	s.start = base->start;
	s.end = base->end;
	s.binding = base->binding;
	s.object = base->object;
	s.inlined = true;
	s.name = kept(&in->texts.all, text, strlen(text) + 1);
	found = s.name ? kept(&in->syms, &s, sizeof(s)) : NULL;
	return found ? found : base;
}

bool sym_inlines_addr(const struct sym_inlines *in, uint32_t index, uint64_t addr, uint64_t *pc)
{
	const struct sym_debug *d = &in->objects[index];

	*pc = addr - d->moved;
	return d->file && (d->kernel || (d->runtime && sym_elf_file_addr(d->runtime, addr, pc)));
}

struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc)
{
	const struct sym_debug *d = &in->objects[index];
	uint64_t size;
	uint32_t unit;

	if (!sym_inlines_addr(in, index, addr, pc))
		return NULL;
	if (!d->handle_of_unit)
		return d->file;
	unit = dwarf_file_unit(d->file, *pc, &size);
	return unit != UINT32_MAX && d->handle_of_unit[unit] ? d->more[d->handle_of_unit[unit] - 1]
							     : d->file;
}

static bool is_c_identifier(const char *name)
{
	return !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				  "_")];
}

/*
 * A function with several names in the symbol table has its source name here if both names are
 * names of C.
 */
static const char *get_inline_name(const struct dwarf_level *l, const struct sym *base)
{
	if (l->name || !l->source_name)
		return l->name;
	return is_c_identifier(l->source_name) && is_c_identifier(base->name) ? l->source_name
									      : NULL;
}

uint32_t sym_inlines_read(const struct sym_inlines *in, uint32_t index, struct dwarf_file *d,
			  uint64_t addr, const struct sym *base, struct sym_texts *texts,
			  struct dwarf_level *levels)
{
	const struct sym_elf *runtime = in->objects[index].runtime;
	uint64_t pc, start;
	uint32_t nr;

	if (!sym_elf_file_addr(runtime, addr, &pc))
		return 0;
	if (!sym_elf_file_addr(runtime, base->start, &start))
		start = UINT64_MAX;
	nr = dwarf_file_levels(d, pc, start, in->how, levels);
	for (uint32_t i = 0; i < nr; i++) {
		levels[i].name = get_inline_name(&levels[i], base);
		if (levels[i].name)
			levels[i].name = text_of_name(texts, levels[i].name, in->demangle);
	}
	return nr;
}

void sym_inlines_keep(struct sym_inlines *in, uint32_t index, uint64_t addr, const struct sym *base,
		      const struct dwarf_level *levels, uint32_t nr)
{
	struct sym_answer *a = get_answer(in, index + 1, addr);
	uint32_t list = 0;

	if (!in->frames)
		in->frames = mem_alloc(DWARF_LEVELS, sizeof(*in->frames));
	if (!a || !in->frames)
		return;
	memset(in->frames, 0, nr * sizeof(*in->frames));
	for (uint32_t i = 0; i < nr; i++) {
		in->frames[i].sym = sym_for(in, levels[i].name, base);
		in->frames[i].file = levels[i].file;
		in->frames[i].line = levels[i].line;
	}
	if (nr)
		list = interner_add(&in->lists, in->frames, (uint32_t)(nr * sizeof(*in->frames)));
	set_answer(in, a, index + 1, addr, list);
}

uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames)
{
	const struct sym_answer *a = find_answer(in, index + 1, addr);
	struct dwarf_file *d;
	uint32_t nr = 0;
	uint64_t pc;

	if (!a) {
		d = sym_inlines_file(in, index, addr, &pc);
		if (!in->levels)
			in->levels = mem_alloc(DWARF_LEVELS, sizeof(*in->levels));
		if (d && in->levels)
			nr = sym_inlines_read(in, index, d, addr, base, &in->texts, in->levels);
		sym_inlines_keep(in, index, addr, base, in->levels, nr);
		a = find_answer(in, index + 1, addr);
	}
	if (!a || !a->number)
		return 0;
	*frames = (const void *)in->lists.all[a->number].data;
	return in->lists.all[a->number].len / sizeof(**frames);
}

void sym_inlines_keep_line(struct sym_inlines *in, uint32_t index, uint64_t addr,
			   const struct sym_line *line)
{
	struct sym_answer *a = get_answer(in, (index + 1) | OF_LINE, addr);

	if (a)
		set_answer(in, a, (index + 1) | OF_LINE, addr,
			   line ? interner_add(&in->lines, line, sizeof(*line)) : 0);
}

bool sym_inlines_line(struct sym_inlines *in, uint32_t index, uint64_t addr, const char **path,
		      uint32_t *line)
{
	const struct sym_answer *a = find_answer(in, (index + 1) | OF_LINE, addr);
	const struct sym_line *known;
	struct dwarf_file *d;
	uint64_t pc;

	if (!a) {
		d = sym_inlines_file(in, index, addr, &pc);
		return d && dwarf_file_line(d, pc, path, line);
	}
	if (!a->number)
		return false;
	known = (const void *)in->lines.all[a->number].data;
	*path = known->path;
	*line = (uint32_t)known->line;
	return true;
}
