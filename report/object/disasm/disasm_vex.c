/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Length of x86 instructions with a VEX or EVEX prefix (AVX, AVX-512). capstone 4 does not know
 * many of them, and a disassembler that goes on at the wrong byte prints wrong instructions.
 * Encoding: Intel SDM, volume 2, sections 2.3 and 2.7.
 */
#include "object/disasm/disasm_int.h"

#include <string.h>

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

#define INSN_LEN_MAX 15u

/* A VEX or EVEX prefix. */
struct vex {
	size_t len;
	unsigned map; /* number of the opcode map */
};

/* Return the number of bytes that change the segment or the size of addresses. */
static size_t legacy_len(const uint8_t *code, size_t len)
{
	size_t n = 0;

	while (n < len && code[n] && strchr("\x26\x2e\x36\x3e\x64\x65\x67", code[n]))
		n++;
	return n;
}

/* Read the prefix at @p. With 32 bits, the first byte can also be that of LES, LDS or BOUND. */
static bool read_vex(const uint8_t *p, bool wide, struct vex *v)
{
	if (!wide && p[1] < 0xc0)
		return false;
	switch (p[0]) {
	case 0xc5:
		*v = (struct vex){ 2, 1 };
		return true;
	case 0xc4:
		*v = (struct vex){ 3, p[1] & 0x1f };
		return v->map >= 1 && v->map <= 3;
	case 0x62:
		*v = (struct vex){ 4, p[1] & 7 };
		return !(p[1] & 8) && p[2] & 4 && v->map && v->map != 4 && v->map != 7;
	default:
		return false;
	}
}

static bool has_immediate(unsigned map, uint8_t opcode)
{
	return map == 3 || (map == 1 && ((opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2 ||
					 (opcode >= 0xc4 && opcode <= 0xc6)));
}

/* Return the bytes of ModRM, SIB and displacement at @p, of which @len are there; 0: too few. */
static size_t operand_len(const uint8_t *p, size_t len)
{
	const unsigned mod = len ? p[0] >> 6 : 0, rm = len ? p[0] & 7 : 0;
	const bool sib = mod != 3 && rm == 4;
	size_t n = 1u + sib;

	if (len < n)
		return 0;
	if (mod == 1)
		n += 1;
	else if (mod == 2 || (!mod && (sib ? p[1] & 7 : rm) == 5))
		n += 4;
	return n;
}

size_t disasm_vex_len(const uint8_t *code, size_t len, bool wide)
{
	const size_t at = legacy_len(code, len);
	size_t operand, n;
	struct vex v;

	if (len - at < 4 || !read_vex(code + at, wide, &v))
		return 0;
	n = at + v.len;
	if (len <= n)
		return 0;
	operand = operand_len(code + n + 1, len - n - 1);
	n += 1 + operand + has_immediate(v.map, code[n]);
	return operand && n <= len && n <= INSN_LEN_MAX ? n : 0;
}

#endif
