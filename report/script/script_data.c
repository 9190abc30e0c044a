/* SPDX-License-Identifier: BSD-2-Clause */
/* Fields of raw data: branch stacks, registers, memory access, BPF output. */
#include "script/script_data.h"

#include "profile/hist/data_src.h"
#include "script/script.h"
#include "script/script_event.h"
#include "script/script_line.h"
#include "session/describe/branch_types.h"
#include "session/describe/reg_names.h"

#include <ctype.h>
#include <stdio.h>

static void print_branch_flags(struct out *o, uint64_t flags)
{
	out_char(o, '/');
	out_char(o, flags & 2 ? 'P' : flags & 1 ? 'M' : '-');
	out_str(o, flags & 4 ? "/X" : "/-");
	out_str(o, flags & 8 ? "/A/" : "/-/");
	out_dec(o, flags >> 4 & 0xffff);
	out_char(o, '/');
	out_str(o, branch_type_name(flags));
	out_char(o, ' ');
}

static void print_branches(struct script *s, const struct script_line *l,
			   const struct script_field *f)
{
	const enum script_addr_kind kind = (enum script_addr_kind)f->arg;
	const uint64_t dso = l->e->fields & SCRIPT_F(dso);
	const struct pdata_branch_stack *br = &l->smp->branch;
	const uint32_t cpumode = l->rec->misc & PDATA_MISC_CPUMODE;

	if (!(l->smp->have & PDATA_SAMPLE_BRANCH_STACK))
		return;
	for (uint64_t i = 0; i < br->nr; i++) {
		struct pdata_branch b = pdata_branch_at(&br->entries, i);

		if (kind != SCRIPT_ADDR_BRANCH_SYM)
			out_char(&s->out, ' ');
		script_put_addr(s, l, cpumode, b.from, kind, dso);
		out_char(&s->out, '/');
		script_put_addr(s, l, cpumode, b.to, kind, dso);
		print_branch_flags(&s->out, b.flags);
	}
}

const struct script_kind script_branches = { print_branches, NULL };

static void print_regs(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const struct pdata_regs *r = (const void *)((const char *)l->smp + f->arg);
	uint64_t i = 0;

	if (!(l->smp->have & f->needs) || !r->abi)
		return;
	out_str(&s->out, " ABI:");
	out_dec(&s->out, r->abi);
	out_char(&s->out, ' ');
	for (unsigned bit = 0; bit < 64; bit++) {
		if (!(r->mask >> bit & 1) || i >= r->values.nr)
			continue;
		out_str_w(&s->out, script_reg_name(s->arch, bit), 5);
		out_str(&s->out, ":0x");
		out_hex(&s->out, pdata_u64_at(&r->values, i++));
		out_char(&s->out, ' ');
	}
}

const struct script_kind script_regs = { print_regs, NULL };

void script_print_data_src(struct script *s, const struct script_line *l,
			   const struct script_field *f)
{
	char column[100];
	unsigned len;

	(void)f;
	len = (unsigned)snprintf(column, sizeof(column), "%16llx ",
				 (unsigned long long)l->smp->data_src);
	data_src_text(l->smp->data_src, column + len, sizeof(column) - len);
	len = (unsigned)strlen(column);
	if (len > s->data_src_width)
		s->data_src_width = len;
	out_str_w(&s->out, column, -(int)s->data_src_width);
}

/* Whether the bytes printed so far may be a string: printable, and without bytes after a NUL. */
struct text_guess {
	bool printable, nul;
};

static void put_hex_byte(struct out *o, uint8_t b)
{
	out_char(o, ' ');
	out_char(o, "0123456789abcdef"[b >> 4]);
	out_char(o, "0123456789abcdef"[b & 15]);
}

static void put_text_byte(struct out *o, uint8_t b, struct text_guess *g)
{
	if (g->nul && b)
		g->printable = false;
	if (isprint(b)) {
		out_char(o, (char)b);
		return;
	}
	out_char(o, '.');
	if (!g->printable)
		return;
	if (b)
		g->printable = false;
	else
		g->nul = true;
}

void script_print_bpf_output(struct script *s, const struct script_line *l,
			     const struct script_field *f)
{
	const uint32_t row = 8, size = l->smp->have & PDATA_SAMPLE_RAW ? l->smp->raw_size : 0;
	const uint8_t *data = l->smp->raw;
	struct text_guess g = { true, false };
	struct out *o = &s->out;

	(void)f;
	out_char(o, '\n');
	for (uint32_t at = 0; at < size; at += row) {
		uint32_t n = size - at < row ? size - at : row;

		out_str_w(o, at ? "           " : "BPF output:", 17);
		out_printf(o, " %04x:", at);
		for (uint32_t i = 0; i < n; i++)
			put_hex_byte(o, data[at + i]);
		out_pad(o, ' ', 3 * (row - n) + 2);
		for (uint32_t i = 0; i < n; i++)
			put_text_byte(o, data[at + i], &g);
		out_pad(o, ' ', row - n);
		out_char(o, '\n');
	}
	if (!g.printable || !g.nul)
		return;
	out_str_w(o, "BPF string:", 17);
	out_str(o, " \"");
	out_mem(o, data, strnlen((const char *)data, size));
	out_str(o, "\"\n");
}
