/* SPDX-License-Identifier: BSD-2-Clause */
#include "data_type.h"

#include "rep.h"
#include "sym.h"
#include "sym_elf_int.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds for damaged files. */
#define ENTRIES_MAX (1u << 20) /* in one list */
#define LEVELS_MAX 32u	       /* of types in types, of namespaces */
#define GLOBALS_MAX (1u << 22)

/* A variable with a fixed address. */
struct global {
	uint64_t addr, size;
	Dwarf_Off die;
};

struct type_file {
	struct sym_type_files files;
	Dwarf *dw, *dw_shared;
	Dwarf_CFI *cfi, *cfi_eh; /* the latter of what was mapped; each may be NULL */
	bool listed;
	struct global *globals; /* ascending by addr */
	uint32_t nr, cap;
};

void type_file_close(struct type_file *f)
{
	if (!f)
		return;
	if (f->cfi_eh)
		dwarf_cfi_end(f->cfi_eh);
	if (f->dw)
		dwarf_end(f->dw);
	if (f->dw_shared)
		dwarf_end(f->dw_shared);
	sym_elf_close(f->files.runtime);
	sym_elf_close(f->files.debug);
	sym_elf_close(f->files.shared);
	free(f->globals);
	free(f);
}

struct type_file *type_file_open(const struct sym_type_files *files)
{
	struct type_file *f = rep_alloc(1, sizeof(*f));

	f->files = *files;
	f->dw = dwarf_begin_elf(files->debug->elf, DWARF_C_READ, NULL);
	if (f->dw && files->shared)
		f->dw_shared = dwarf_begin_elf(files->shared->elf, DWARF_C_READ, NULL);
	if (!f->dw || (files->shared && !f->dw_shared)) {
		type_file_close(f);
		return NULL;
	}
	if (f->dw_shared)
		dwarf_setalt(f->dw, f->dw_shared);
	f->cfi = dwarf_getcfi(f->dw);
	f->cfi_eh = files->runtime ? dwarf_getcfi_elf(files->runtime->elf) : NULL;
	return f;
}

/* ---- types ------------------------------------------------------------------------------- */

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute a;

	return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

static bool is_qualifier(int tag)
{
	return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
	       tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

/* Without const and the like; with @names also without names that stand for others. */
static bool peel(Dwarf_Die *type, bool names)
{
	for (unsigned i = 0; i < LEVELS_MAX; i++) {
		const int tag = dwarf_tag(type);

		if (!is_qualifier(tag) && !(names && tag == DW_TAG_typedef))
			return true;
		if (!type_of(type, type))
			return false;
	}
	return false;
}

static bool is_pointer(int tag)
{
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

/* What @type points to. */
static bool pointee(Dwarf_Die *type, Dwarf_Die *to)
{
	Dwarf_Die t = *type;

	return peel(&t, true) && is_pointer(dwarf_tag(&t)) && type_of(&t, to) && peel(to, false);
}

static void type_text(const Dwarf_Die *of, char *text, size_t size)
{
	char behind[2 * LEVELS_MAX + 1] = "";
	Dwarf_Die type = *of;
	const char *word, *name;
	int tag;

	for (unsigned i = 0; i < LEVELS_MAX; i++) {
		tag = dwarf_tag(&type);
		if (!is_qualifier(tag) && !is_pointer(tag) && tag != DW_TAG_array_type)
			break;
		if (!is_qualifier(tag)) { /* the outermost is written last */
			char was[sizeof(behind)];

			memcpy(was, behind, sizeof(was));
			snprintf(behind, sizeof(behind), "%s%.*s",
				 tag == DW_TAG_array_type			 ? "[]"
				 : is_pointer(tag) && tag != DW_TAG_pointer_type ? "&"
										 : "*",
				 (int)sizeof(behind) - 3, was);
		}
		if (!type_of(&type, &type)) {
			snprintf(text, size, "void%s", behind);
			return;
		}
	}
	tag = dwarf_tag(&type);
	name = dwarf_diename(&type);
	word = tag == DW_TAG_structure_type	? "struct "
	       : tag == DW_TAG_class_type	? "class "
	       : tag == DW_TAG_union_type	? "union "
	       : tag == DW_TAG_enumeration_type ? "enum "
						: "";
	if (tag == DW_TAG_subroutine_type)
		name = "(function_type)";
	snprintf(text, size, "%s%s%s", word, name ? name : "(unnamed)", behind);
}

static bool size_of(Dwarf_Die *type, uint64_t *size)
{
	Dwarf_Word w;
	Dwarf_Die t = *type;

	if (!peel(&t, true) || dwarf_aggregate_size(&t, &w) || !w)
		return false;
	*size = w;
	return true;
}

static bool member_begin(Dwarf_Die *member, uint64_t *at)
{
	Dwarf_Attribute a;
	Dwarf_Word w;

	*at = 0; /* where a union's are */
	if (!dwarf_attr(member, DW_AT_data_member_location, &a))
		return true;
	if (dwarf_formudata(&a, &w))
		return false;
	*at = w;
	return true;
}

/* The member that @*offset is in, which it then counts from. */
static bool member_at(Dwarf_Die *type, uint64_t *offset, Dwarf_Die *member, Dwarf_Die *of)
{
	uint64_t at, size;

	if (dwarf_child(type, member))
		return false;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		const int tag = dwarf_tag(member);

		if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) && type_of(member, of) &&
		    member_begin(member, &at) && size_of(of, &size) && *offset >= at &&
		    *offset - at < size) {
			*offset -= at;
			return peel(of, true);
		}
		if (dwarf_siblingof(member, member))
			return false;
	}
	return false;
}

