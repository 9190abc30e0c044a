/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Disassembles instructions with capstone (dlopen unless linked statically), and tells branches,
 * branch targets and instruction lengths.
 */
#include "object/disasm/disasm_int.h"

#include "base/array.h"
#include "base/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

#include <dlfcn.h>
#include <elf.h>

#define TEXT(x) #x
#define SONAME(version) "libcapstone.so." TEXT(version)
#define LIBRARY SONAME(CS_API_MAJOR)

struct kind {
	unsigned machine;
	cs_arch arch;
	int mode[2]; /* for 32 and for 64 bits; -1: not supported */
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

static const struct kind *find_disasm_kind(const struct disasm_machine *m)
{
	for (size_t i = 0; i < REP_NR(kinds); i++)
		if (kinds[i].machine == m->machine && kinds[i].mode[m->wide] >= 0)
			return &kinds[i];
	return NULL;
}

#ifdef REP_STATIC

static bool library_open(struct disasm_library *lib)
{
#define LINKED(member, function) .member = function,
	*lib = (struct disasm_library){ FUNCTIONS(LINKED) };
#undef LINKED
	return true;
}

#else

/* The library stays loaded, because more instructions may be disassembled later. */
static bool library_open(struct disasm_library *lib)
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

/*
 * capstone dereferences NULL in places if an allocation fails, so its failed allocations leave it
 * by mem_leave() instead.
 */
static void *or_leave_capstone(void *p)
{
	if (!p)
		mem_leave();
	return p;
}

static void *capstone_malloc(size_t size)
{
	return or_leave_capstone(malloc(size ? size : 1));
}

static void *capstone_calloc(size_t nr, size_t size)
{
	return or_leave_capstone(calloc(nr ? nr : 1, size ? size : 1));
}

static void *capstone_realloc(void *p, size_t size)
{
	return or_leave_capstone(realloc(p, size ? size : 1));
}

/*
 * Set the allocation functions of the whole library, not of one handle. Memory that capstone got
 * before comes from malloc() as well, so free() may free it.
 */
static void set_capstone_memory(const struct disasm_library *lib)
{
	static const cs_opt_mem mem = { capstone_malloc, capstone_calloc, capstone_realloc, free,
					vsnprintf };
	static atomic_flag done = ATOMIC_FLAG_INIT;

	if (!atomic_flag_test_and_set(&done))
		lib->option(0, CS_OPT_MEM, (size_t)(uintptr_t)&mem);
}

static cs_mode mode_of(const struct kind *k, const struct disasm_machine *m)
{
	int mode = k->mode[m->wide];

	if (m->big && k->arch != CS_ARCH_SYSZ)
		mode |= (int)CS_MODE_BIG_ENDIAN;
	if (k->arch == CS_ARCH_ARM && m->thumb)
		mode |= CS_MODE_THUMB;
	return (cs_mode)mode;
}

struct capstone_start {
	struct disasm *d;
	cs_mode mode;
	bool intel, open;
};

static void start_capstone(void *start)
{
	struct capstone_start *s = start;
	struct disasm *d = s->d;

	s->open = d->lib.open(d->arch, s->mode, &d->handle) == CS_ERR_OK;
	if (!s->open)
		return;
	if (d->arch == CS_ARCH_X86 && !s->intel)
		d->lib.option(d->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	/* This must precede cs_malloc(), which makes room for details only if the option is on. */
	d->lib.option(d->handle, CS_OPT_DETAIL, CS_OPT_ON);
	d->insn = d->lib.insn_new(d->handle);
}

struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why)
{
	const struct kind *k = find_disasm_kind(m);
	struct capstone_start start = { .intel = intel };
	struct disasm *d;

	*why = "is for a machine that capstone does not know";
	if (!k)
		return NULL;
	d = mem_alloc(1, sizeof(*d));
	if (!d) {
		*why = "cannot be shown: out of memory";
		return NULL;
	}
	errno = 0;
	if (!library_open(&d->lib)) {
		mem_check_errno(false);
		*why = "cannot be shown: " LIBRARY " is not installed";
		free(d);
		return NULL;
	}
	d->least = k->least;
	d->arch = k->arch;
	d->wide = m->wide;
	set_capstone_memory(&d->lib);
	start.d = d;
	start.mode = mode_of(k, m);
	if (!mem_guarded(start_capstone, &start))
		*why = "cannot be shown: out of memory";
	else if (start.open)
		return d;
	free(d);
	return NULL;
}

void disasm_free(struct disasm *d)
{
	if (!d)
		return;
	d->lib.insn_free(d->insn, 1);
	d->lib.close(&d->handle);
	free(d);
}

struct capstone_next {
	struct disasm *d;
	const uint8_t *code;
	size_t len;
	uint64_t addr;
	bool found;
};

static void next_capstone(void *next)
{
	struct capstone_next *n = next;

	n->found = n->d->lib.insn_next(n->d->handle, &n->code, &n->len, &n->addr, n->d->insn);
}

bool disasm_next(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr)
{
	struct capstone_next n = { .d = d, .code = code, .len = len, .addr = addr };

	if (!d->insn || d->no_memory)
		return false;
	if (!mem_guarded(next_capstone, &n))
		d->no_memory = true;
	return n.found;
}

/* Return the length of an instruction that only capstone does not know; 0: there is none. */
static size_t unknown_len(const struct disasm *d, const uint8_t *code, size_t len)
{
	return d->arch == CS_ARCH_X86 ? disasm_vex_len(code, len, d->wide) : 0;
}

size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size)
{
	size_t least = d->least < len ? d->least : len, at = 0, unknown;

	d->shown = disasm_next(d, code, len, addr);
	if (d->shown) {
		snprintf(text, size, "%s%s%s", d->insn->mnemonic, d->insn->op_str[0] ? " " : "",
			 d->insn->op_str);
		return d->insn->size;
	}
	unknown = unknown_len(d, code, len);
	least = unknown ? unknown : least;
	at = (size_t)snprintf(text, size, ".byte");
	for (size_t i = 0; i < least && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%s 0x%02x", i ? "," : "", code[i]);
	return least;
}

size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len)
{
	d->shown = false; /* disasm_target() shall not answer for the instruction of this call */
	return disasm_next(d, code, len, 0) ? d->insn->size : unknown_len(d, code, len);
}

bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len)
{
	static const unsigned groups[] = { CS_GRP_JUMP, CS_GRP_CALL, CS_GRP_RET, CS_GRP_INT,
					   CS_GRP_IRET };

	d->shown = false;
	if (!disasm_next(d, code, len, 0))
		return !unknown_len(d, code, len);
	for (size_t i = 0; i < REP_NR(groups); i++)
		if (d->lib.insn_group(d->handle, d->insn, groups[i]))
			return true;
	return false;
}

/* Get the last operand that is a number: conditions and registers are operands before it. */
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

#endif

static bool same_machine(const struct disasm_machine *a, const struct disasm_machine *b)
{
	return a->machine == b->machine && a->big == b->big && a->wide == b->wide &&
	       a->thumb == b->thumb;
}

struct disasm *disasm_for(struct disasm_last *last, const struct disasm_machine *m)
{
	struct disasm *dis;
	const char *why;

	if (last->asked && same_machine(&last->machine, m))
		return last->dis;
	dis = disasm_new(m, false, &why);
	disasm_free(last->dis);
	*last = (struct disasm_last){ .asked = true, .machine = *m, .dis = dis };
	return dis;
}
