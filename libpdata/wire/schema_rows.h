/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Defines the schema at run time: an array of rows for each block of the .def files. Only dump and
 * assemble, which convert recordings to text and back, interpret the rows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pd_kind {
	PD_K_END,
	PD_K_UINT, /* an unsigned integer; @arg: size in bytes */
	PD_K_SINT, /* a signed integer; @arg: size in bytes */
	PD_K_HEX,  /* an unsigned integer, hexadecimal with 0x in the text; @arg: size in bytes */
	/*
	 * A word of @arg bytes with bits or bit-fields. @set: names of the bits in the text. If
	 * @widths is not NULL, pd_mirror() converts words from big-endian machines.
	 */
	PD_K_BITS,
	PD_K_STR,	/* a string to the end of the payload */
	PD_K_FSTR,	/* a string in a field of fixed size; @arg: size in bytes */
	PD_K_FSTR_UPTO, /* as PD_K_FSTR, but shorter if the record has fewer than @arg bytes left */
	PD_K_CSTR,	/* a string with a NUL at its end */
	PD_K_TEXT,	/* a string behind its length, which is an integer of @arg bytes */
	PD_K_BYTES,	/* bytes, hexadecimal in the text; @arg: number of bytes */
	/*
	 * Bytes, hexadecimal in the text. @ref: name of the field with the count of bytes; @arg:
	 * how many of the counted bytes precede the bytes of this row.
	 */
	PD_K_BLOB,
	PD_K_PAD8, /* zeros up to a multiple of 8 bytes */
	PD_K_ZERO, /* zeros; @arg: number of bytes */
	PD_K_REST, /* all bytes to the end of the payload */
	PD_K_ATTR, /* an attr; @ref: field with its size; NULL: the attr itself has its size */
	PD_K_SUB,  /* a group of fields; @sub: the rows of the group */
	/*
	 * A list. @ref: name of the field with the number of elements; NULL: up to the end of the
	 * payload. @sub: rows of an element; NULL: elements are integers of @arg bytes.
	 */
	PD_K_LIST,
	PD_K_CUSTOM,	  /* a layout that rows cannot express; @name tells which layout */
	PD_K_IF_MISC,	  /* condition: misc has one of the bits in @arg */
	PD_K_IF_LEFT,	  /* condition: at least @arg bytes are left */
	PD_K_IF_WORD_MAX, /* condition: the next u32 is at most @arg */
	PD_K_IF_EQ,	  /* condition: the field @ref has the value @arg */
	PD_K_IF_NE,
	PD_K_IF_GE,
	PD_K_IF_EACH, /* condition: the payload is a u32 and @ref elements of @arg bytes */
	PD_K_IF_BITS, /* condition: sample_type has one of the bits in @arg */
	PD_K_ELSE,
	PD_K_ENDIF,
	/* PD_K_HSTR to PD_K_LIST_END occur only in header features and trailer blocks */
	PD_K_HSTR,
	PD_K_HSTRS,
	/*
	 * A list. @ref: name of the field with the number of elements; NULL: up to the end of the
	 * payload. The rows of an element follow, up to PD_K_LIST_END.
	 */
	PD_K_LIST_N,
	PD_K_LIST_END,
	/* zeros up to a multiple of @arg bytes, counted from the end of the payload's first u32 */
	PD_K_PAD_U32,
	/* PD_K_PB_ kinds: optional fields of protobuf messages; @arg: field number */
	PD_K_PB_UINT,
	PD_K_PB_HEX,
	PD_K_PB_STR,
	PD_K_PB_LIST, /* a list of messages; the rows up to PD_K_LIST_END describe one message */
	PD_K_PB_NUMBERS,
	PD_K_SIZED, /* a u32: size in bytes of the fields up to PD_K_SIZED_END */
	PD_K_SIZED_END,
	PD_K_WORDS_OF, /* count of the 64-bit words for @ref bits; not in the file */
	PD_K_ONES_OF,  /* count of the bits set in the mask in field @ref; not in the file */
	PD_K_ORDER_BY, /* no bytes in the file; if field @ref is not 0, later rows are big-endian */
	/* u16 size of a record that ends with the string @ref; @arg: bytes before the string */
	PD_K_RECORD_SIZE,
	/*
	 * a string, and zeros up to the record size in the field @ref; @arg: bytes of the record
	 * before the string
	 */
	PD_K_STR_SIZED,
	PD_K_FROM_CPUS, /* count of available CPUs; not in the file */
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
	bool hex; /* PD_K_LIST: the integers are hexadecimal with 0x in the text */
};

/* Return the rows of a record type (or of a feature or trailer block); NULL: it has no layout. */
const struct pd_row *pd_rows_record(uint32_t type);
const struct pd_row *pd_rows_feature(uint32_t bit);
extern const struct pd_row pd_rows_sample[], pd_rows_sample_id[], pd_rows_attr[];
extern const struct pd_bit_name pd_bits_branch_flags[];
