/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fields of instructions: insn, insnlen, disasm, brstackinsn, brstackinsnlen; and srccode, the
 * text of the source line.
 */
#include "script/script_insn.h"

#include "common/json.h"
#include "console/command.h"
#include "object/disasm/disasm.h"
#include "object/symbols/object_symbols.h"
#include "object/symbols/source.h"
#include "script/script.h"
#include "script/script_code.h"
#include "script/script_event.h"
#include "script/script_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_MAX 16384u /* bytes of code between two branches */
#define SCAN_MAX 128u	 /* bytes scanned from the last branch for one that the processor missed */

static void print_code(struct script *s, const struct script_line *l, const struct script_field *f)
{
	script_put_addr(s, l, script_cpumode_of(s, l->smp->ip), l->smp->ip,
			(enum script_addr_kind)f->arg, 0);
}

const struct script_kind script_code_text = { print_code, NULL };

uint64_t script_insn_length(struct script *s, const struct script_line *l)
{
	uint8_t code[SCRIPT_INSN_MAX];

	return script_insn(s, l, l->smp->ip, code);
}

void script_json_insn(struct script *s, const struct script_line *l, const struct script_field *f,
		      struct pd_json *j)
{
	uint8_t code[SCRIPT_INSN_MAX];
	const size_t len = script_insn(s, l, l->smp->ip, code);
	char text[3 * SCRIPT_INSN_MAX + 1] = "";

	for (size_t i = 0; i < len; i++)
		snprintf(text + 3 * i, 4, "%02x ", code[i]);
	pd_json_mem(j, f->name, text, len ? 3 * len - 1 : 0);
}

/* ---- source lines -------------------------------------------------------------------------- */

struct source_text {
	const char *path, *text; /* @text has @len bytes without the newline */
	uint32_t line;
	size_t len;
};

/*
 * Find the source line of an address. Return: false if line or file is not known, or if the line is
 * the one that was printed last for the thread @last, which may be NULL.
 */
static bool find_source(struct script *s, const struct script_line *l, uint32_t cpumode,
			uint64_t ip, const struct script_thread *last, struct source_text *t)
{
	struct location w;

	script_resolve(s, l, cpumode, ip, &w);
	if (!w.map || !symbols_line(s->ses.syms, w.map->object, w.addr, &t->path, &t->line))
		return false;
	if (last && last->src_path && last->src_line == t->line && !strcmp(last->src_path, t->path))
		return false;
	t->text = sources_line(script_sources(s),
			       symbols_line_dir(s->ses.syms, w.map->object, w.addr), t->path,
			       t->line, &t->len);
	if (script_sources(s)->err)
		session_set_err(&s->ses, script_sources(s)->err);
	return t->text;
}

/* Print the source line of an address, unless it is the line printed last for the thread. */
static void put_source(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip)
{
	struct source_text t;

	if (!find_source(s, l, cpumode, ip, l->th, &t))
		return;
	out_printf(&s->out, "|%-8u ", t.line);
	out_line(&s->out, t.text, t.len);
	out_char(&s->out, '\n');
	if (l->th) {
		l->th->src_path = t.path;
		l->th->src_line = t.line;
	}
}

void script_print_srccode(struct script *s, const struct script_line *l)
{
	put_source(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip);
}

void script_json_srccode(struct script *s, const struct script_line *l,
			 const struct script_field *f, struct pd_json *j)
{
	struct source_text t;

	if (find_source(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip, NULL, &t))
		pd_json_mem(j, f->name, t.text, t.len);
}

/* ---- the code between branches ------------------------------------------------------------- */

struct blocks {
	struct script *s;
	const struct script_line *l;
	uint64_t fields;
	struct disasm *dis;
	uint8_t code[BLOCK_MAX];
	size_t len;
	uint32_t cpumode;      /* cpumode of the block's addresses */
	const struct sym *sym; /* symbol printed last */
	unsigned cycles;
};

enum grab { GRABBED, NO_CODE, CROSSES };

/* Read the code from @start to the instruction at @end. */
static enum grab grab(struct blocks *b, uint64_t start, uint64_t end)
{
	b->len = 0;
	if (!start || !end)
		return NO_CODE;
	b->cpumode = script_cpumode_of(b->s, start);
	if (b->cpumode != script_cpumode_of(b->s, end))
		return CROSSES;
	if (end - start > BLOCK_MAX - SCRIPT_INSN_MAX)
		return NO_CODE;
	b->len = script_read_code(b->s, b->l, start, b->code,
				  (size_t)(end - start) + SCRIPT_INSN_MAX, &b->dis);
	return b->len ? GRABBED : NO_CODE;
}

/* Print the symbol if the address is in another function than the instruction before. */
static void put_function(struct blocks *b, uint64_t ip)
{
	struct out *o = &b->s->out;
	struct location w;
	const char *path;
	uint32_t line;
	int off;

	script_resolve(b->s, b->l, b->cpumode, ip, &w);
	if (!w.sym || (b->sym && w.addr >= b->sym->start && w.addr < b->sym->end))
		return;
	off = (int)(w.addr - w.sym->start - (w.addr < w.sym->end ? 0 : w.map->start));
	out_char(o, '\t');
	out_str(o, w.sym->name);
	if (off)
		out_printf(o, "%+d", off);
	out_char(o, ':');
	if (b->fields & SCRIPT_F(srcline) &&
	    symbols_line(b->s->ses.syms, w.map->object, w.addr, &path, &line)) {
		out_char(o, '\t');
		script_put_source(b->s, o, &w, path, line);
	}
	out_char(o, '\n');
	b->sym = w.sym;
}

/*
 * Format the instruction at offset @at of the block. Return: its size in bytes, 0 if there is
 * none.
 */
