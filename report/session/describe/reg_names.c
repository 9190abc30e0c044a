/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks up architectures, and names of their registers as perf 6.1 prints them. perf 6.1 has no
 * names for some registers that libpdata names.
 */

#include "session/describe/reg_names.h"

#include "base/array.h"
#include "session/session.h"

#include <string.h>

static const struct {
	const char *arch;
	uint64_t bits;
} unnamed[] = {
	{ "mips", 1ull << 26 | 1ull << 27 }, /* reserved for the kernel */
	{ "loongarch", ~0ull },
	{ "csky", ~0xfffd6ull }, /* TLS, status, first argument; registers of ABI version 2 */
};

const char *script_reg_name(const char *arch, unsigned reg)
{
	const char *name;

	for (size_t i = 0; i < REP_NR(unnamed); i++)
		if (!strncmp(arch, unnamed[i].arch, strlen(unnamed[i].arch)) &&
		    unnamed[i].bits >> reg & 1)
			return "unknown";
	/* An XMM register has two numbers, one for each half; both have its name. */
	name = pdata_reg_name(arch, !strcmp(arch, "x86") && reg >= 32 ? reg & ~1u : reg);
	return name ? name : "unknown";
}

const char *script_arch(struct rep_session *ses)
{
	static const struct {
		const char *start, *arch;
	} rows[] = {
		{ "x86_64", "x86" },  { "i386", "x86" },	{ "i486", "x86" },
		{ "i586", "x86" },    { "i686", "x86" },	{ "aarch64", "arm64" },
		{ "arm64", "arm64" }, { "arm", "arm" },		{ "s390", "s390" },
		{ "ppc", "powerpc" }, { "powerpc", "powerpc" }, { "mips", "mips" },
		{ "riscv", "riscv" }, { "csky", "csky" },	{ "sparc", "sparc" },
		{ "sun4u", "sparc" }, { "parisc", "parisc" },
	};
	const struct pdata_feature *f;

	if (session_feature(ses, PDATA_FEAT_ARCH, &f))
		return "x86";
	for (size_t i = 0; i < REP_NR(rows); i++)
		if (!strncmp(f->u.str, rows[i].start, strlen(rows[i].start)))
			return rows[i].arch;
	return f->u.str;
}
