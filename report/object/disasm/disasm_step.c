/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Determines the effect of an instruction on addresses: the memory that it accesses, and the
 * registers that hold addresses after it.
 */

#include "object/disasm/disasm_int.h"

#include "base/array.h"

#include <string.h>

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

/* ---- x86 --------------------------------------------------------------------------------- */

#define NAMES 5

/* Each register with the names of its parts; the index is the DWARF number on 64 bits. */
static const unsigned x86_regs[][NAMES] = {
	{ X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH },
	{ X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH },
	{ X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH },
	{ X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH },
	{ X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL },
	{ X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL },
	{ X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL },
	{ X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL },
	{ X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B },
	{ X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B },
	{ X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B },
	{ X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B },
	{ X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B },
	{ X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B },
	{ X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B },
	{ X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B },
};

/* DWARF numbers on 32 bits of the first eight registers of x86_regs. */
static const int x86_narrow[] = { 0, 2, 1, 3, 6, 7, 5, 4 };

#define X86_CALLS 0xf37u      /* registers that a call may change: not rbx, rsp, rbp, r12 to r15 */
#define X86_NARROW_CALLS 0x7u /* eax, ecx, edx */
#define CANARY_DISP 0x28      /* offset of the stack guard in the thread control block (fs) */

static int x86_number(const struct disasm *d, unsigned reg)
{
	for (int i = 0; reg != X86_REG_INVALID && i < (int)REP_NR(x86_regs); i++)
		for (unsigned k = 0; k < NAMES; k++)
			if (x86_regs[i][k] == reg)
				return d->wide			     ? i
				       : i < (int)REP_NR(x86_narrow) ? x86_narrow[i]
								     : -1;
	return -1;
}

/* Instructions that access no memory, although they may have a memory operand. */
static bool x86_looks_only(unsigned id)
{
	return id == X86_INS_LEA || id == X86_INS_NOP || id == X86_INS_PREFETCHT0 ||
	       id == X86_INS_PREFETCHT1 || id == X86_INS_PREFETCHT2 || id == X86_INS_PREFETCHNTA ||
	       id == X86_INS_PREFETCHW;
}

static bool x86_is_stack(const struct disasm *d)
{
	const unsigned id = d->insn->id;

	return id == X86_INS_PUSH || id == X86_INS_POP || id == X86_INS_LEAVE ||
	       d->lib.insn_group(d->handle, d->insn, CS_GRP_CALL) ||
	       d->lib.insn_group(d->handle, d->insn, CS_GRP_RET);
}

static void x86_memory_operand(const struct disasm *d, const cs_x86_op *op, uint64_t addr,
			       struct disasm_memory *m)
{
	const x86_op_mem *mem = &op->mem;

	m->kind = DISASM_AT;
	m->base = x86_number(d, mem->base);
	m->index = mem->scale == 1 ? x86_number(d, mem->index) : -1;
	m->disp = mem->disp;
	if (mem->base == X86_REG_RIP) {
		m->kind = DISASM_FIXED;
		m->addr = addr + d->insn->size + (uint64_t)mem->disp;
	} else if (mem->base == X86_REG_INVALID) {
		m->kind = DISASM_FIXED;
		m->addr = (uint64_t)mem->disp;
	}
}

static void x86_memory(const struct disasm *d, uint64_t addr, struct disasm_memory *m)
{
	const cs_x86 *x = &d->insn->detail->x86;

	if (x86_looks_only(d->insn->id))
		return;
	for (unsigned i = 0; i < x->op_count; i++) {
		const x86_op_mem *mem = &x->operands[i].mem;

		if (x->operands[i].type != X86_OP_MEM)
			continue;
		if (mem->segment == X86_REG_FS && mem->base == X86_REG_INVALID &&
		    mem->disp == CANARY_DISP)
			m->kind = DISASM_CANARY;
		if (mem->segment != X86_REG_FS && mem->segment != X86_REG_GS)
			x86_memory_operand(d, &x->operands[i], addr, m);
		return;
	}
	if (x86_is_stack(d))
		m->kind = DISASM_STACK;
}

