/* SPDX-License-Identifier: BSD-2-Clause */
#include "disasm.h"

#include "rep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <elf.h>

#define TEXT(x) #x
#define SONAME(version) "libcapstone.so." TEXT(version)
#define LIBRARY SONAME(CS_API_MAJOR)

/* What is used of the library: name in struct library, function. */
#define FUNCTIONS(F)                                                                               \
	F(open, cs_open)                                                                           \
	F(option, cs_option)                                                                       \
	F(close, cs_close)                                                                         \
	F(insn_new, cs_malloc)                                                                     \
	F(insn_free, cs_free)                                                                      \
	F(insn_next, cs_disasm_iter)                                                               \
	F(insn_group, cs_insn_group)

/*
 * Opened when the first instruction is asked for, which few reports do: its tables hold so many addresses
 * that every start of the program would write 3 MB of them.
 */
struct library {
#define MEMBER(member, function) __typeof__(&(function)) member;
	FUNCTIONS(MEMBER)
#undef MEMBER
};

struct disasm {
	struct library lib;
	csh handle;
	cs_insn *insn;
	size_t least;
	cs_arch arch;
	bool shown; /* insn is what disasm_one() showed */
};

struct kind {
	unsigned machine;
	cs_arch arch;
	int mode[2]; /* of 32 and 64 bits; -1: does not exist */
	size_t least;
};

static const struct kind kinds[] = {
	{ EM_X86_64, CS_ARCH_X86, { CS_MODE_32, CS_MODE_64 }, 1 },
	{ EM_386, CS_ARCH_X86, { CS_MODE_32, -1 }, 1 },
	{ EM_AARCH64, CS_ARCH_ARM64, { -1, 0 }, 4 },
	{ EM_ARM, CS_ARCH_ARM, { CS_MODE_ARM, -1 }, 2 },
	{ EM_S390, CS_ARCH_SYSZ, { -1, 0 }, 2 },
	{ EM_PPC64, CS_ARCH_PPC, { -1, CS_MODE_64 }, 4 },
	{ EM_PPC, CS_ARCH_PPC, { CS_MODE_32, -1 }, 4 },
	{ EM_MIPS, CS_ARCH_MIPS, { CS_MODE_MIPS32, CS_MODE_MIPS64 }, 4 },
	{ EM_SPARCV9, CS_ARCH_SPARC, { -1, CS_MODE_V9 }, 4 },
#if CS_API_MAJOR >= 5
	{ EM_RISCV,
	  CS_ARCH_RISCV,
	  { CS_MODE_RISCV32 | CS_MODE_RISCVC, CS_MODE_RISCV64 | CS_MODE_RISCVC },
	  2 },
#endif
};

static const struct kind *kind_of(const struct disasm_machine *m)
{
	for (size_t i = 0; i < REP_NR(kinds); i++)
		if (kinds[i].machine == m->machine && kinds[i].mode[m->wide] >= 0)
			return &kinds[i];
	return NULL;
}

#ifdef REP_STATIC

static bool library_open(struct library *lib)
{
#define LINKED(member, function) .member = function,
	*lib = (struct library){ FUNCTIONS(LINKED) };
#undef LINKED
	return true;
}

#else

/* It stays open: there may be more to show. */
static bool library_open(struct library *lib)
{
	void *so = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL), *at;

	if (!so)
		return false;
#define FIND(member, function)                                                                     \
	at = dlsym(so, #function);                                                                 \
	if (!at)                                                                                   \
		return false;                                                                      \
	memcpy(&lib->member, &at, sizeof(at));
	FUNCTIONS(FIND)
#undef FIND
	return true;
}

#endif

struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why)
{
	const struct kind *k = kind_of(m);
	struct disasm *d;
	int mode;

	*why = "is for a machine that capstone does not know";
	if (!k)
		return NULL;
	d = rep_alloc(1, sizeof(*d));
	if (!library_open(&d->lib)) {
		*why = "cannot be shown: " LIBRARY " is not here";
		free(d);
		return NULL;
	}
	mode = k->mode[m->wide] | (m->big && k->arch != CS_ARCH_SYSZ ? (int)CS_MODE_BIG_ENDIAN : 0);
	if (k->arch == CS_ARCH_ARM && m->thumb)
		mode |= CS_MODE_THUMB;
	if (d->lib.open(k->arch, (cs_mode)mode, &d->handle) != CS_ERR_OK) {
		free(d);
		return NULL;
	}
	if (k->arch == CS_ARCH_X86 && !intel)
		d->lib.option(d->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	d->lib.option(d->handle, CS_OPT_DETAIL, CS_OPT_ON); /* before there is room for one */
	d->insn = d->lib.insn_new(d->handle);
	d->least = k->least;
	d->arch = k->arch;
	return d;
}

void disasm_free(struct disasm *d)
{
	if (!d)
		return;
	d->lib.insn_free(d->insn, 1);
	d->lib.close(&d->handle);
	free(d);
}

size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size)
{
	const uint8_t *p = code;
	size_t left = len, least = d->least < len ? d->least : len, at = 0;

	d->shown = d->insn && d->lib.insn_next(d->handle, &p, &left, &addr, d->insn);
	if (d->shown) {
		snprintf(text, size, "%s%s%s", d->insn->mnemonic, d->insn->op_str[0] ? " " : "",
			 d->insn->op_str);
		return d->insn->size;
	}
	at = (size_t)snprintf(text, size, ".byte");
	for (size_t i = 0; i < least && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%s 0x%02x", i ? "," : "", code[i]);
	return least;
}

size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len)
{
	uint64_t addr = 0;

	return d->insn && d->lib.insn_next(d->handle, &code, &len, &addr, d->insn) ? d->insn->size
										   : 0;
}

bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len)
{
	static const unsigned groups[] = { CS_GRP_JUMP, CS_GRP_CALL, CS_GRP_RET, CS_GRP_INT,
					   CS_GRP_IRET };

	if (!disasm_length(d, code, len))
		return true;
	for (size_t i = 0; i < REP_NR(groups); i++)
		if (d->lib.insn_group(d->handle, d->insn, groups[i]))
			return true;
	return false;
}

/* The last operand that is a number: conditions and registers stand before it. */
static bool last_number(const struct disasm *d, uint64_t *n)
{
	const cs_detail *detail = d->insn->detail;

#define LAST(name, IMM)                                                                            \
	for (unsigned i = detail->name.op_count; i-- > 0;)                                         \
		if (detail->name.operands[i].type == (IMM))                                        \
			return *n = (uint64_t)detail->name.operands[i].imm, true;                  \
	return false

	switch (d->arch) {
	case CS_ARCH_X86:
		LAST(x86, X86_OP_IMM);
	case CS_ARCH_ARM64:
		LAST(arm64, ARM64_OP_IMM);
	case CS_ARCH_ARM:
		LAST(arm, ARM_OP_IMM);
	case CS_ARCH_SYSZ:
		LAST(sysz, SYSZ_OP_IMM);
	case CS_ARCH_PPC:
		LAST(ppc, PPC_OP_IMM);
	default:
		return false;
	}
#undef LAST
}

bool disasm_target(const struct disasm *d, uint64_t *addr)
{
	if (!d->shown || !(d->lib.insn_group(d->handle, d->insn, CS_GRP_JUMP) ||
			   d->lib.insn_group(d->handle, d->insn, CS_GRP_CALL)))
		return false;
	return last_number(d, addr);
}

/* ---- memory ------------------------------------------------------------------------------ */

struct reg_number {
	unsigned reg;
	int number;
};

static const struct reg_number x86_64[] = {
	{ X86_REG_RAX, 0 },  { X86_REG_RDX, 1 },  { X86_REG_RCX, 2 },  { X86_REG_RBX, 3 },
	{ X86_REG_RSI, 4 },  { X86_REG_RDI, 5 },  { X86_REG_RBP, 6 },  { X86_REG_RSP, 7 },
	{ X86_REG_R8, 8 },   { X86_REG_R9, 9 },	  { X86_REG_R10, 10 }, { X86_REG_R11, 11 },
	{ X86_REG_R12, 12 }, { X86_REG_R13, 13 }, { X86_REG_R14, 14 }, { X86_REG_R15, 15 },
};