static bool has_members(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* "tail.next": the way down to the innermost member; bases and members without names have no part of it. */
static void field_text(const Dwarf_Die *of, uint64_t offset, char *text, size_t size)
{
	Dwarf_Die type = *of, member, next;
	size_t len = 0;

	text[0] = 0;
	if (!peel(&type, true))
		return;
	for (unsigned i = 0; i < LEVELS_MAX && has_members(dwarf_tag(&type)); i++) {
		const char *name;

		if (!member_at(&type, &offset, &member, &next))
			return;
		name = dwarf_tag(&member) == DW_TAG_member ? dwarf_diename(&member) : NULL;
		if (name && len < size)
			len += (size_t)snprintf(text + len, size - len, "%s%s", len ? "." : "",
						name);
		type = next;
	}
}

/* Something of @type is looked at, @offset behind its begin. */
static bool found(Dwarf_Die *type, int64_t offset, struct type_found *out)
{
	if (offset < 0 || !size_of(type, &out->size) || (uint64_t)offset >= out->size)
		return false;
	out->offset = (uint64_t)offset;
	type_text(type, out->type, sizeof(out->type));
	field_text(type, out->offset, out->field, sizeof(out->field));
	return true;
}

/* ---- where variables are ----------------------------------------------------------------- */

/* A register and a number to add to it, of location expressions of one step. */
static bool base_of(const Dwarf_Op *op, int *reg, int64_t *add)
{
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		*reg = op->atom - DW_OP_breg0;
		*add = (int64_t)op->number;
		return true;
	}
	if (op->atom == DW_OP_bregx && op->number <= INT32_MAX) { /* as unwinders say it */
		*reg = (int)op->number;
		*add = (int64_t)op->number2;
		return true;
	}
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) { /* as frame bases are said */
		*reg = op->atom - DW_OP_reg0;
		*add = 0;
		return true;
	}
	return false;
}

/* The frame's address at @pc, as the unwinder has it. */
static bool frame_address(Dwarf_CFI *cfi, uint64_t pc, int *reg, int64_t *add)
{
	Dwarf_Frame *frame = NULL;
	Dwarf_Op *ops;
	size_t nr;
	bool ok;

	if (!cfi || dwarf_cfi_addrframe(cfi, pc, &frame))
		return false;
	ok = !dwarf_frame_cfa(frame, &ops, &nr) && nr == 1 && base_of(&ops[0], reg, add);
	free(frame);
	return ok;
}