/*
 * Get the operand that is written, if it is a register, and the other operand; either may stand
 * first.
 */
static bool x86_two(const struct disasm *d, const cs_x86_op **to, const cs_x86_op **from)
{
	const cs_x86 *x = &d->insn->detail->x86;
	const unsigned w = x->op_count == 2 && x->operands[1].access & CS_AC_WRITE;

	if (x->op_count != 2 || x->operands[w].type != X86_OP_REG ||
	    !(x->operands[w].access & CS_AC_WRITE))
		return false;
	*to = &x->operands[w];
	*from = &x->operands[!w];
	return true;
}

static void x86_move(const struct disasm *d, const cs_x86_op *from, struct disasm_step *st)
{
	if (from->type == X86_OP_REG && from->size == disasm_pointer(d)) {
		st->kind = DISASM_MOVE;
		st->from = x86_number(d, from->reg);
	} else if (from->type == X86_OP_MEM && from->size == disasm_pointer(d)) {
		st->kind = DISASM_LOAD;
	} else if (from->type == X86_OP_IMM) {
		st->kind = DISASM_ADD;
		st->number = (uint64_t)from->imm;
	}
}

static void x86_lea(const struct disasm *d, const cs_x86_op *from, uint64_t addr,
		    struct disasm_step *st)
{
	struct disasm_memory m = { .base = -1, .index = -1 };

	if (from->type != X86_OP_MEM)
		return;
	x86_memory_operand(d, from, addr, &m);
	if (m.kind == DISASM_FIXED && from->mem.index != X86_REG_INVALID &&
	    from->mem.base == X86_REG_INVALID)
		return;
	st->kind = m.kind == DISASM_AT && m.index >= 0 ? DISASM_ADD_TWO : DISASM_ADD;
	st->from = m.base;
	st->also = m.index;
	st->number = m.kind == DISASM_FIXED ? m.addr : (uint64_t)m.disp;
}

static void x86_add(const struct disasm *d, const cs_x86_op *from, struct disasm_step *st)
{
	const bool less = d->insn->id == X86_INS_SUB;

	st->from = st->to;
	if (from->type == X86_OP_IMM) {
		st->kind = DISASM_ADD;
		st->number = less ? 0 - (uint64_t)from->imm : (uint64_t)from->imm;
	} else if (from->type == X86_OP_REG && !less) {
		st->kind = DISASM_ADD_TWO;
		st->also = x86_number(d, from->reg);
	}
}

static void x86_effect(const struct disasm *d, uint64_t addr, struct disasm_step *st)
{
	const unsigned id = d->insn->id;
	const cs_x86_op *to, *from;

	if (!x86_two(d, &to, &from))
		return;
	st->to = x86_number(d, to->reg);
	if (to->size == 4 && from->type == X86_OP_REG && from->reg == to->reg &&
	    (id == X86_INS_XOR || id == X86_INS_SUB)) {
		st->kind = DISASM_ADD;
		st->zero = true;
		return;
	}
	/*
	 * A write to a part of a register leaves no address in it, except a MOV of a constant to
	 * the lower 32 bits.
	 */
	if (to->size != disasm_pointer(d) && !(to->size == 4 && from->type == X86_OP_IMM &&
					       (id == X86_INS_MOV || id == X86_INS_MOVABS)))
		return;
	if (id == X86_INS_MOV || id == X86_INS_MOVABS) {
		x86_move(d, from, st);
		st->zero = st->kind == DISASM_ADD && !st->number;
	} else if (id == X86_INS_LEA) {
		x86_lea(d, from, addr, st);
	} else if (id == X86_INS_ADD || id == X86_INS_SUB) {
		x86_add(d, from, st);
	} else if (!strncmp(d->insn->mnemonic, "cmov", 4) && from->type == X86_OP_REG) {
		st->kind = DISASM_MAYBE;
		st->from = x86_number(d, from->reg);
		st->also = st->to;
	}
}

