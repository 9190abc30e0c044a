/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads from DWARF where the variables of a function are at each instruction, and derives the
 * types of the memory that instructions access.
 */
#include "session/datatype/data_type_int.h"

#include "base/memory.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define VARS_MAX (1u << 18)

#define AT_CALL_RETURN_PC 0x7d /* DW_AT_call_return_pc of DWARF 5 */

/* One location of a variable, valid for instructions from lo to below hi. */
struct var {
	uint64_t lo, hi;
	enum {
		VAR_REG,   /* in register reg */
		VAR_AT,	   /* in memory at register reg + at */
		VAR_FRAME, /* in memory at frame base + at */
		VAR_FIXED  /* in memory at address at */
	} kind;
	int reg;
	uint64_t at;
	uint64_t size;		 /* bytes of the variable */
	uint32_t type, order;	 /* order: position among all locations, in DWARF's order */
	struct type_value value; /* VAR_REG: value of the register */
	unsigned level;		 /* nesting depth of the variable's scope */
};

struct vars {
	struct type_code *c;
	Dwarf_Die *function;
	struct var *all; /* ascending by lo */
	uint32_t nr, cap;
	uint32_t *now, nr_now; /* indices of the locations valid at the current instruction */
	bool any_frame;	       /* one of the locations is a VAR_FRAME */
};

/* ---- location expressions of one operation ----------------------------------------------- */

/* Get the register of @op, and the number that @op adds to its value. */
static bool parse_base_register(const Dwarf_Op *op, int *reg, int64_t *add)
{
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		*reg = op->atom - DW_OP_breg0;
		*add = (int64_t)op->number;
		return true;
	}
	if (op->atom == DW_OP_bregx && op->number <= INT32_MAX) { /* from call frame information */
		*reg = (int)op->number;
		*add = (int64_t)op->number2;
		return true;
	}
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) { /* from DW_AT_frame_base */
		*reg = op->atom - DW_OP_reg0;
		*add = 0;
		return true;
	}
	return false;
}

/* Get the canonical frame address (CFA) at @pc as register + number. */
static bool frame_address(Dwarf_CFI *cfi, uint64_t pc, int *reg, int64_t *add)
{
	Dwarf_Frame *frame = NULL;
	Dwarf_Op *ops;
	size_t nr;
	bool ok;

	if (!cfi || dwarf_cfi_addrframe(cfi, pc, &frame))
		return false;
	ok = !dwarf_frame_cfa(frame, &ops, &nr) && nr == 1 &&
	     parse_base_register(&ops[0], reg, add);
	free(frame);
	return ok;
}

/* Get the frame base, to which DW_OP_fbreg is relative, at @pc as register + number. */
static bool frame_base(const struct vars *v, uint64_t pc, int *reg, int64_t *add)
{
	const struct type_file *f = v->c->f;
	Dwarf_Attribute a;
	Dwarf_Op *ops;
	size_t len;

	if (!dwarf_attr_integrate(v->function, DW_AT_frame_base, &a) ||
	    dwarf_getlocation_addr(&a, pc, &ops, &len, 1) != 1 || len != 1)
		return false;
	if (ops[0].atom != DW_OP_call_frame_cfa)
		return parse_base_register(&ops[0], reg, add);
	return frame_address(f->cfi, pc, reg, add) || frame_address(f->cfi_eh, pc, reg, add);
}

bool type_fixed_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr)
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

static bool parse_var_location(Dwarf_Attribute *location, const Dwarf_Op *op, struct var *x)
{
	if (type_fixed_address(location, op, &x->at)) {
		x->kind = VAR_FIXED;
	} else if (op->atom == DW_OP_fbreg) {
		x->kind = VAR_FRAME;
		x->at = op->number;
	} else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		x->kind = VAR_AT;
		x->reg = op->atom - DW_OP_breg0;
		x->at = op->number;
	} else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
		x->kind = VAR_REG;
		x->reg = op->atom - DW_OP_reg0;
	} else {
		return false;
	}
	return true;
}

/* ---- all of a function ------------------------------------------------------------------- */

static void add_var(struct vars *v, const struct var *x)
{
	if (v->nr >= VARS_MAX || x->lo >= x->hi ||
	    !type_room(v->c->f, &v->all, &v->cap, v->nr, sizeof(*v->all)))
		return;
	v->any_frame |= x->kind == VAR_FRAME;
	v->all[v->nr] = *x;
	v->all[v->nr].order = v->nr;
	v->nr++;
}

