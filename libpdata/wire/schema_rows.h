/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The schema at run time, for where a human reads or writes: each block of the .def files as an
 * array of rows. dump and assemble interpret them; nothing else should.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pd_kind {
	PD_K_END,
	PD_K_UINT, /* arg: bytes */
	PD_K_SINT, /* arg: bytes; signed decimal in text */
	PD_K_HEX,  /* arg: bytes; 0x in text */
	PD_K_BITS, /* arg: bytes; names of set in text; widths: mirrored on big-endian machines */
	PD_K_STR,  /* text to the end of the payload */
	PD_K_FSTR, /* arg: bytes */
	PD_K_FSTR_UPTO, /* arg: bytes, fewer when the record ends */
	PD_K_CSTR,	/* text with its NUL */
	PD_K_TEXT,	/* arg: bytes of a length word, then text */
	PD_K_BYTES,	/* arg: bytes, hex in text */
	PD_K_BLOB,	/* ref: count; hex in text */
	PD_K_PAD8,
	PD_K_ZERO, /* arg: bytes */
	PD_K_REST, /* bytes to the end of the payload */
	PD_K_ATTR, /* attr image of its own size, or of ref bytes */
	PD_K_SUB,  /* sub: rows of the group */
	/* ref: count (NULL: to the end); sub: rows of an element, or arg: bytes of a number */
	PD_K_LIST,
	PD_K_CUSTOM,	  /* name says which */
	PD_K_IF_MISC,	  /* arg: mask */
	PD_K_IF_LEFT,	  /* arg: bytes */
	PD_K_IF_WORD_MAX, /* arg: value */
	PD_K_IF_EQ,	  /* ref, arg */
	PD_K_IF_NE,
	PD_K_IF_GE,
	PD_K_IF_EACH, /* the payload is a u32 and ref elements of arg bytes */
	PD_K_IF_BITS, /* arg: mask of sample_type */
	PD_K_ELSE,
	PD_K_ENDIF,
	/* header features only */
	PD_K_HSTR,
	PD_K_HSTRS,
	/* ref: count (NULL: to the end); rows of an element follow, to PD_K_LIST_END */
	PD_K_LIST_N,
	PD_K_LIST_END,
	/* zeros up to a multiple of arg, counted from behind the u32 that begins the payload */
	PD_K_PAD_U32,
	/* protobuf; arg: number of the field, which may be absent */
	PD_K_PB_UINT,
	PD_K_PB_HEX,
	PD_K_PB_STR,
	PD_K_PB_LIST, /* messages: rows follow, to PD_K_LIST_END */
	PD_K_PB_NUMBERS,
	PD_K_SIZED, /* u32 length of the rows up to PD_K_SIZED_END */
	PD_K_SIZED_END,
	PD_K_WORDS_OF,	  /* a count that is not in the bytes: words for ref bits */
	PD_K_ONES_OF,	  /* the same: ones in the mask ref */
	PD_K_ORDER_BY,	  /* ref: not 0: big-endian from here on */
	PD_K_RECORD_SIZE, /* u16 size of a record that ends with text ref; arg: bytes before that */
	PD_K_STR_SIZED,	  /* text and zeros up to the record size ref; arg: bytes before it */
	PD_K_FROM_CPUS,	  /* a count that is not in the bytes: available cpus */
};

struct pd_bit_name {
	const char *name;
	uint8_t shift, width;
};

struct pd_row {
	enum pd_kind kind;
	const char *name;
	const char *ref;
	uint64_t arg;
	const struct pd_row *sub;
	const struct pd_bit_name *set;
	const uint8_t *widths;
	bool hex; /* of a list of numbers: 0x in text */
};

/* NULL for types without a layout. */
const struct pd_row *pd_rows_record(uint32_t type);
const struct pd_row *pd_rows_feature(uint32_t bit);
extern const struct pd_row pd_rows_sample[], pd_rows_sample_id[], pd_rows_attr[];
extern const struct pd_bit_name pd_bits_branch_flags[];
