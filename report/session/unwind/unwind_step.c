/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes the caller's frame from a frame and its unwind row. */
#include "session/unwind/unwind_int.h"

#include "base/number.h"
#include "object/symbols/location.h"

#include <string.h>

const struct pdata_map *unwind_map(struct unwind_frame *f, uint64_t addr)
{
	if (!f->map || addr < f->map->start || addr >= f->map->end)
		f->map = resolve_user_map(f->in->maps, addr);
	return f->map;
}

/* As in perf, memory that is mapped but not readable is 0. */
static int file_mem(struct unwind_frame *f, uint64_t addr, unsigned size, uint64_t *val)
{
	const struct pdata_map *map = resolve_user_map(f->in->maps, addr);
	struct unwind_object *im;
	uint8_t buf[8];

	*val = 0;
	if (!map)
		return -1;
	im = unwind_object_of(f->u, map->object);
	if (!im || !unwind_object_read(im, resolve_object_addr(map, addr), buf, size))
		return 1;
	*val = rep_number(buf, size, unwind_object_swap(im));
	return 0;
}

bool unwind_is_of_file(struct unwind_frame *f, uint64_t addr)
{
	const struct pdata_map *map = resolve_user_map(f->in->maps, addr);
	const struct unwind_object *im = map ? unwind_object_of(f->u, map->object) : NULL;

	return im && unwind_object_addr(im, resolve_object_addr(map, addr), &addr);
}

int unwind_mem(struct unwind_frame *f, uint64_t addr, unsigned size, uint64_t *val)
{
	const unsigned word = f->arch->word;

	*val = 0;
	if (addr + word < addr)
		return -1;
	/* perf does not use the last word of the stack copy. */
	if (addr < f->stack_start || addr + word >= f->stack_end)
		return file_mem(f, addr, size, val);
	*val = rep_number(f->in->stack->data + (addr - f->stack_start), size, f->swap);
	return 0;
}

static int frame_reg(const struct unwind_frame *f, uint64_t reg, uint64_t *val)
{
	if (reg == f->arch->ip) {
		*val = f->ip;
		return 0;
	}
	/*
	 * CFI computes the size of frames with scalable vectors from the vector length register.
	 */
	if (reg && reg == f->arch->vg && f->vg) {
		*val = f->vg;
		return 0;
	}
	if (reg >= f->arch->nr || f->state[reg] != UNWIND_VALUE)
		return -1;
	*val = f->reg[reg];
	return 0;
}

static int expr_reg(void *ctx, uint64_t reg, uint64_t *val)
{
	return frame_reg(ctx, reg, val);
}

static int expr_mem(void *ctx, uint64_t addr, unsigned size, uint64_t *val)
{
	return unwind_mem(ctx, addr, size, val) < 0 ? -1 : 0;
}

/* Evaluate the rule's expression with @first on its stack at the start. */
static int eval(struct unwind_frame *f, const struct cfi_rule *r, uint64_t first, uint64_t *val)
{
	const struct unwind_object *im = f->map ? unwind_object_of(f->u, f->map->object) : NULL;
	const struct cfi_view v = {
		.reg = expr_reg,
		.mem = expr_mem,
		.ctx = f,
		.addr_size = f->arch->word,
		.swap = im && unwind_object_swap(im),
	};

	return cfi_expr(r->expr, r->len, &v, first, val);
}

static bool find_cfa(struct unwind_frame *f, const struct cfi_row *row, uint64_t *cfa)
{
	if (row->cfa.kind == CFI_IS_EXPR)
		return !eval(f, &row->cfa, f->cfa, cfa);
	if (frame_reg(f, row->cfa.reg, cfa))
		return false;
	*cfa += (uint64_t)row->cfa.val;
	if (f->arch->word == 4)
		*cfa = (uint32_t)*cfa;
	return true;
}

/*
 * Compute a register's value in the caller. Return: false when an expression cannot be evaluated.
 */
static bool apply_rule(struct unwind_frame *f, const struct cfi_rule *r, uint64_t cfa,
		       uint64_t *val, uint8_t *state)
{
	uint64_t addr = cfa + (uint64_t)r->val;
	int rc = 0;

	*state = UNWIND_VALUE;
	switch ((enum cfi_kind)r->kind) {
	case CFI_SAME:
	case CFI_UNDEFINED:
		*state = UNWIND_UNDEFINED;
		break;
	case CFI_AT_EXPR:
		if (eval(f, r, cfa, &addr))
			return false;
		rc = unwind_mem(f, addr, f->arch->word, val);
		break;
	case CFI_AT_CFA:
		rc = unwind_mem(f, addr, f->arch->word, val);
		break;
	case CFI_IS_CFA:
		*val = addr;
		break;
	case CFI_REGISTER:
		rc = frame_reg(f, (uint64_t)r->val, val);
		break;
	case CFI_IS_EXPR:
		if (eval(f, r, cfa, val))
			return false;
		break;
	}
	if (rc < 0)
		*state = UNWIND_UNREADABLE;
	return true;
}

/*
 * Set f->ip to the return address; f already has the caller's registers. Return: false when there
 * is none or it was not recorded.
 */
static bool return_address(struct unwind_frame *f, const struct cfi_row *row)
{
	/* Removes the authentication code: user addresses have 48 bits. */
	const uint64_t mask = row->ra_signed && f->arch->word == 8 ? (1ull << 48) - 1 : UINT64_MAX;

	if (f->state[row->ra] != UNWIND_VALUE)
		return false;
	f->ip = f->reg[row->ra] & mask;
	if (f->arch->thumb)
		f->ip &= ~1ull;
	return true;
}

static void set_reg(struct unwind_frame *f, uint8_t reg, uint64_t val, uint8_t state)
{
	f->reg[reg] = val;
	f->state[reg] = state;
}

static bool apply_row(struct unwind_frame *f, const struct cfi_row *row)
{
	const uint64_t old_ip = f->ip, old_cfa = f->cfa;
	uint64_t val[CFI_REGS], cfa;
	uint8_t state[CFI_REGS];

	if (!find_cfa(f, row, &cfa))
		return false;
	/*
	 * All rules refer to the registers of this frame, so none is changed before all are
	 * computed.
	 */
	for (unsigned i = 0; i < row->nr; i++) {
		val[i] = f->reg[row->rule[i].reg];
		if (!apply_rule(f, &row->rule[i], cfa, &val[i], &state[i]))
			return false;
	}
	set_reg(f, f->arch->sp, cfa, UNWIND_VALUE);
	for (unsigned i = 0; i < row->nr; i++)
		set_reg(f, row->rule[i].reg, val[i], state[i]);
	/* By the x86-64 psABI an undefined frame pointer ends the chain, too. */
	if (!return_address(f, row) ||
	    (f->arch->amd64 && f->state[f->arch->fp] == UNWIND_UNDEFINED))
		return false;
	f->cfa = cfa;
	f->called = !row->signal;
	return f->ip != old_ip || cfa != old_cfa;
}

bool unwind_step(struct unwind_frame *f)
{
	const uint64_t pc = f->ip - f->called;
	const struct pdata_map *map = unwind_map(f, pc);
	const struct cfi_row *row;

	if (!map)
		return false;
	row = unwind_row(f, map, pc);
	if (row->answer == CFI_NONE)
		return unwind_fallback(f);
	if (row->answer != CFI_FOUND) {
		unwind_count_cut(f->u, map->object);
		return false;
	}
	return apply_row(f, row);
}