/* Add a location without an address range: it is valid in the whole scope. */
static void add_in_scope(struct vars *v, Dwarf_Die *scope, struct var *x)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		at = dwarf_ranges(scope, at, &base, &lo, &hi);
		if (at <= 0)
			return;
		x->lo = lo;
		x->hi = hi;
		add_var(v, x);
	}
}

static void add_variable(struct vars *v, Dwarf_Die *scope, Dwarf_Die *var, unsigned level)
{
	struct var x = { .level = level };
	Dwarf_Addr base, lo, hi;
	Dwarf_Attribute a;
	Dwarf_Die type;
	Dwarf_Op *ops;
	ptrdiff_t at = 0;
	size_t nr;

	if (!dwarf_attr_integrate(var, DW_AT_location, &a) || !type_die_of(var, &type) ||
	    !type_die_peel(&type, false))
		return;
	x.type = type_number(v->c->f, &type);
	x.value = type_value_of(v->c->f, &type);
	x.size = v->c->f->types[x.type].size;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		at = dwarf_getlocations(&a, at, &base, &lo, &hi, &ops, &nr);
		if (at <= 0)
			return;
		if (nr != 1 || !parse_var_location(&a, &ops[0], &x))
			continue;
		if (!lo && hi == (Dwarf_Addr)-1) {
			add_in_scope(v, scope, &x);
			continue;
		}
		x.lo = lo;
		x.hi = hi;
		add_var(v, &x);
	}
}

static void add_call(struct vars *v, Dwarf_Die *call)
{
	struct type_code *c = v->c;
	const bool gnu = dwarf_tag(call) == DW_TAG_GNU_call_site;
	Dwarf_Attribute a;
	Dwarf_Die callee, type;
	Dwarf_Addr pc;

	if (!dwarf_attr(call, gnu ? DW_AT_low_pc : AT_CALL_RETURN_PC, &a) ||
	    dwarf_formaddr(&a, &pc) ||
	    !dwarf_attr(call, gnu ? DW_AT_abstract_origin : DW_AT_call_origin, &a) ||
	    !dwarf_formref_die(&a, &callee) || !type_die_of(&callee, &type) ||
	    c->nr_calls >= VARS_MAX ||
	    !type_room(c->f, &c->calls, &c->cap_calls, c->nr_calls, sizeof(*c->calls)))
		return;
	c->calls[c->nr_calls].pc = pc;
	c->calls[c->nr_calls++].value = type_value_of(c->f, &type);
}

static void add_scope_vars(struct vars *v, Dwarf_Die *scope, unsigned level)
{
	Dwarf_Die die;

	if (level == LEVELS_MAX || dwarf_child(scope, &die))
		return;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
		case DW_TAG_formal_parameter:
			add_variable(v, scope, &die, level);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
			add_scope_vars(v, &die, level + 1);
			break;
		case DW_TAG_call_site:
		case DW_TAG_GNU_call_site:
			add_call(v, &die);
			break;
		}
		if (dwarf_siblingof(&die, &die))
			return;
	}
}

/* ---- at each instruction ----------------------------------------------------------------- */

/*
 * Whether @x is chosen before @than, which may be NULL: the variable in the inner scope is, and of
 * two in scopes of equal depth the first in DWARF's order.
 */
static bool better(const struct var *x, const struct var *than)
{
	if (!than || x->level != than->level)
		return !than || x->level > than->level;
	return x->order < than->order;
}

static struct type_offset type_at_var_offset(const struct var *x, uint64_t off)
{
	return off < x->size ? (struct type_offset){ x->type, (int64_t)off }
			     : (struct type_offset){ 0, 0 };
}

/* A memory operand, and the frame base at its instruction as register + number. */
struct spot {
	const struct disasm_memory *m;
	int frame_reg; /* -1: not known */
	int64_t frame_add;
};

static struct type_offset by_variable(const struct vars *v, const struct var *x,
				      const struct spot *s)
{
	const struct disasm_memory *m = s->m;

	if (x->kind == VAR_FIXED)
		return m->kind == DISASM_FIXED ? type_at_var_offset(x, m->addr - x->at)
					       : (struct type_offset){ 0, 0 };
	if (m->kind != DISASM_AT)
		return (struct type_offset){ 0, 0 };
	if (x->kind == VAR_AT && x->reg == m->base)
		return type_at_var_offset(x, (uint64_t)m->disp - x->at);
	if (x->kind == VAR_FRAME && s->frame_reg >= 0 && s->frame_reg == m->base)
		return type_at_var_offset(x, (uint64_t)m->disp - x->at - (uint64_t)s->frame_add);
	/* The variable is a pointer in the base register: the operand is what it points to. */
	if (x->kind == VAR_REG && x->reg == m->base && x->value.kind == TYPE_POINTER &&
	    m->disp >= 0 && (uint64_t)m->disp < v->c->f->types[x->value.type].size)
		return (struct type_offset){ x->value.type, m->disp };
	return (struct type_offset){ 0, 0 };
}