static const struct reg_number x86_32[] = {
	{ X86_REG_EAX, 0 }, { X86_REG_ECX, 1 }, { X86_REG_EDX, 2 }, { X86_REG_EBX, 3 },
	{ X86_REG_ESP, 4 }, { X86_REG_EBP, 5 }, { X86_REG_ESI, 6 }, { X86_REG_EDI, 7 },
};

static int number_of(const struct reg_number *all, size_t nr, unsigned reg)
{
	for (size_t i = 0; i < nr; i++)
		if (all[i].reg == reg)
			return all[i].number;
	return -1;
}

static int x86_number(unsigned reg)
{
	const int n = number_of(x86_64, REP_NR(x86_64), reg);

	return n >= 0 ? n : number_of(x86_32, REP_NR(x86_32), reg);
}

/* Those that look at no memory, whatever their operands look like. */
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

#define CANARY_DISP 0x28 /* from the thread's block, where fs leads */

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
		if (mem->segment == X86_REG_FS || mem->segment == X86_REG_GS)
			return;
		m->kind = DISASM_AT;
		m->base = x86_number(mem->base);
		m->disp = mem->disp;
		if (mem->base == X86_REG_RIP) {
			m->kind = DISASM_FIXED;
			m->addr = addr + d->insn->size + (uint64_t)mem->disp;
		} else if (mem->base == X86_REG_INVALID) {
			m->kind = DISASM_FIXED;
			m->addr = (uint64_t)mem->disp;
		}
		return;
	}
	if (x86_is_stack(d))
		m->kind = DISASM_STACK;
}

static void arm64_memory(const struct disasm *d, struct disasm_memory *m)
{
	const cs_arm64 *a = &d->insn->detail->arm64;

	for (unsigned i = 0; i < a->op_count; i++) {
		const arm64_op_mem *mem = &a->operands[i].mem;

		if (a->operands[i].type != ARM64_OP_MEM)
			continue;
		m->kind = DISASM_AT;
		m->disp = mem->disp;
		m->base = mem->base == ARM64_REG_SP    ? 31
			  : mem->base == ARM64_REG_X29 ? 29
			  : mem->base == ARM64_REG_X30 ? 30
			  : mem->base >= ARM64_REG_X0 && mem->base <= ARM64_REG_X28
				  ? (int)(mem->base - ARM64_REG_X0)
				  : -1;
		return;
	}
}

void disasm_memory(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_memory *m)
{
	*m = (struct disasm_memory){ .base = -1 };
	if (!disasm_length(d, code, len))
		return;
	if (d->arch == CS_ARCH_X86)
		x86_memory(d, addr, m);
	else if (d->arch == CS_ARCH_ARM64)
		arm64_memory(d, m);
}

#else

struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why)
{
	(void)m;
	(void)intel;
	*why = "cannot be shown: this build lacks capstone";
	return NULL;
}

void disasm_free(struct disasm *d)
{
	(void)d;
}

size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size)
{
	(void)d;
	(void)code;
	(void)addr;
	if (size)
		text[0] = 0;
	return len;
}

size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len)
{
	(void)d;
	(void)code;
	(void)len;
	return 0;
}

bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len)
{
	(void)code;
	(void)d;
	(void)len;
	return true;
}

bool disasm_target(const struct disasm *d, uint64_t *addr)
{
	(void)d;
	(void)addr;
	return false;
}

void disasm_memory(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_memory *m)
{
	(void)d;
	(void)code;
	(void)len;
	(void)addr;
	*m = (struct disasm_memory){ .base = -1 };
}

#endif

static bool same_machine(const struct disasm_machine *a, const struct disasm_machine *b)
{
	return a->machine == b->machine && a->big == b->big && a->wide == b->wide &&
	       a->thumb == b->thumb;
}

struct disasm *disasm_for(struct disasm_last *last, const struct disasm_machine *m)
{
	const char *why;

	if (last->asked && same_machine(&last->machine, m))
		return last->dis;
	disasm_free(last->dis);
	*last = (struct disasm_last){ .asked = true,
				      .machine = *m,
				      .dis = disasm_new(m, false, &why) };
	return last->dis;
}