/* Where the variables of a function's frame count from. */
static bool frame_base(const struct type_file *f, Dwarf_Die *scopes, int nr, uint64_t pc, int *reg,
		       int64_t *add)
{
	Dwarf_Attribute a;
	Dwarf_Op *ops;
	size_t len;

	for (int i = 0; i < nr; i++) {
		if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram)
			continue;
		if (!dwarf_attr_integrate(&scopes[i], DW_AT_frame_base, &a) ||
		    dwarf_getlocation_addr(&a, pc, &ops, &len, 1) != 1 || len != 1)
			return false;
		if (ops[0].atom != DW_OP_call_frame_cfa)
			return base_of(&ops[0], reg, add);
		return frame_address(f->cfi, pc, reg, add) ||
		       frame_address(f->cfi_eh, pc, reg, add);
	}
	return false;
}

/* A fixed address stands in the expression, or in a table that it gives a number in. */
static bool fixed_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr)
{
	Dwarf_Attribute a;
	Dwarf_Addr is;

	*addr = op->number;
	if (op->atom == DW_OP_addr)
		return true;
	if ((op->atom != DW_OP_addrx && op->atom != DW_OP_GNU_addr_index) ||
	    dwarf_getlocation_attr(location, op, &a) || dwarf_formaddr(&a, &is))
		return false;
	*addr = is;
	return true;
}

/* A question: the memory at an instruction, and what was found of the frame. */
struct look {
	const struct type_file *f;
	uint64_t pc;
	const struct disasm_memory *m;
	int frame_reg; /* -1: not known */
	int64_t frame_add;
	struct type_found *out;
};

/* The variable lies at a fixed distance from the register that the instruction has. */
static bool in_frame(const struct look *l, Dwarf_Die *type, int reg, int64_t at)
{
	return l->m->kind == DISASM_AT && reg == l->m->base &&
	       found(type, (int64_t)((uint64_t)l->m->disp - (uint64_t)at), l->out);
}

static bool by_location(const struct look *l, Dwarf_Die *type, Dwarf_Attribute *location,
			const Dwarf_Op *op)
{
	const struct disasm_memory *m = l->m;
	uint64_t addr;
	Dwarf_Die to;

	if (fixed_address(location, op, &addr))
		return m->kind == DISASM_FIXED && found(type, (int64_t)(m->addr - addr), l->out);
	if (op->atom == DW_OP_fbreg)
		return l->frame_reg >= 0 &&
		       in_frame(l, type, l->frame_reg,
				(int64_t)((uint64_t)l->frame_add + op->number));
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
		return in_frame(l, type, op->atom - DW_OP_breg0, (int64_t)op->number);
	/* The variable is in the register: it points to what is looked at. */
	return op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31 && m->kind == DISASM_AT &&
	       op->atom - DW_OP_reg0 == m->base && pointee(type, &to) &&
	       found(&to, m->disp, l->out);
}

static bool is_variable(int tag)
{
	return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
}

/* Whether it is this one that the instruction's memory leads to. */
static bool by_variable(const struct look *l, Dwarf_Die *var)
{
	Dwarf_Attribute a;
	Dwarf_Die type;
	Dwarf_Op *ops;
	size_t nr;

	return dwarf_attr_integrate(var, DW_AT_location, &a) && type_of(var, &type) &&
	       peel(&type, false) && dwarf_getlocation_addr(&a, l->pc, &ops, &nr, 1) == 1 &&
	       nr == 1 && by_location(l, &type, &a, &ops[0]);
}

static bool by_scope(const struct look *l, Dwarf_Die *scope)
{
	Dwarf_Die die;

	if (dwarf_child(scope, &die))
		return false;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		if (is_variable(dwarf_tag(&die)) && by_variable(l, &die))
			return true;
		if (dwarf_siblingof(&die, &die))
			return false;
	}
	return false;
}

/* ---- fixed addresses --------------------------------------------------------------------- */

