/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The architectures that can be unwound: word size, DWARF register numbers, and the bits of those
 * registers in a sample's register mask.
 */
#include "base/array.h"
#include "session/unwind/unwind_int.h"

#include <string.h>

static const uint8_t amd64_bits[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8 };
static const uint8_t i386_bits[] = { 0, 2, 3, 1, 7, 6, 4, 5, 8 };

static const struct unwind_arch archs[] = {
	{ .name = "x86_64",
	  .word = 8,
	  .nr = 17,
	  .ip_bit = 8,
	  .sp_bit = 7,
	  .sp = 7,
	  .fp = 6,
	  .ip = 16,
	  .amd64 = true,
	  .bit = amd64_bits },
	{ .name = "i386",
	  .word = 4,
	  .nr = 9,
	  .ip_bit = 8,
	  .sp_bit = 7,
	  .sp = 4,
	  .fp = 5,
	  .ip = 8,
	  .bit = i386_bits },
	{ .name = "aarch64",
	  .word = 8,
	  .nr = 32,
	  .ip_bit = 32,
	  .sp_bit = 31,
	  .sp = 31,
	  .fp = 29,
	  .ip = UNWIND_NO_REG,
	  .vg = 46 },
	{ .name = "arm",
	  .word = 4,
	  .nr = 16,
	  .ip_bit = 15,
	  .sp_bit = 13,
	  .sp = 13,
	  .fp = UNWIND_NO_REG,
	  .ip = 15,
	  .thumb = true },
	{ .name = "riscv64",
	  .word = 8,
	  .nr = 32,
	  .ip_bit = 0,
	  .sp_bit = 2,
	  .sp = 2,
	  .fp = UNWIND_NO_REG,
	  .ip = UNWIND_NO_REG },
	{ .name = "s390x",
	  .word = 8,
	  .nr = 16,
	  .ip_bit = 33,
	  .sp_bit = 15,
	  .sp = 15,
	  .fp = UNWIND_NO_REG,
	  .ip = UNWIND_NO_REG },
	{ .name = "loongarch64",
	  .word = 8,
	  .nr = 32,
	  .ip_bit = 0,
	  .sp_bit = 3,
	  .sp = 3,
	  .fp = UNWIND_NO_REG,
	  .ip = UNWIND_NO_REG },
};

/* The architecture of 32-bit programs on a 64-bit machine. */
static const struct {
	const char *machine, *narrow;
} narrow[] = {
	{ "x86_64", "i386" },
	{ "aarch64", "arm" },
};

static const char *canonical(const char *name)
{
	if (!name)
		return "x86_64";
	if (name[0] == 'i' && name[1] && !strcmp(name + 2, "86"))
		return "i386";
	if (!strcmp(name, "arm64"))
		return "aarch64";
	return strncmp(name, "arm", 3) ? name : "arm";
}

const struct unwind_arch *unwind_arch_find(const char *name, uint64_t abi)
{
	name = canonical(name);
	for (size_t i = 0; abi == PDATA_REGS_ABI_32 && i < REP_NR(narrow); i++)
		if (!strcmp(name, narrow[i].machine))
			name = narrow[i].narrow;
	for (size_t i = 0; i < REP_NR(archs); i++)
		if (!strcmp(name, archs[i].name))
			return &archs[i];
	return NULL;
}
