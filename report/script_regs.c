/* SPDX-License-Identifier: BSD-2-Clause */
/* Register names as perf 6.1 prints them: it has none for some that the library names. */

#include "script.h"

static const struct {
	const char *arch;
	uint64_t bits;
} unnamed[] = {
	{ "mips", 1ull << 26 | 1ull << 27 }, /* those of the kernel */
	{ "loongarch", ~0ull },
	{ "csky", ~0xfffd6ull }, /* thread, status, first argument; the second version's */
};

const char *script_reg_name(const char *arch, unsigned reg)
{
	const char *name;

	for (size_t i = 0; i < REP_NR(unnamed); i++)
		if (!strncmp(arch, unnamed[i].arch, strlen(unnamed[i].arch)) &&
		    unnamed[i].bits >> reg & 1)
			return "unknown";
	/* Both halves of an XMM register have its name. */
	name = pdata_reg_name(arch, !strcmp(arch, "x86") && reg >= 32 ? reg & ~1u : reg);
	return name ? name : "unknown";
}
