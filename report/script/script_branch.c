/* SPDX-License-Identifier: BSD-2-Clause */
/* The fields brstack, brstacksym and brstackoff. */

#include "script/script.h"
#include "session/describe/branch_types.h"

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
			   enum script_addr_kind kind)
{
	const uint64_t dso = s->types.type[l->e->type].fields & SCRIPT_F(dso);
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

void script_print_brstack(struct script *s, const struct script_line *l)
{
	print_branches(s, l, SCRIPT_ADDR_BRANCH);
}

void script_print_brstacksym(struct script *s, const struct script_line *l)
{
	print_branches(s, l, SCRIPT_ADDR_BRANCH_SYM);
}

void script_print_brstackoff(struct script *s, const struct script_line *l)
{
	print_branches(s, l, SCRIPT_ADDR_BRANCH_OFF);
}
