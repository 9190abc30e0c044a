/* SPDX-License-Identifier: BSD-2-Clause */
/* Frame descriptions and their expressions, byte by byte. */
#include "session/unwind/unwind_cfi.h"
#include "test.h"

static int reg(void *ctx, uint64_t n, uint64_t *val)
{
	(void)ctx;
	*val = 0x1000 * n;
	return n > 16 ? -1 : 0;
}

static int mem(void *ctx, uint64_t addr, unsigned size, uint64_t *val)
{
	(void)ctx;
	*val = addr + size;
	return addr == 0xdead ? -1 : 0;
}

static const struct cfi_view view = { .reg = reg, .mem = mem, .addr_size = 8 };

#define EVAL(first, out, ...)                                                                      \
	cfi_expr((const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }),       \
		 &view, first, out)

TEST(expressions_count_as_dwarf_says)
{
	uint64_t v;

	CHECK_I(EVAL(5, &v, 0x23, 7), 0); /* plus_uconst */
	CHECK_U(v, 12);
	CHECK_I(EVAL(0, &v, 0x77, 0x78), 0); /* breg7 - 8 */
	CHECK_U(v, 0x7000 - 8);
	CHECK_I(EVAL(0x100, &v, 0x06), 0); /* deref */
	CHECK_U(v, 0x108);
	CHECK_I(EVAL(1, &v, 0x32, 0x1c), 0); /* lit2 minus */
	CHECK_U(v, ~0ull);
	CHECK_I(EVAL(0, &v, 0x33, 0x35, 0x16, 0x1c), 0); /* 3 5 swap minus */
	CHECK_U(v, 2);
	CHECK_I(EVAL(0, &v, 0x09, 0xf8, 0x32, 0x26), 0); /* -8 2 shra */
	CHECK_U(v, (uint64_t)-2);
	CHECK_I(EVAL(0, &v, 0x31, 0x28, 1, 0, 0x35, 0x36), 0); /* 1 bra over lit5, lit6 */
	CHECK_U(v, 6);
	/* the x86-64 PLT's: rsp + 8 + ((rip & 15) >= 11) << 3, at its 12th byte of 16 */
	CHECK_I(EVAL(0, &v, 0x77, 8, 0x80, 12, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22), 0);
	CHECK_U(v, 0x7000 + 8 + 8);
}

TEST(bad_expressions_have_no_value)
{
	uint64_t v;

	CHECK_I(EVAL(0, &v, 0x22), -1);			  /* plus of one */
	CHECK_I(EVAL(0, &v, 0x13), -1);			  /* nothing is left */
	CHECK_I(EVAL(0, &v, 0x31, 0x30, 0x1b), -1);	  /* division by zero */
	CHECK_I(EVAL(0, &v, 0x2f, 0xfd, 0xff), -1);	  /* skip to itself, for ever */
	CHECK_I(EVAL(0, &v, 0x2f, 0, 0x80), -1);	  /* skip to before the beginning */
	CHECK_I(EVAL(0, &v, 0x0e, 1, 2), -1);		  /* a constant that is cut */
	CHECK_I(EVAL(0, &v, 0x12, 0x2f, 0xfc, 0xff), -1); /* more than the stack holds */
	CHECK_I(EVAL(0xdead, &v, 0x06), -1);
	CHECK_I(EVAL(0, &v, 0x92, 17, 0), -1);
	CHECK_I(EVAL(0, &v, 0xff), -1);
}

/* .debug_frame: a CIE and two FDEs, at 0x100 and 0x80. */
static const uint8_t frames[] = {
	16, 0,	0,  0,	0xff, 0xff, 0xff, 0xff, 3,    0,    1,	  0x78, 16,   0x0c, 7,	  8,  0x90,
	1,  0,	0,  28, 0,    0,    0,	  0,	0,    0,    0,	  0,	1,    0,    0,	  0,  0,
	0,  0,	16, 0,	0,    0,    0,	  0,	0,    0,    0x44, 0x0e, 16,   0x86, 2,	  0,  0,
	0,  28, 0,  0,	0,    0,    0,	  0,	0,    0x80, 0,	  0,	0,    0,    0,	  0,  0,
	16, 0,	0,  0,	0,    0,    0,	  0,	0x0a, 0x0e, 32,	  0x44, 0x0b, 0x44, 0x07, 16,
};

static struct cfi_section make(const uint8_t *data, size_t len)
{
	struct cfi_section s = { .data = data, .len = len, .addr_size = 8 };

	s.swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	return s;
}

static int64_t cfa_at(struct cfi_section *s, uint64_t pc, struct cfi_row *row)
{
	size_t off;

	if (cfi_find_index(s, pc, &off) != CFI_FOUND || cfi_row_at(s, off, pc, row) != CFI_FOUND)
		return -1;
	CHECK_U(row->cfa.reg, 7);
	CHECK_U(row->ra, 16);
	return row->cfa.val;
}

TEST(descriptions_are_found_by_address_and_run_up_to_it)
{
	struct cfi_section s = make(frames, sizeof(frames));
	struct cfi_row row;

	CHECK_I(cfa_at(&s, 0x7f, &row), -1);
	CHECK_I(cfa_at(&s, 0x80, &row), 32);
	CHECK_I(cfa_at(&s, 0x84, &row), 8); /* the state that was remembered */
	CHECK_U(row.nr, 1);
	CHECK_I(cfa_at(&s, 0x88, &row), 8);
	CHECK_U(row.rule[0].kind, CFI_UNDEFINED);
	CHECK_I(cfa_at(&s, 0x90, &row), -1);
	CHECK_I(cfa_at(&s, 0x103, &row), 8);
	CHECK_I(cfa_at(&s, 0x104, &row), 16);
	CHECK_U(row.nr, 2);
	CHECK_U(row.rule[0].reg, 6);
	CHECK_I(row.rule[0].val, -16);
	CHECK_I(cfa_at(&s, 0x110, &row), -1);
	cfi_section_free(&s);
}

TEST(cut_and_changed_descriptions_are_not_read_beyond_their_end)
{
	struct cfi_row row;

	for (size_t len = 0; len <= sizeof(frames); len++) {
		for (size_t i = 0; i <= len * 3; i++) {
			uint8_t *copy = malloc(len ? len : 1);
			struct cfi_section s = make(copy, len);

			CHECK(copy);
			memcpy(copy, frames, len);
			if (i < len * 3)
				copy[i / 3] ^= "\xff\x80\x07"[i % 3];
			for (uint64_t pc = 0x80; pc < 0x110; pc += 4) {
				size_t off;

				if (cfi_find_index(&s, pc, &off) == CFI_FOUND)
					cfi_row_at(&s, off, pc, &row);
			}
			cfi_section_free(&s);
			free(copy);
		}
	}
}
