/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/disasm/disasm.h"
#include "test.h"

#include <elf.h>

/* Get the memory operand of an instruction with 4 bytes. False: capstone is not installed. */
static bool arm64_memory_of(const char *code, struct disasm_memory *m)
{
	const struct disasm_machine arm64 = { .machine = EM_AARCH64, .wide = true };
	struct disasm_step st = { .kind = DISASM_OTHER };
	const char *why = NULL;
	struct disasm *d = disasm_new(&arm64, false, &why);

	if (!d)
		return false;
	CHECK_U(disasm_step(d, (const uint8_t *)code, 4, 0x1000, &st), 4);
	disasm_free(d);
	*m = st.mem;
	return true;
}

TEST(a_shifted_index_of_arm64_is_no_pointer)
{
	struct disasm_memory m;

	if (!arm64_memory_of("\x20\x68\x62\xf8", &m)) /* ldr x0, [x1, x2] */
		return;
	CHECK_I(m.kind, DISASM_AT);
	CHECK_I(m.base, 1);
	CHECK_I(m.index, 2);
	CHECK(arm64_memory_of("\x20\x78\x62\xf8", &m)); /* ldr x0, [x1, x2, lsl #3] */
	CHECK_I(m.base, 1);
	CHECK_I(m.index, -1);
	CHECK(arm64_memory_of("\x20\xc8\x62\xf8", &m)); /* ldr x0, [x1, w2, sxtw] */
	CHECK_I(m.base, 1);
	CHECK_I(m.index, -1);
}
