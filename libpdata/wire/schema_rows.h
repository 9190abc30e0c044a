/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The schema at run time: each block of the .def files as an array of rows. Only dump and assemble,
 * which convert recordings to text and back, interpret the rows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pd_kind {
	PD_K_END,
	PD_K_UINT, /* arg: bytes */
	PD_K_SINT, /* arg: bytes; signed decimal in text */
	PD_K_HEX,  /* arg: bytes; 0x in text */
	/*
	 * A bit field of arg bytes. set: names of the bits in the text. If widths is not NULL,
	 * pd_mirror() converts the value from big-endian machines.
	 */
	PD_K_BITS,
	PD_K_STR,	/* text to the end of the payload */
	PD_K_FSTR,	/* arg: bytes */
	PD_K_FSTR_UPTO, /* arg: bytes, fewer if the record ends before */
	PD_K_CSTR,	/* text with its NUL */
	PD_K_TEXT,	/* text after a length word of arg bytes */
	PD_K_BYTES,	/* arg: bytes, hex in text */
	/* ref: count; arg: number of counted bytes that precede the field; hex in text */
	PD_K_BLOB,
	PD_K_PAD8,
	PD_K_ZERO, /* arg: bytes */
	PD_K_REST, /* bytes to the end of the payload */
	PD_K_ATTR, /* an attr; ref: its size in bytes; without ref the size is in the attr */
	PD_K_SUB,  /* a group; sub: its rows */
	/* ref: count (NULL: up to the end); sub: rows of an element, or arg: bytes of a number */
	PD_K_LIST,
	PD_K_CUSTOM,	  /* name tells the layout */
	PD_K_IF_MISC,	  /* arg: mask */
	PD_K_IF_LEFT,	  /* arg: bytes */
	PD_K_IF_WORD_MAX, /* arg: value */
	PD_K_IF_EQ,	  /* ref, arg */
	PD_K_IF_NE,
	PD_K_IF_GE,
	PD_K_IF_EACH, /* condition: the payload is a u32 and ref elements of arg bytes each */
	PD_K_IF_BITS, /* arg: mask of sample_type */
	PD_K_ELSE,
	PD_K_ENDIF,
	/* header features only */
	PD_K_HSTR,
	PD_K_HSTRS,
	/* ref: count (NULL: up to the end); the rows of an element follow, up to PD_K_LIST_END */
	PD_K_LIST_N,
	PD_K_LIST_END,
	/* zeros up to a multiple of arg, counted from the end of the u32 that begins the payload */
	PD_K_PAD_U32,
	/* optional fields of protobuf messages; arg: field number */
	PD_K_PB_UINT,
	PD_K_PB_HEX,
	PD_K_PB_STR,
	PD_K_PB_LIST, /* list of messages; the rows up to PD_K_LIST_END describe one message */
	PD_K_PB_NUMBERS,
	PD_K_SIZED, /* a u32 with the bytes of the rows up to PD_K_SIZED_END */
	PD_K_SIZED_END,
	PD_K_WORDS_OF, /* not in the file: the number of 64-bit words that hold ref bits */
	PD_K_ONES_OF,  /* a count that is not in the file: the bits that are set in the mask ref */
	PD_K_ORDER_BY, /* if ref is not 0, the following rows are big-endian */
	/* u16 size of a record that ends with the text ref; arg: bytes before the text */
	PD_K_RECORD_SIZE,
	PD_K_STR_SIZED, /* text and zeros up to the record size ref; arg: bytes before the text */
	PD_K_FROM_CPUS, /* a count that is not in the file: the available CPUs */
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
	bool hex; /* numbers of the list have 0x in text */
};

/* Return the rows of a record type or a feature, or NULL if it has no layout. */
const struct pd_row *pd_rows_record(uint32_t type);
const struct pd_row *pd_rows_feature(uint32_t bit);
extern const struct pd_row pd_rows_sample[], pd_rows_sample_id[], pd_rows_attr[];
extern const struct pd_bit_name pd_bits_branch_flags[];
