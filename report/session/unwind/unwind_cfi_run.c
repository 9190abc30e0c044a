/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs call frame instructions from a function's start to an address in it. */
#include "session/unwind/unwind_cfi.h"

#include <string.h>

/* Compilers nest one deep. */
#define REMEMBER_MAX 8u
/* Limit of instructions, against damaged data; more than any compiler writes for one function. */
#define STEPS_MAX 65536u

enum {
	OP_NOP = 0x00,
	OP_SET_LOC = 0x01,
	OP_ADVANCE1 = 0x02,
	OP_ADVANCE2 = 0x03,
	OP_ADVANCE4 = 0x04,
	OP_OFFSET_EXT = 0x05,
	OP_RESTORE_EXT = 0x06,
	OP_UNDEFINED = 0x07,
	OP_SAME = 0x08,
	OP_REGISTER = 0x09,
	OP_REMEMBER = 0x0a,
	OP_RECALL = 0x0b,
	OP_CFA = 0x0c,
	OP_CFA_REG = 0x0d,
	OP_CFA_OFFSET = 0x0e,
	OP_CFA_EXPR = 0x0f,
	OP_EXPR = 0x10,
	OP_OFFSET_EXT_SF = 0x11,
	OP_CFA_SF = 0x12,
	OP_CFA_OFFSET_SF = 0x13,
	OP_VAL_OFFSET = 0x14,
	OP_VAL_OFFSET_SF = 0x15,
	OP_VAL_EXPR = 0x16,
	OP_SIGN_RA = 0x2d, /* arm64; register windows elsewhere */
	OP_ARGS_SIZE = 0x2e,
	OP_NEG_OFFSET = 0x2f,
	OP_ADVANCE = 0x40, /* from here on the low 6 bits are an operand */
	OP_OFFSET = 0x80,
	OP_RESTORE = 0xc0
};

struct state {
	struct cfi_rule cfa;
	struct cfi_rule reg[CFI_REGS];
	bool ra_signed;
};

struct run {
	const struct cfi_section *s;
	const struct cfi_cie *cie;
	struct cfi_cur *c;
	uint64_t loc;
	struct state now, first;
	struct state kept[REMEMBER_MAX];
	unsigned nr_kept;
};

/*
 * Ignores registers beyond the general ones, such as vector registers, which unwinding does not
 * need.
 */
static void set_cfi_rule(struct run *r, uint64_t reg, enum cfi_kind kind, int64_t val)
{
	if (reg < CFI_REGS)
		r->now.reg[reg] =
			(struct cfi_rule){ .reg = (uint8_t)reg, .kind = (uint8_t)kind, .val = val };
}

static struct cfi_rule expression(struct run *r, uint64_t reg, enum cfi_kind kind)
{
	uint64_t len = cfi_uleb(r->c);
	struct cfi_rule rule = { .reg = (uint8_t)reg, .kind = (uint8_t)kind };

	if (r->c->bad || len > (uint64_t)(r->c->end - r->c->p) || len > UINT32_MAX) {
		r->c->bad = true;
		return rule;
	}
	rule.len = (uint32_t)len;
	rule.expr = r->c->p;
	r->c->p += len;
	return rule;
}

static void set_expression(struct run *r, enum cfi_kind kind)
{
	uint64_t reg = cfi_uleb(r->c);
	struct cfi_rule rule = expression(r, reg, kind);

	if (reg < CFI_REGS)
		r->now.reg[reg] = rule;
}

static void set_cfa(struct run *r, uint64_t reg, int64_t off)
{
	if (reg >= CFI_REGS)
		r->c->bad = true;
	else
		r->now.cfa =
			(struct cfi_rule){ .reg = (uint8_t)reg, .kind = CFI_IS_CFA, .val = off };
}

static void restore(struct run *r, uint64_t reg)
{
	if (reg < CFI_REGS)
		r->now.reg[reg] = r->first.reg[reg];
}

static int64_t scaled(const struct run *r, uint64_t val)
{
	return (int64_t)(val * (uint64_t)r->cie->data_align);
}

static void remember(struct run *r)
{
	if (r->nr_kept == REMEMBER_MAX)
		r->c->bad = true;
	else
		r->kept[r->nr_kept++] = r->now;
}

static void recall(struct run *r)
{
	if (!r->nr_kept)
		r->c->bad = true;
	else
		r->now = r->kept[--r->nr_kept];
}

/* Run @op if it sets the CFA. Return: false when it is another kind of instruction. */
static bool step_cfa(struct run *r, unsigned op)
{
	uint64_t reg;

	switch (op) {
	case OP_CFA:
		reg = cfi_uleb(r->c);
		set_cfa(r, reg, (int64_t)cfi_uleb(r->c));
		return true;
	case OP_CFA_SF:
		reg = cfi_uleb(r->c);
		set_cfa(r, reg, scaled(r, (uint64_t)cfi_sleb(r->c)));
		return true;
	case OP_CFA_REG:
		set_cfa(r, cfi_uleb(r->c), r->now.cfa.kind == CFI_IS_CFA ? r->now.cfa.val : 0);
		return true;
	case OP_CFA_OFFSET:
		set_cfa(r, r->now.cfa.reg, (int64_t)cfi_uleb(r->c));
		return true;
	case OP_CFA_OFFSET_SF:
		set_cfa(r, r->now.cfa.reg, scaled(r, (uint64_t)cfi_sleb(r->c)));
		return true;
	case OP_CFA_EXPR:
		r->now.cfa = expression(r, 0, CFI_IS_EXPR);
		return true;
	default:
		return false;
	}
}