static size_t insn_text(struct blocks *b, size_t at, char *text, size_t size)
{
	size_t len = at < b->len ? disasm_length(b->dis, b->code + at, b->len - at) : 0;
	int n;

	if (!len) {
		snprintf(text, size, "<bad>");
		return 0;
	}
	n = snprintf(text, size, "insn: ");
	for (size_t i = 0; i < len; i++)
		n += snprintf(text + n, size - (size_t)n, "%02x ", b->code[at + i]);
	return len;
}

static size_t print_insn(struct blocks *b, uint64_t ip, size_t at)
{
	char text[8 + 3 * SCRIPT_INSN_MAX];
	size_t len = insn_text(b, at, text, sizeof(text));

	out_printf(&b->s->out, "\t%016" PRIx64 "\t%s", ip, text);
	if (b->fields & SCRIPT_F(brstackinsnlen))
		out_printf(&b->s->out, "\tilen: %u", (unsigned)len);
	out_char(&b->s->out, '\n');
	return len;
}

static void put_source_in(struct blocks *b, uint64_t ip)
{
	if (b->fields & SCRIPT_F(srccode))
		put_source(b->s, b->l, b->cpumode, ip);
}

/* Print the branch at the end of a block; it is the @nr-th instruction of the block. */
static void put_jump(struct blocks *b, uint64_t ip, size_t at, const struct pdata_branch *br,
		     unsigned nr)
{
	struct out *o = &b->s->out;
	char text[8 + 3 * SCRIPT_INSN_MAX];
	const unsigned cycles = br->flags >> 4 & 0xffff;
	size_t len = insn_text(b, at, text, sizeof(text));

	out_printf(o, "\t%016" PRIx64 "\t%-30s\t", ip, text);
	if (b->fields & SCRIPT_F(brstackinsnlen))
		out_printf(o, "ilen: %u\t", (unsigned)len);
	out_printf(o, "#%s%s%s%s", br->flags & 2 ? " PRED" : "", br->flags & 1 ? " MISPRED" : "",
		   br->flags & 4 ? " INTX" : "", br->flags & 8 ? " ABORT" : "");
	if (cycles) {
		b->cycles += cycles;
		out_printf(o, " %u cycles [%u]", cycles, b->cycles);
		if (nr)
			out_printf(o, " %.2f IPC", (double)((float)nr / (float)cycles));
	}
	out_char(o, '\n');
	put_source_in(b, ip);
}

/* Print the instructions from the target of one branch to the next branch. */
static void print_insn_block(struct blocks *b, uint64_t start, uint64_t end,
			     const struct pdata_branch *br)
{
	unsigned nr = 0;
	size_t at = 0, len;

	for (; at < b->len; at += len) {
		put_function(b, start + at);
		if (start + at == end) {
			put_jump(b, end, at, br, ++nr);
			break;
		}
		len = print_insn(b, start + at, at);
		if (!len)
			break;
		put_source_in(b, start + at);
		nr++;
	}
	if (at != end - start)
		out_str(&b->s->out, "\tmismatch of LBR data and executable\n");
}

/*
 * Print the instructions from the target of the latest branch to the sample itself, or to a branch
 * that the processor missed.
 */
static void put_last(struct blocks *b, const struct pdata_branch *br)
{
	const uint64_t ip = b->l->smp->ip, start = br->to, end = ip < start ? start + SCAN_MAX : ip;
	const enum grab g = grab(b, start, end);

	put_function(b, start);
	if (g != GRABBED) {
		if (grab(b, ip, ip) == GRABBED) {
			print_insn(b, ip, 0);
			put_source_in(b, ip);
		}
		return;
	}
	for (size_t at = 0, len; at <= end - start; at += len) {
		len = print_insn(b, start + at, at);
		if (!len)
			return;
		if (start + at != ip && disasm_is_branch(b->dis, b->code + at, b->len - at)) {
			out_str(&b->s->out, "\t... not reaching sample ...\n");
			return;
		}
		put_source_in(b, start + at);
	}
}

static void put_blocks(struct blocks *b, const struct pdata_branch_stack *st, uint64_t nr)
{
	struct pdata_branch from = pdata_branch_at(&st->entries, nr - 1), to;

	if (grab(b, from.from, from.from) == GRABBED) {
		put_function(b, from.from);
		put_jump(b, from.from, 0, &from, 0);
	}
	for (uint64_t i = nr - 1; i-- > 0; from = to) {
		enum grab g;

		to = pdata_branch_at(&st->entries, i);
		g = grab(b, from.to, to.from);
		if (g == CROSSES && i > 0) {
			to = pdata_branch_at(&st->entries, --i);
			g = grab(b, from.to, to.from);
		}
		if (g == GRABBED)
			print_insn_block(b, from.to, to.from, &to);
	}
	from = pdata_branch_at(&st->entries, 0);
	if (from.from != b->l->smp->ip && !(from.flags & 8))
		put_last(b, &from);
}

void script_print_brstackinsn(struct script *s, const struct script_line *l,
			      const struct script_field *f)
{
	const struct pdata_branch_stack *st = &l->smp->branch;
	uint64_t nr = l->smp->have & PDATA_SAMPLE_BRANCH_STACK ? st->nr : 0;
	struct blocks *b;

	(void)f;
	if (!nr)
		return;
	if (s->opts->max_blocks && nr > s->opts->max_blocks + 1)
		nr = s->opts->max_blocks + 1;
	out_char(&s->out, '\n');
	b = rep_alloc(1, sizeof(*b));
	b->s = s;
	b->l = l;
	b->fields = l->e->fields;
	put_blocks(b, st, nr);
	free(b);
}
