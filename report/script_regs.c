/* SPDX-License-Identifier: BSD-2-Clause */
/* Register names by architecture; a register's number is its bit in the mask. */

#include "script.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static const char *const x86[] = {
	"AX",	 "BX",	  "CX",	   "DX",    "SI",    "DI",    "BP",    "SP",    "IP",	 "FLAGS", "CS",
	"SS",	 "DS",	  "ES",	   "FS",    "GS",    "R8",    "R9",    "R10",   "R11",	 "R12",	  "R13",
	"R14",	 "R15",	  NULL,	   NULL,    NULL,    NULL,    NULL,    NULL,    NULL,	 NULL,	  "XMM0",
	"XMM0",	 "XMM1",  "XMM1",  "XMM2",  "XMM2",  "XMM3",  "XMM3",  "XMM4",  "XMM4",	 "XMM5",  "XMM5",
	"XMM6",	 "XMM6",  "XMM7",  "XMM7",  "XMM8",  "XMM8",  "XMM9",  "XMM9",  "XMM10", "XMM10", "XMM11",
	"XMM11", "XMM12", "XMM12", "XMM13", "XMM13", "XMM14", "XMM14", "XMM15", "XMM15",
};

static const char *const arm[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp", "ip", "sp", "lr", "pc",
};

static const char *const arm64[] = {
	"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",	 "x7",	"x8",  "x9",  "x10", "x11",
	"x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
	"x24", "x25", "x26", "x27", "x28", "x29", "lr",	 "sp",	"pc",  [46] = "vg",
};

static const char *const powerpc[] = {
	"r0",	 "r1",	  "r2",	   "r3",   "r4",   "r5",   "r6",   "r7",   "r8",   "r9",   "r10",  "r11",
	"r12",	 "r13",	  "r14",   "r15",  "r16",  "r17",  "r18",  "r19",  "r20",  "r21",  "r22",  "r23",
	"r24",	 "r25",	  "r26",   "r27",  "r28",  "r29",  "r30",  "r31",  "nip",  "msr",  "orig_r3", "ctr",
	"link",	 "xer",	  "ccr",   "softe", "trap", "dar", "dsisr", "sier", "mmcra", "mmcr0", "mmcr1", "mmcr2",
	"mmcr3", "sier2", "sier3", "pmc1", "pmc2", "pmc3", "pmc4", "pmc5", "pmc6", "sdar", "siar",
};

static const char *const s390[] = {
	"R0",  "R1",  "R2",  "R3",  "R4",  "R5",  "R6",	  "R7",	  "R8",	  "R9",	  "R10",  "R11",
	"R12", "R13", "R14", "R15", "FP0", "FP1", "FP2",  "FP3",  "FP4",  "FP5",  "FP6",  "FP7",
	"FP8", "FP9", "FP10", "FP11", "FP12", "FP13", "FP14", "FP15", "MASK", "PC",
};

static const char *const riscv[] = {
	"pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1",  "a0",  "a1", "a2", "a3", "a4", "a5",
	"a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

/* perf has no names for the two registers of the kernel, 26 and 27. */
static const char *const mips[] = {
	"PC",  "$1",  "$2",  "$3",  "$4",  "$5",  "$6",	 "$7",	"$8", "$9", "$10", "$11", "$12", "$13", "$14",
	"$15", "$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$24", "$25", NULL, NULL, "$28", "$29",
	"$30", "$31",
};

static const char *const csky[] = {
	NULL,	 "lr",	  "pc",	   NULL,    "sp",    NULL,    "a0",    "a1",	"a2",	 "a3",
	"regs0", "regs1", "regs2", "regs3", "regs4", "regs5", "regs6", "regs7", "regs8", "regs9",
};

static const struct {
	const char *arch;
	const char *const *names;
	unsigned nr;
} archs[] = {
	{ "x86", x86, NR(x86) },	 { "arm", arm, NR(arm) },     { "arm64", arm64, NR(arm64) },
	{ "powerpc", powerpc, NR(powerpc) }, { "s390", s390, NR(s390) }, { "riscv", riscv, NR(riscv) },
	{ "mips", mips, NR(mips) },	 { "csky", csky, NR(csky) },
};

const char *script_reg_name(const char *arch, unsigned reg)
{
	for (size_t i = 0; i < NR(archs); i++) {
		if (strcmp(archs[i].arch, arch))
			continue;
		return reg < archs[i].nr && archs[i].names[reg] ? archs[i].names[reg] : "unknown";
	}
	return "unknown";
}