/* Run @op if it sets a register's rule. Return: false when it is another kind of instruction. */
static bool step_reg(struct run *r, unsigned op)
{
	uint64_t reg;

	switch (op) {
	case OP_OFFSET_EXT:
		reg = cfi_uleb(r->c);
		set_cfi_rule(r, reg, CFI_AT_CFA, scaled(r, cfi_uleb(r->c)));
		return true;
	case OP_OFFSET_EXT_SF:
		reg = cfi_uleb(r->c);
		set_cfi_rule(r, reg, CFI_AT_CFA, scaled(r, (uint64_t)cfi_sleb(r->c)));
		return true;
	case OP_NEG_OFFSET:
		reg = cfi_uleb(r->c);
		set_cfi_rule(r, reg, CFI_AT_CFA, scaled(r, 0 - cfi_uleb(r->c)));
		return true;
	case OP_VAL_OFFSET:
		reg = cfi_uleb(r->c);
		set_cfi_rule(r, reg, CFI_IS_CFA, scaled(r, cfi_uleb(r->c)));
		return true;
	case OP_VAL_OFFSET_SF:
		reg = cfi_uleb(r->c);
		set_cfi_rule(r, reg, CFI_IS_CFA, scaled(r, (uint64_t)cfi_sleb(r->c)));
		return true;
	case OP_REGISTER:
		reg = cfi_uleb(r->c);
		set_cfi_rule(r, reg, CFI_REGISTER, (int64_t)cfi_uleb(r->c));
		return true;
	case OP_UNDEFINED:
		set_cfi_rule(r, cfi_uleb(r->c), CFI_UNDEFINED, 0);
		return true;
	case OP_SAME:
		set_cfi_rule(r, cfi_uleb(r->c), CFI_SAME, 0);
		return true;
	case OP_RESTORE_EXT:
		restore(r, cfi_uleb(r->c));
		return true;
	case OP_EXPR:
		set_expression(r, CFI_AT_EXPR);
		return true;
	case OP_VAL_EXPR:
		set_expression(r, CFI_IS_EXPR);
		return true;
	default:
		return false;
	}
}

static void step_other(struct run *r, unsigned op)
{
	switch (op) {
	case OP_NOP:
		break;
	case OP_SET_LOC:
		r->loc = cfi_pointer(r->s, r->c, r->cie->fde_enc);
		break;
	case OP_ADVANCE1:
		r->loc += cfi_uint(r->c, 1) * r->cie->code_align;
		break;
	case OP_ADVANCE2:
		r->loc += cfi_uint(r->c, 2) * r->cie->code_align;
		break;
	case OP_ADVANCE4:
		r->loc += cfi_uint(r->c, 4) * r->cie->code_align;
		break;
	case OP_REMEMBER:
		remember(r);
		break;
	case OP_RECALL:
		recall(r);
		break;
	case OP_ARGS_SIZE:
		cfi_uleb(r->c);
		break;
	case OP_SIGN_RA:
		r->now.ra_signed = !r->now.ra_signed;
		break;
	default:
		r->c->bad = true;
		break;
	}
}

static void run_cfi_op(struct run *r)
{
	unsigned op = (unsigned)cfi_uint(r->c, 1), low = op & 0x3f;

	switch (op & 0xc0) {
	case OP_ADVANCE:
		r->loc += low * r->cie->code_align;
		break;
	case OP_OFFSET:
		set_cfi_rule(r, low, CFI_AT_CFA, scaled(r, cfi_uleb(r->c)));
		break;
	case OP_RESTORE:
		restore(r, low);
		break;
	default:
		if (!step_cfa(r, op) && !step_reg(r, op))
			step_other(r, op);
		break;
	}
}

/* Run all instructions whose location is at most @pc. */
static bool run_program(struct run *r, struct cfi_cur program, uint64_t pc)
{
	unsigned left = STEPS_MAX;

	r->c = &program;
	while (program.p < program.end && r->loc <= pc && !program.bad && left--)
		run_cfi_op(r);
	r->c = NULL;
	return !program.bad && left != UINT32_MAX;
}

static void fill_row(const struct run *r, struct cfi_row *row)
{
	*row = (struct cfi_row){
		.signal = r->cie->signal,
		.ra_signed = r->now.ra_signed,
		.ra = (uint8_t)r->cie->ra,
		.answer = CFI_FOUND,
		.cfa = r->now.cfa,
	};
	for (unsigned i = 0; i < CFI_REGS; i++)
		if (r->now.reg[i].kind != CFI_SAME)
			row->rule[row->nr++] = r->now.reg[i];
}

enum cfi_answer cfi_run(const struct cfi_section *s, const struct cfi_fde *f, uint64_t pc,
			struct cfi_row *row)
{
	struct run r;

	if (f->cie.ra >= CFI_REGS)
		return CFI_DAMAGED;
	r.s = s;
	r.cie = &f->cie;
	r.loc = 0;
	r.nr_kept = 0;
	memset(&r.now, 0, sizeof(r.now));
	r.first = r.now;
	if (!run_program(&r, f->cie.program, UINT64_MAX))
		return CFI_DAMAGED;
	r.first = r.now;
	r.loc = f->start;
	if (!run_program(&r, f->program, pc) || r.now.cfa.kind == CFI_SAME)
		return CFI_DAMAGED;
	fill_row(&r, row);
	return CFI_FOUND;
}
