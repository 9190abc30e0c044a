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

/* Get the length of an instruction of x86-64 in @len bytes. False: capstone is not installed. */
static bool x86_length_of(const char *code, size_t len, size_t *length)
{
	const struct disasm_machine x86 = { .machine = EM_X86_64, .wide = true };
	char text[DISASM_TEXT_MAX];
	const char *why = NULL;
	struct disasm *d = disasm_new(&x86, false, &why);

	if (!d)
		return false;
	*length = disasm_one(d, (const uint8_t *)code, len, 0x1000, text, sizeof(text));
	CHECK_U(disasm_length(d, (const uint8_t *)code, len), *length == 1 ? 0 : *length);
	CHECK_I(disasm_is_branch(d, (const uint8_t *)code, len), *length == 1);
	disasm_free(d);
	return true;
}

/* capstone 4 does not know these instructions; the bytes and lengths are objdump's. */
TEST(an_instruction_of_avx_512_is_not_taken_apart)
{
	static const struct {
		const char *code;
		size_t len;
	} insns[] = {
		{ "\x62\xb2\x75\x20\x26\xd1", 6 },	    /* vptestmb %ymm17,%ymm17,%k2 */
		{ "\x62\xf3\x75\x22\x3f\x0e\x00", 7 },	    /* vpcmpeqb (%rsi),%ymm17,%k1{%k2} */
		{ "\x62\xf3\x75\x22\x3f\x4e\x01\x00", 8 },  /* vpcmpeqb 0x20(%rsi),... */
		{ "\xc5\xfb\x93\xc9", 4 },		    /* kmovd %k1,%ecx */
		{ "\x62\xf1\x7f\x28\x6f\x44\x16\xe0", 8 },  /* vmovdqu8 -0x400(%rsi,%rdx,1),... */
		{ "\x62\xe1\xff\x28\x6f\x85\0\1\0\0", 10 }, /* vmovdqu16 0x100(%rbp),%ymm16 */
		{ "\x62\xe1\xff\x28\x6f\x05\0\1\0\0", 10 }, /* vmovdqu16 0x100(%rip),%ymm16 */
		{ "\x62\xe1\xff\x28\x6f\x04\x25\0\1\0\0", 11 }, /* vmovdqu16 0x100,%ymm16 */
	};
	size_t length;

	for (size_t i = 0; i < sizeof(insns) / sizeof(*insns); i++) {
		if (!x86_length_of(insns[i].code, insns[i].len, &length))
			return;
		CHECK_U(length, insns[i].len);
		/* Without its last byte it is none. */
		CHECK(x86_length_of(insns[i].code, insns[i].len - 1, &length));
		CHECK_U(length, 1);
	}
	/* APX: map 4 is no map of AVX-512. */
	CHECK(x86_length_of("\x62\xf4\x7d\x08\x66\xc0", 6, &length));
	CHECK_U(length, 1);
}