static bool x86_ends(unsigned id)
{
	return id == X86_INS_JMP || id == X86_INS_UD2 || id == X86_INS_HLT || id == X86_INS_INT3;
}

/* ---- arm64 ------------------------------------------------------------------------------- */

#define ARM64_CALLS 0x4007ffffu /* x0 to x18, x30 */
#define ARM64_SP 31

static int arm64_number(unsigned reg, bool *whole)
{
	*whole = true;
	if (reg >= ARM64_REG_X0 && reg <= ARM64_REG_X28)
		return (int)(reg - ARM64_REG_X0);
	if (reg == ARM64_REG_X29 || reg == ARM64_REG_X30)
		return reg == ARM64_REG_X29 ? 29 : 30;
	if (reg == ARM64_REG_SP)
		return ARM64_SP;
	*whole = false;
	return reg >= ARM64_REG_W0 && reg <= ARM64_REG_W30 ? (int)(reg - ARM64_REG_W0) : -1;
}

static int arm64_whole(const cs_arm64_op *op)
{
	bool whole;
	const int n = op->type == ARM64_OP_REG ? arm64_number(op->reg, &whole) : -1;

	return n >= 0 && whole ? n : -1;
}

static void arm64_memory(const struct disasm *d, struct disasm_memory *m)
{
	const cs_arm64 *a = &d->insn->detail->arm64;
	bool whole;

	for (unsigned i = 0; i < a->op_count; i++) {
		const arm64_op_mem *mem = &a->operands[i].mem;

		if (a->operands[i].type != ARM64_OP_MEM)
			continue;
		m->kind = DISASM_AT;
		m->disp = mem->disp;
		m->base = arm64_number(mem->base, &whole);
		m->index = arm64_number(mem->index, &whole);
		if (!whole || a->operands[i].shift.value)
			m->index = -1;
		return;
	}
}

static bool is_load(unsigned id)
{
	return id == ARM64_INS_LDR || id == ARM64_INS_LDUR || id == ARM64_INS_LDAR ||
	       id == ARM64_INS_LDP;
}

static void arm64_add(const struct disasm *d, const cs_arm64_op *op, struct disasm_step *st)
{
	const bool less = d->insn->id == ARM64_INS_SUB;

	st->from = arm64_whole(&op[1]);
	if (op[2].type == ARM64_OP_IMM) {
		const uint64_t n = (uint64_t)op[2].imm << (op[2].shift.value & 63);

		st->kind = DISASM_ADD;
		st->number = less ? 0 - n : n;
	} else if (!less) {
		st->kind = DISASM_ADD_TWO;
		st->also = op[2].shift.value ? -1 : arm64_whole(&op[2]);
	}
}

static void arm64_effect(const struct disasm *d, struct disasm_step *st)
{
	const cs_arm64 *a = &d->insn->detail->arm64;
	const cs_arm64_op *op = a->operands;
	const unsigned id = d->insn->id;

	st->to = a->op_count >= 2 ? arm64_whole(&op[0]) : -1;
	if (st->to < 0)
		return;
	if (is_load(id) && !a->writeback && st->mem.kind == DISASM_AT) {
		st->kind = DISASM_LOAD;
		st->also = id == ARM64_INS_LDP ? arm64_whole(&op[1]) : -1;
	} else if (id == ARM64_INS_MOV && op[1].type == ARM64_OP_REG) {
		st->kind = DISASM_MOVE;
		st->from = arm64_whole(&op[1]);
		if (op[1].reg == ARM64_REG_XZR) {
			st->kind = DISASM_ADD;
			st->zero = true;
		}
	} else if ((id == ARM64_INS_MOV || id == ARM64_INS_MOVZ || id == ARM64_INS_ADRP ||
		    id == ARM64_INS_ADR) &&
		   op[1].type == ARM64_OP_IMM) {
		st->kind = DISASM_ADD;
		st->number = (uint64_t)op[1].imm;
		st->zero = !st->number;
	} else if ((id == ARM64_INS_ADD || id == ARM64_INS_SUB) && a->op_count == 3) {
		arm64_add(d, op, st);
	} else if (id == ARM64_INS_CSEL && a->op_count >= 3) {
		st->kind = DISASM_MAYBE;
		st->from = arm64_whole(&op[1]);
		st->also = arm64_whole(&op[2]);
	}
}

