/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of registers by architecture. A register's number is its bit in the attr's register mask.
 */
#include "wire/regs.h"

#include "base/bytes.h"

#include <stdbool.h>
#include <string.h>

enum arch {
	A_x86,
	A_arm,
	A_arm64,
	A_powerpc,
	A_s390,
	A_riscv,
	A_mips,
	A_loongarch,
	A_csky,
	NR_ARCHS
};

static const char *const names[NR_ARCHS][64] = {
#define PD_REGS(arch, first, ...) [A_##arch][first] = __VA_ARGS__,
#include "schema/regs.def"
#undef PD_REGS
};

/* Prefixes of machine names; a longer prefix comes before a shorter one. */
static const struct {
	const char *begins;
	enum arch arch;
} machines[] = {
	{ "x86", A_x86 },     { "i386", A_x86 },
	{ "i486", A_x86 },    { "i586", A_x86 },
	{ "i686", A_x86 },    { "aarch64", A_arm64 },
	{ "arm64", A_arm64 }, { "arm", A_arm },
	{ "ppc", A_powerpc }, { "powerpc", A_powerpc },
	{ "s390", A_s390 },   { "riscv", A_riscv },
	{ "mips", A_mips },   { "loongarch", A_loongarch },
	{ "csky", A_csky },
};

static const struct {
	uint32_t e_machine;
	enum arch arch;
} elf[] = {
	{ 3, A_x86 },	   { 62, A_x86 },	 { 40, A_arm },	  { 183, A_arm64 },
	{ 20, A_powerpc }, { 21, A_powerpc },	 { 22, A_s390 },  { 243, A_riscv },
	{ 8, A_mips },	   { 258, A_loongarch }, { 252, A_csky },
};

static const char *const arch_names[NR_ARCHS] = { "x86",   "arm",  "arm64",	"powerpc", "s390",
						  "riscv", "mips", "loongarch", "csky" };

static bool find_arch(const char *machine, enum arch *out)
{
	for (size_t i = 0; machine && i < PD_NR(machines); i++)
		if (!strncmp(machine, machines[i].begins, strlen(machines[i].begins))) {
			*out = machines[i].arch;
			return true;
		}
	return false;
}

const char *pd_arch_by_name(const char *machine)
{
	enum arch a;

	return find_arch(machine, &a) ? arch_names[a] : NULL;
}

const char *pd_arch_by_elf(uint32_t e_machine)
{
	for (size_t i = 0; i < PD_NR(elf); i++)
		if (elf[i].e_machine == e_machine)
			return arch_names[elf[i].arch];
	return NULL;
}

const char *pdata_reg_name(const char *arch, unsigned bit)
{
	enum arch a;

	return bit < 64 && find_arch(arch, &a) ? names[a][bit] : NULL;
}
