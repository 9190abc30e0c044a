/* SPDX-License-Identifier: BSD-2-Clause */
/* Evaluates DWARF expressions in call frame information: signal frames, PLTs, realigned stacks. */
#include "session/unwind/unwind_cfi.h"

#define STACK_MAX 64u
#define STEPS_MAX 4096u /* branches may go back */

enum {
	OP_ADDR = 0x03,
	OP_DEREF = 0x06,
	OP_CONST1U = 0x08,
	OP_CONST1S = 0x09,
	OP_CONST2U = 0x0a,
	OP_CONST2S = 0x0b,
	OP_CONST4U = 0x0c,
	OP_CONST4S = 0x0d,
	OP_CONST8U = 0x0e,
	OP_CONST8S = 0x0f,
	OP_CONSTU = 0x10,
	OP_CONSTS = 0x11,
	OP_DUP = 0x12,
	OP_DROP = 0x13,
	OP_OVER = 0x14,
	OP_PICK = 0x15,
	OP_SWAP = 0x16,
	OP_ROT = 0x17,
	OP_ABS = 0x19,
	OP_AND = 0x1a,
	OP_DIV = 0x1b,
	OP_MINUS = 0x1c,
	OP_MOD = 0x1d,
	OP_MUL = 0x1e,
	OP_NEG = 0x1f,
	OP_NOT = 0x20,
	OP_OR = 0x21,
	OP_PLUS = 0x22,
	OP_PLUS_CONST = 0x23,
	OP_SHL = 0x24,
	OP_SHR = 0x25,
	OP_SHRA = 0x26,
	OP_XOR = 0x27,
	OP_BRANCH = 0x28,
	OP_EQ = 0x29,
	OP_GE = 0x2a,
	OP_GT = 0x2b,
	OP_LE = 0x2c,
	OP_LT = 0x2d,
	OP_NE = 0x2e,
	OP_SKIP = 0x2f,
	OP_LIT = 0x30,	/* 32 of them */
	OP_BREG = 0x70, /* 32 of them */
	OP_BREGX = 0x92,
	OP_DEREF_SIZE = 0x94,
	OP_LOW_NOP = 0x96
};

struct expr {
	const struct cfi_view *v;
	struct cfi_cur c;
	const uint8_t *begin;
	uint64_t stack[STACK_MAX];
	unsigned nr;
	bool bad;
};

static void push(struct expr *e, uint64_t val)
{
	if (e->nr == STACK_MAX)
		e->bad = true;
	else
		e->stack[e->nr++] = e->v->addr_size == 4 ? (uint32_t)val : val;
}

static uint64_t pop(struct expr *e)
{
	if (!e->nr) {
		e->bad = true;
		return 0;
	}
	return e->stack[--e->nr];
}

static void expr_pick(struct expr *e, uint64_t depth)
{
	if (depth >= e->nr)
		e->bad = true;
	else
		push(e, e->stack[e->nr - 1 - depth]);
}

static void expr_rotate(struct expr *e)
{
	uint64_t a = pop(e), b = pop(e), c = pop(e);

	push(e, a);
	push(e, c);
	push(e, b);
}

static int64_t as_signed(const struct expr *e, uint64_t val)
{
	return e->v->addr_size == 4 ? (int32_t)val : (int64_t)val;
}

static void deref(struct expr *e, uint64_t size)
{
	uint64_t val = 0;

	if ((size != 1 && size != 2 && size != 4 && size != 8) ||
	    e->v->mem(e->v->ctx, pop(e), (unsigned)size, &val))
		e->bad = true;
	push(e, val);
}

static void push_reg(struct expr *e, uint64_t reg, int64_t off)
{
	uint64_t val = 0;

	if (e->v->reg(e->v->ctx, reg, &val))
		e->bad = true;
	push(e, val + (uint64_t)off);
}

static void expr_jump(struct expr *e, int16_t by)
{
	if (by < e->begin - e->c.p || by > e->c.end - e->c.p)
		e->bad = true;
	else
		e->c.p += by;
}

/* Run @op if it pushes a constant. Return: false when it is another operation. */
static bool op_constant(struct expr *e, unsigned op)
{
	struct cfi_cur *c = &e->c;

	switch (op) {
	case OP_ADDR:
		push(e, cfi_uint(c, e->v->addr_size));
		return true;
	case OP_CONST1U:
		push(e, cfi_uint(c, 1));
		return true;
	case OP_CONST1S:
		push(e, (uint64_t)(int8_t)cfi_uint(c, 1));
		return true;
	case OP_CONST2U:
		push(e, cfi_uint(c, 2));
		return true;
	case OP_CONST2S:
		push(e, (uint64_t)(int16_t)cfi_uint(c, 2));
		return true;
	case OP_CONST4U:
		push(e, cfi_uint(c, 4));
		return true;
	case OP_CONST4S:
		push(e, (uint64_t)(int32_t)cfi_uint(c, 4));
		return true;
	case OP_CONST8U:
	case OP_CONST8S:
		push(e, cfi_uint(c, 8));
		return true;
	case OP_CONSTU:
		push(e, cfi_uleb(c));
		return true;
	case OP_CONSTS:
		push(e, (uint64_t)cfi_sleb(c));
		return true;
	default:
		return false;
	}
}

