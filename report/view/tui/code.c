/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects the code of one function as lines with their samples. */
#include "view/tui/code.h"

#include "console/command.h"
#include "object/symbols/function_code.h"
#include "object/symbols/location.h"

#include <stdlib.h>
#include <string.h>

/* Texts may move while more come, so a line has their offset until all are there. */
static const char *keep_offset(size_t offset)
{
	return (const char *)(uintptr_t)(offset + 1);
}

static const char *text_of(const struct tui_code *c, const char *offset)
{
	return offset ? c->texts.buf + (uintptr_t)offset - 1 : NULL;
}

/* Add the hits of an instruction to the line; @next: the first hit that no line has. */
static void add_hits(const struct tui_code *c, struct tui_code_line *l, size_t size, uint32_t *next)
{
	const struct annotate_func *f = c->f;
	const uint64_t start = c->a.only_sym->start;

	for (; *next < f->nr_hits && f->hits[*next].addr - start < l->at + size; ++*next)
		annotate_add(l->sums, &f->hits[*next]);
}

static void add_line(struct tui_code *c, const struct dso_function *code,
		     const struct dso_insn *insn, uint32_t *next)
{
	struct symbols *syms = c->a.rp.s->syms;
	struct tui_code_line *l;

	if (c->nr == c->cap) {
		c->cap = c->cap ? c->cap * 2 : 256;
		c->lines = rep_grow(c->lines, c->cap, sizeof(*c->lines));
	}
	l = &c->lines[c->nr++];
	*l = (struct tui_code_line){ .at = insn->offset, .address = code->base + insn->offset };
	if (!symbols_line(syms, code->object, code->sym->start + insn->offset, &l->path, &l->line))
		l->path = NULL;
	l->jumps = dso_function_target(code, &l->target);
	l->to = l->jumps ? resolve_sym(syms, code->object, l->target) : NULL;
	l->sums = rep_alloc(c->f->members, sizeof(*l->sums));
	add_hits(c, l, insn->size, next);
	l->text = keep_offset(c->texts.len);
	out_name(&c->texts, insn->text);
	if (l->to)
		annotate_target(&c->texts, l->to, l->target);
	out_char(&c->texts, '\0');
	l->bytes = keep_offset(c->texts.len);
	for (size_t b = 0; b < insn->size; b++)
		out_printf(&c->texts, "%02x ", code->code[insn->offset + b]);
	out_char(&c->texts, '\0');
}

static void read_lines(struct tui_code *c)
{
	struct dso_function code;
	struct dso_insn insn;
	uint32_t next = 0;

	c->why = dso_function_open(&code, c->a.rp.s->syms, c->a.only_object, c->a.only_sym, false);
	while (!c->why && dso_function_next(&code, &insn))
		add_line(c, &code, &insn, &next);
	dso_function_close(&code);
}

int64_t tui_code_find(const struct tui_code *c, uint64_t at)
{
	uint32_t low = 0, high = c->nr;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (c->lines[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->nr && c->lines[low].at == at ? (int64_t)low : -1;
}

static void count_jumps(struct tui_code *c)
{
	const struct sym *sym = c->a.only_sym;

	for (uint32_t i = 0; i < c->nr; i++) {
		const struct tui_code_line *l = &c->lines[i];
		int64_t to;

		if (!l->jumps || l->target < sym->start || l->target >= sym->end)
			continue;
		to = tui_code_find(c, l->target - sym->start);
		if (to >= 0)
			c->lines[to].nr_jumps++;
	}
}

void tui_code_read(struct tui_code *c, struct tui *t, const struct pdata_object *object,
		   const struct sym *sym, uint32_t event)
{
	*c = (struct tui_code){ .opts = { .report = t->opts } };
	c->a = (struct annotate){ .opts = &c->opts,
				  .rp = t->rp,
				  .only_sym = sym,
				  .only_object = object,
				  .threads = true };
	out_open(&c->texts, -1);
	if (annotate_gather(&c->a))
		rep_exit_no_memory();
	for (uint32_t i = 0; i < c->a.funcs.nr && !c->f; i++)
		if (c->a.funcs.all[i].event == event)
			c->f = &c->a.funcs.all[i];
	if (!c->f) {
		c->none = (struct annotate_func){ .event = event,
						  .members = t->rp.ev[event].members };
		c->none.sums = rep_alloc(c->none.members, sizeof(*c->none.sums));
		c->f = &c->none;
	}
	read_lines(c);
	for (uint32_t i = 0; i < c->nr; i++) {
		c->lines[i].text = text_of(c, c->lines[i].text);
		c->lines[i].bytes = text_of(c, c->lines[i].bytes);
	}
	count_jumps(c);
}

const char *tui_code_source(struct tui_code *c, const struct tui_code_line *l, size_t *len)
{
	const struct sym *sym = c->a.only_sym;

	if (!l->path)
		return NULL;
	return sources_line(&c->a.sources,
			    symbols_line_dir(c->a.rp.s->syms, c->a.only_object, sym->start + l->at),
			    l->path, l->line, len);
}

void tui_code_free(struct tui_code *c)
{
	for (uint32_t i = 0; i < c->nr; i++)
		free(c->lines[i].sums);
	free(c->lines);
	free(c->none.sums);
	out_close(&c->texts);
	annotate_free(&c->a);
}
