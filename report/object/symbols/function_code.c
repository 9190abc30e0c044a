/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the code of one function and disassembles it, for annotate and for pages. */
#include "object/symbols/function_code.h"

#include "base/memory.h"

#include <stdlib.h>

#define CODE_MAX (1u << 20)

const char *dso_function_open(struct dso_function *f, struct symbols *syms,
			      const struct pdata_object *object, const struct sym *sym, bool intel)
{
	const uint64_t size = sym->end - sym->start;
	struct disasm_bytes b = { .max = size < CODE_MAX ? (size_t)size : CODE_MAX };
	struct disasm_machine m;
	const char *why;

	*f = (struct dso_function){ .syms = syms, .object = object, .sym = sym };
	f->code = b.p = mem_alloc(b.max + 1, 1);
	if (!b.p)
		return "cannot be read: memory is exhausted";
	why = symbols_code(syms, object, sym->start, &b, &m);
	f->len = b.len;
	f->base = b.addr;
	if (why)
		return why;
	f->dis = disasm_new(&m, intel, &why);
	return f->dis ? NULL : why;
}

bool dso_function_next(struct dso_function *f, struct dso_insn *insn)
{
	if (f->next >= f->len)
		return false;
	insn->offset = f->next;
	insn->size = disasm_one(f->dis, f->code + f->next, f->len - f->next, f->base + f->next,
				insn->text, sizeof(insn->text));
	f->next += insn->size;
	return insn->size > 0;
}

bool dso_function_target(const struct dso_function *f, uint64_t *addr)
{
	if (!disasm_target(f->dis, addr))
		return false;
	*addr += f->sym->start - f->base;
	return true;
}

void dso_function_close(struct dso_function *f)
{
	disasm_free(f->dis);
	free(f->code);
}
