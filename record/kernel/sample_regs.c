/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names and mask bits of the registers that samples can have on the architecture of this build, for
 * --user-regs and --intr-regs.
 */
#include "kernel/sample_regs.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

/*
 * A bit of sample_regs_user and sample_regs_intr, on the architecture this is built for.
 * Source: linux arch/.../include/uapi/asm/perf_regs.h.
 */
struct reg {
	const char *name;
	uint8_t bit;
};

#if defined(__x86_64__) || defined(__i386__)
static const struct reg regs[] = {
	{ "AX", 0 },   { "BX", 1 },   { "CX", 2 },   { "DX", 3 },    { "SI", 4 },   { "DI", 5 },
	{ "BP", 6 },   { "SP", 7 },   { "IP", 8 },   { "FLAGS", 9 }, { "CS", 10 },  { "SS", 11 },
#ifdef __x86_64__
	{ "R8", 16 },  { "R9", 17 },  { "R10", 18 }, { "R11", 19 },  { "R12", 20 }, { "R13", 21 },
	{ "R14", 22 }, { "R15", 23 },
#else
	{ "DS", 12 }, { "ES", 13 }, { "FS", 14 }, { "GS", 15 },
#endif
};
#define REG_SP 7
#define REG_IP 8
#elif defined(__aarch64__)
static const struct reg regs[] = {
	{ "x0", 0 },   { "x1", 1 },   { "x2", 2 },   { "x3", 3 },   { "x4", 4 },   { "x5", 5 },
	{ "x6", 6 },   { "x7", 7 },   { "x8", 8 },   { "x9", 9 },   { "x10", 10 }, { "x11", 11 },
	{ "x12", 12 }, { "x13", 13 }, { "x14", 14 }, { "x15", 15 }, { "x16", 16 }, { "x17", 17 },
	{ "x18", 18 }, { "x19", 19 }, { "x20", 20 }, { "x21", 21 }, { "x22", 22 }, { "x23", 23 },
	{ "x24", 24 }, { "x25", 25 }, { "x26", 26 }, { "x27", 27 }, { "x28", 28 }, { "x29", 29 },
	{ "lr", 30 },  { "sp", 31 },  { "pc", 32 },
};
#define REG_SP 31
#define REG_IP 32
#elif defined(__arm__)
static const struct reg regs[] = {
	{ "r0", 0 },  { "r1", 1 },  { "r2", 2 },  { "r3", 3 },	{ "r4", 4 },   { "r5", 5 },
	{ "r6", 6 },  { "r7", 7 },  { "r8", 8 },  { "r9", 9 },	{ "r10", 10 }, { "fp", 11 },
	{ "ip", 12 }, { "sp", 13 }, { "lr", 14 }, { "pc", 15 },
};
#define REG_SP 13
#define REG_IP 15
#else
static const struct reg regs[] = { { "", 0 } };
#define REG_SP 0
#define REG_IP 0
#endif

uint64_t rec_regs_all_user(void)
{
	uint64_t mask = 0;

	for (size_t i = 0; i < REC_NR(regs); i++)
		if (regs[i].name[0])
			mask |= UINT64_C(1) << regs[i].bit;
	return mask;
}

uint64_t rec_regs_minimal(void)
{
	return rec_regs_all_user() ? UINT64_C(1) << REG_SP | UINT64_C(1) << REG_IP : 0;
}

uint64_t rec_regs_ip(void)
{
	return rec_regs_all_user() & UINT64_C(1) << REG_IP;
}

int rec_parse_regs(const char *s, uint64_t *mask, const char **bad)
{
	*mask = 0;
	for (;;) {
		size_t len = strcspn(s, ","), i = 0;

		while (i < REC_NR(regs) && (!regs[i].name[0] || strlen(regs[i].name) != len ||
					    strncasecmp(regs[i].name, s, len)))
			i++;
		if (i == REC_NR(regs)) {
			*bad = s;
			return -1;
		}
		*mask |= UINT64_C(1) << regs[i].bit;
		if (!s[len])
			return 0;
		s += len + 1;
	}
}

void rec_regs_print(void)
{
	for (size_t i = 0; i < REC_NR(regs); i++)
		printf("%s%s", i ? " " : "available registers: ", regs[i].name);
	printf("\n");
}