/*
 * Run @op if it moves stack values, loads or branches. Return: false when it is another operation.
 */
static bool op_stack(struct expr *e, unsigned op)
{
	uint64_t a, b;

	switch (op) {
	case OP_DUP:
		expr_pick(e, 0);
		return true;
	case OP_DROP:
		pop(e);
		return true;
	case OP_OVER:
		expr_pick(e, 1);
		return true;
	case OP_PICK:
		expr_pick(e, cfi_uint(&e->c, 1));
		return true;
	case OP_SWAP:
		a = pop(e);
		b = pop(e);
		push(e, a);
		push(e, b);
		return true;
	case OP_ROT:
		expr_rotate(e);
		return true;
	case OP_DEREF:
		deref(e, e->v->addr_size);
		return true;
	case OP_DEREF_SIZE:
		deref(e, cfi_uint(&e->c, 1));
		return true;
	case OP_BREGX:
		a = cfi_uleb(&e->c);
		push_reg(e, a, cfi_sleb(&e->c));
		return true;
	case OP_SKIP:
		expr_jump(e, (int16_t)cfi_uint(&e->c, 2));
		return true;
	case OP_BRANCH:
		b = cfi_uint(&e->c, 2);
		if (pop(e))
			expr_jump(e, (int16_t)b);
		return true;
	case OP_LOW_NOP:
		return true;
	default:
		return false;
	}
}

/* Run @op if it takes one operand. Return: false when it is another operation. */
static bool op_unary(struct expr *e, unsigned op)
{
	int64_t val;

	switch (op) {
	case OP_ABS:
		val = as_signed(e, pop(e));
		push(e, val < 0 ? 0 - (uint64_t)val : (uint64_t)val);
		return true;
	case OP_NEG:
		push(e, 0 - pop(e));
		return true;
	case OP_NOT:
		push(e, ~pop(e));
		return true;
	case OP_PLUS_CONST:
		push(e, pop(e) + cfi_uleb(&e->c));
		return true;
	default:
		return false;
	}
}

static uint64_t divide(struct expr *e, int64_t a, int64_t b)
{
	if (!b) {
		e->bad = true;
		return 0;
	}
	return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static uint64_t modulo(struct expr *e, uint64_t a, uint64_t b)
{
	if (!b) {
		e->bad = true;
		return 0;
	}
	return a % b;
}

static uint64_t shift_signed(int64_t a, uint64_t by)
{
	return by > 63 ? (a < 0 ? ~0ull : 0) : (uint64_t)(a >> by);
}

/* Compare two operands for @op. Return: false when it is another operation. */
static bool expr_compare(unsigned op, int64_t a, int64_t b, uint64_t *val)
{
	switch (op) {
	case OP_EQ:
		*val = a == b;
		return true;
	case OP_NE:
		*val = a != b;
		return true;
	case OP_GE:
		*val = a >= b;
		return true;
	case OP_GT:
		*val = a > b;
		return true;
	case OP_LE:
		*val = a <= b;
		return true;
	case OP_LT:
		*val = a < b;
		return true;
	default:
		return false;
	}
}

static uint64_t expr_compute(struct expr *e, unsigned op, uint64_t a, uint64_t b)
{
	switch (op) {
	case OP_AND:
		return a & b;
	case OP_OR:
		return a | b;
	case OP_XOR:
		return a ^ b;
	case OP_PLUS:
		return a + b;
	case OP_MINUS:
		return a - b;
	case OP_MUL:
		return a * b;
	case OP_DIV:
		return divide(e, as_signed(e, a), as_signed(e, b));
	case OP_MOD:
		return modulo(e, a, b);
	case OP_SHL:
		return b > 63 ? 0 : a << b;
	case OP_SHR:
		return b > 63 ? 0 : a >> b;
	case OP_SHRA:
		return shift_signed(as_signed(e, a), b);
	default:
		e->bad = true;
		return 0;
	}
}

static void op_binary(struct expr *e, unsigned op)
{
	uint64_t b = pop(e), a = pop(e), val;

	if (!expr_compare(op, as_signed(e, a), as_signed(e, b), &val))
		val = expr_compute(e, op, a, b);
	push(e, val);
}

static void expr_step(struct expr *e)
{
	unsigned op = (unsigned)cfi_uint(&e->c, 1);

	if (op >= OP_LIT && op < OP_LIT + 32)
		push(e, op - OP_LIT);
	else if (op >= OP_BREG && op < OP_BREG + 32)
		push_reg(e, op - OP_BREG, cfi_sleb(&e->c));
	else if (!op_constant(e, op) && !op_stack(e, op) && !op_unary(e, op))
		op_binary(e, op);
}

int cfi_expr(const uint8_t *expr, uint32_t len, const struct cfi_view *v, uint64_t first,
	     uint64_t *out)
{
	struct expr e;
	unsigned left = STEPS_MAX;

	e.v = v;
	e.c = (struct cfi_cur){ expr, expr + len, v->swap, false };
	e.begin = expr;
	e.nr = 0;
	e.bad = false;
	push(&e, first);
	while (e.c.p < e.c.end && !e.bad && !e.c.bad && left) {
		expr_step(&e);
		left--;
	}
	if (e.bad || e.c.bad || !e.nr || !left)
		return -1;
	*out = e.stack[e.nr - 1];
	return 0;
}