static struct type_offset find_memory_var(const struct vars *v, const struct type_step *step)
{
	struct spot s = { .m = &step->is.mem, .frame_reg = -1 };
	struct type_offset best = { 0, 0 };
	const struct var *best_of = NULL;

	if (s.m->kind != DISASM_AT && s.m->kind != DISASM_FIXED)
		return best;
	if (v->any_frame && s.m->base >= 0 && !frame_base(v, step->pc, &s.frame_reg, &s.frame_add))
		s.frame_reg = -1;
	for (uint32_t i = 0; i < v->nr_now; i++) {
		const struct var *x = &v->all[v->now[i]];
		const struct type_offset at = by_variable(v, x, &s);

		if (at.type && better(x, best_of)) {
			best = at;
			best_of = x;
		}
	}
	return best_of || s.m->kind != DISASM_FIXED ? best : type_global_at(v->c->f, s.m->addr);
}

static void add_register_fact(struct type_code *c, struct type_step *step, int reg,
			      struct type_value value)
{
	if (!type_room(c->f, &c->facts, &c->cap_facts, c->nr_facts, sizeof(*c->facts)))
		return;
	c->facts[c->nr_facts++] = (struct type_fact){ reg, value };
	step->nr_facts++;
}

/*
 * Add the values of the registers in mask @regs that hold variables at @step. If a register holds
 * several, a pointer is chosen before other variables, with which the pointer is calculated.
 */
static void add_register_facts(struct vars *v, struct type_step *step, uint32_t regs)
{
	const struct var *best[DISASM_REGS] = { NULL };

	step->facts = v->c->nr_facts;
	for (uint32_t i = 0; i < v->nr_now; i++) {
		const struct var *x = &v->all[v->now[i]];

		if (x->kind != VAR_REG || !(regs >> x->reg & 1))
			continue;
		if (!best[x->reg] ||
		    (x->value.kind == TYPE_POINTER &&
		     (best[x->reg]->value.kind != TYPE_POINTER || better(x, best[x->reg]))))
			best[x->reg] = x;
	}
	for (int r = 0; r < (int)DISASM_REGS; r++)
		if (best[r])
			add_register_fact(v->c, step, r, best[r]->value);
}

static void drop_old(struct vars *v, uint64_t pc)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < v->nr_now; i++)
		if (v->all[v->now[i]].hi > pc)
			v->now[n++] = v->now[i];
	v->nr_now = n;
}

static int by_begin(const void *x, const void *y)
{
	const struct var *a = x, *b = y;

	if (a->lo != b->lo)
		return a->lo < b->lo ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static int compare_calls(const void *x, const void *y)
{
	const struct type_call *a = x, *b = y;

	return a->pc < b->pc ? -1 : a->pc > b->pc;
}

void type_vars_find_facts(struct type_code *c, Dwarf_Die *function)
{
	struct vars v = { .c = c, .function = function };
	uint32_t next = 0;

	add_scope_vars(&v, function, 0);
	if (v.nr)
		qsort(v.all, v.nr, sizeof(*v.all), by_begin);
	if (c->nr_calls)
		qsort(c->calls, c->nr_calls, sizeof(*c->calls), compare_calls);
	v.now = mem_alloc(v.nr + 1u, sizeof(*v.now));
	if (!v.now)
		*c->f->err = -ENOMEM;
	for (uint32_t i = 0; v.now && i < c->nr; i++) {
		struct type_step *step = &c->steps[i];
		uint32_t regs = step->begins ? UINT32_MAX : 0;

		drop_old(&v, step->pc);
		for (; next < v.nr && v.all[next].lo <= step->pc; next++) {
			if (v.all[next].hi <= step->pc)
				continue;
			v.now[v.nr_now++] = next;
			if (v.all[next].kind == VAR_REG)
				regs |= 1u << v.all[next].reg;
		}
		if (regs)
			add_register_facts(&v, step, regs);
		step->mem = find_memory_var(&v, step);
	}
	free(v.now);
	free(v.all);
}

#endif