static void add_global(struct type_file *f, Dwarf_Die *var)
{
	Dwarf_Attribute a;
	Dwarf_Die type;
	Dwarf_Op *ops;
	uint64_t size, addr;
	size_t nr;

	if (f->nr >= GLOBALS_MAX || !dwarf_attr(var, DW_AT_location, &a) ||
	    dwarf_getlocation(&a, &ops, &nr) || nr != 1 || !fixed_address(&a, &ops[0], &addr) ||
	    !type_of(var, &type) || !size_of(&type, &size))
		return;
	if (f->nr == f->cap) {
		f->cap = f->cap ? 2 * f->cap : 256;
		f->globals = rep_grow(f->globals, f->cap, sizeof(*f->globals));
	}
	f->globals[f->nr++] = (struct global){ addr, size, dwarf_dieoffset(var) };
}

static void list_globals(struct type_file *f, Dwarf_Die *parent, unsigned level)
{
	Dwarf_Die die;

	if (level == LEVELS_MAX || dwarf_child(parent, &die))
		return;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		if (dwarf_tag(&die) == DW_TAG_variable)
			add_global(f, &die);
		else if (dwarf_tag(&die) == DW_TAG_namespace)
			list_globals(f, &die, level + 1);
		if (dwarf_siblingof(&die, &die))
			return;
	}
}

static int by_addr(const void *x, const void *y)
{
	const struct global *a = x, *b = y;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static bool by_global(struct type_file *f, const struct look *l)
{
	uint32_t lo = 0, hi;
	Dwarf_Die var, type;

	if (!f->listed) {
		Dwarf_CU *cu = NULL;
		Dwarf_Die unit;

		f->listed = true;
		for (uint32_t i = 0;
		     i < ENTRIES_MAX && !dwarf_get_units(f->dw, cu, &cu, NULL, NULL, &unit, NULL);
		     i++)
			list_globals(f, &unit, 0);
		if (f->nr)
			qsort(f->globals, f->nr, sizeof(*f->globals), by_addr);
	}
	for (hi = f->nr; lo < hi;) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (f->globals[mid].addr <= l->m->addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && l->m->addr - f->globals[lo - 1].addr < f->globals[lo - 1].size &&
	       dwarf_offdie(f->dw, f->globals[lo - 1].die, &var) && type_of(&var, &type) &&
	       peel(&type, false) &&
	       found(&type, (int64_t)(l->m->addr - f->globals[lo - 1].addr), l->out);
}

/* ---- an instruction ---------------------------------------------------------------------- */

/* Not every compiler makes a table of addresses. */
static bool unit_of(const struct type_file *f, uint64_t pc, Dwarf_Die *unit)
{
	Dwarf_CU *cu = NULL;

	if (dwarf_addrdie(f->dw, pc, unit))
		return true;
	for (uint32_t i = 0;
	     i < ENTRIES_MAX && !dwarf_get_units(f->dw, cu, &cu, NULL, NULL, unit, NULL); i++)
		if (dwarf_haspc(unit, pc) == 1)
			return true;
	return false;
}

bool type_file_find(struct type_file *f, uint64_t pc, const struct disasm_memory *m,
		    struct type_found *out)
{
	struct look l = { .f = f, .pc = pc, .m = m, .frame_reg = -1, .out = out };
	Dwarf_Die unit, *scopes = NULL;
	bool ok = false;
	int nr;

	if (!unit_of(f, pc, &unit))
		return false;
	nr = dwarf_getscopes(&unit, pc, &scopes);
	if (nr > 0 && !frame_base(f, scopes, nr, pc, &l.frame_reg, &l.frame_add))
		l.frame_reg = -1;
	for (int i = 0; i < nr && !ok; i++)
		if (dwarf_tag(&scopes[i]) != DW_TAG_compile_unit)
			ok = by_scope(&l, &scopes[i]);
	if (nr > 0)
		free(scopes);
	return ok || (m->kind == DISASM_FIXED && by_global(f, &l));
}

#else

struct type_file *type_file_open(const struct sym_type_files *files)
{
	sym_elf_close(files->runtime);
	sym_elf_close(files->debug);
	sym_elf_close(files->shared);
	return NULL;
}

void type_file_close(struct type_file *f)
{
	(void)f;
}

bool type_file_find(struct type_file *f, uint64_t pc, const struct disasm_memory *m,
		    struct type_found *out)
{
	(void)f;
	(void)pc;
	(void)m;
	(void)out;
	return false;
}

#endif
