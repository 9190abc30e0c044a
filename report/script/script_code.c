/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves addresses for `pdata script`, and reads the instructions that are there.
 */
#include "script/script_code.h"

#include "console/command.h"
#include "object/disasm/disasm.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "object/symbols/source.h"
#include "script/script.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void script_resolve(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		    struct location *w)
{
	const struct resolve_ctx at = { .maps = l->th ? l->th->at.maps : NULL,
					.time = l->rec->time,
					.seq = l->rec->seq };

	resolve_address(s->ses.syms, &at, cpumode, ip, w);
}

/* ---- code -------------------------------------------------------------------------------- */

struct script_code {
	struct disasm_last last;
	struct sources sources;
};

void script_code_free(struct script_code *c)
{
	if (!c)
		return;
	sources_free(&c->sources);
	disasm_free(c->last.dis);
	free(c);
}

static struct script_code *state_of_code(struct script *s)
{
	if (!s->code)
		s->code = rep_alloc(1, sizeof(*s->code));
	return s->code;
}

uint32_t script_cpumode_of(const struct script *s, uint64_t ip)
{
	return s->kernel_start && ip >= s->kernel_start ? PDATA_CPUMODE_KERNEL : PDATA_CPUMODE_USER;
}

size_t script_read_code(struct script *s, const struct script_line *l, uint64_t ip, uint8_t *code,
			size_t max, struct disasm **dis)
{
	struct disasm_machine m;
	struct location w;
	struct disasm_bytes b = { .p = code, .max = max };

	script_resolve(s, l, script_cpumode_of(s, ip), ip, &w);
	if (!ip || !w.map || symbols_code(s->ses.syms, w.map->object, w.addr, &b, &m))
		return 0;
	*dis = disasm_for(&state_of_code(s)->last, &m);
	return *dis ? b.len : 0;
}

struct sources *script_sources(struct script *s)
{
	return &state_of_code(s)->sources;
}

size_t script_insn(struct script *s, const struct script_line *l, uint64_t ip,
		   uint8_t code[SCRIPT_INSN_MAX])
{
	struct disasm *dis;
	const size_t len = script_read_code(s, l, ip, code, SCRIPT_INSN_MAX, &dis);

	return len ? disasm_length(dis, code, len) : 0;
}

void script_make_insn(struct script *s, struct out *o, const struct script_line *l, uint64_t ip,
		      bool length)
{
	uint8_t code[SCRIPT_INSN_MAX];
	const size_t len = script_insn(s, l, ip, code);

	if (length) {
		out_printf(o, " ilen: %u", (unsigned)len);
	} else if (len) {
		out_str(o, " insn:");
		for (size_t i = 0; i < len; i++)
			out_printf(o, " %02x", code[i]);
	}
}

void script_make_disasm(struct script *s, struct out *o, const struct script_line *l, uint64_t ip)
{
	uint8_t code[SCRIPT_INSN_MAX];
	char text[DISASM_TEXT_MAX], *operand;
	struct location w = { NULL };
	struct disasm *dis;
	const size_t len = script_read_code(s, l, ip, code, SCRIPT_INSN_MAX, &dis);
	uint64_t to;

	if (!len || !disasm_length(dis, code, len))
		return;
	disasm_one(dis, code, len, ip, text, sizeof(text));
	if (disasm_target(dis, &to))
		script_resolve(s, l, script_cpumode_of(s, to), to, &w);
	out_str(o, "\t\t");
	operand = w.sym ? strrchr(text, ' ') : NULL;
	if (!operand) {
		out_str(o, text);
		return;
	}
	out_mem(o, text, (size_t)(operand + 1 - text));
	out_printf(o, "%s+0x%" PRIx64, w.sym->name, w.addr - w.sym->start);
}