static bool arm64_ends(const struct disasm *d)
{
	const unsigned id = d->insn->id;

	return id == ARM64_INS_BR || id == ARM64_INS_BRK || id == ARM64_INS_RET ||
	       (id == ARM64_INS_B && (d->insn->detail->arm64.cc == ARM64_CC_INVALID ||
				      d->insn->detail->arm64.cc == ARM64_CC_AL));
}

/* ---- both -------------------------------------------------------------------------------- */

unsigned disasm_pointer(const struct disasm *d)
{
	return d->wide ? 8 : 4;
}

static int disasm_reg_number(const struct disasm *d, unsigned reg)
{
	bool whole;

	return d->arch == CS_ARCH_X86 ? x86_number(d, reg) : arm64_number(reg, &whole);
}

static uint32_t written(const struct disasm *d)
{
	cs_regs read, write;
	uint8_t nr_read = 0, nr_write = 0;
	uint32_t mask = 0;

	if (d->lib.regs_access(d->handle, d->insn, read, &nr_read, write, &nr_write) != CS_ERR_OK)
		return UINT32_MAX;
	for (unsigned i = 0; i < nr_write; i++) {
		const int n = disasm_reg_number(d, write[i]);

		mask |= n >= 0 ? 1u << n : 0;
	}
	return mask;
}

static void calls_and_jumps(struct disasm *d, struct disasm_step *st)
{
	const bool x86 = d->arch == CS_ARCH_X86;
	/* Some versions of capstone put calls of arm64 into no group. */
	const bool bl = !x86 && (d->insn->id == ARM64_INS_BL || d->insn->id == ARM64_INS_BLR);

	if (bl || d->lib.insn_group(d->handle, d->insn, CS_GRP_CALL)) {
		st->call = true;
		st->written = !x86 ? ARM64_CALLS : d->wide ? X86_CALLS : X86_NARROW_CALLS;
		return;
	}
	d->shown = true;
	st->jumps = disasm_target(d, &st->target);
	st->is_indirect = !st->jumps &&
			  d->insn->id == (x86 ? (unsigned)X86_INS_JMP : (unsigned)ARM64_INS_BR);
	st->ends = d->lib.insn_group(d->handle, d->insn, CS_GRP_RET) ||
		   (x86 ? x86_ends(d->insn->id) : arm64_ends(d));
}

size_t disasm_step(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_step *st)
{
	*st = (struct disasm_step){
		.to = -1, .from = -1, .also = -1, .mem = { .base = -1, .index = -1 }
	};
	if ((d->arch != CS_ARCH_X86 && d->arch != CS_ARCH_ARM64) ||
	    !disasm_next(d, code, len, addr))
		return 0;
	st->is_nop = !strncmp(d->insn->mnemonic, "nop", 3);
	st->written = written(d);
	if (d->arch == CS_ARCH_X86)
		x86_memory(d, addr, &st->mem);
	else
		arm64_memory(d, &st->mem);
	calls_and_jumps(d, st);
	if (st->call)
		return d->insn->size;
	if (d->arch == CS_ARCH_X86)
		x86_effect(d, addr, st);
	else
		arm64_effect(d, st);
	return d->insn->size;
}

#else

unsigned disasm_pointer(const struct disasm *d)
{
	(void)d;
	return 8;
}

size_t disasm_step(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_step *st)
{
	(void)d;
	(void)code;
	(void)len;
	(void)addr;
	(void)st;
	return 0;
}

#endif
