/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the schema (the layouts of records, attrs, header features and trailer blocks) as data:
 * for each layout, an array of struct pd_row, most of which describe one field. schema_rows.c makes
 * the arrays from the .def files in schema/. Only pdata_dump() and pdata_assemble(), which convert
 * recordings to text and back, interpret the rows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pd_kind {
	PD_K_END,
	PD_K_UINT, /* an unsigned integer, decimal in the text; @arg: size in bytes */
	PD_K_SINT, /* a signed integer, decimal in the text; @arg: size in bytes */
	PD_K_HEX,  /* an unsigned integer, hexadecimal with 0x in the text; @arg: size in bytes */
	/*
	 * A word of @arg bytes with bits or bit-fields. @set: names of the bits in the text. If
	 * @widths is not NULL, the fields have these widths, and pd_mirror() converts the words of
	 * big-endian machines.
	 */
	PD_K_BITS,
	PD_K_STR,	/* a string and its NUL; the field extends to the end of the payload */
	PD_K_FSTR,	/* a string in a field of fixed size; @arg: size in bytes */
	PD_K_FSTR_UPTO, /* as PD_K_FSTR, but shorter if the record has fewer than @arg bytes left */
	PD_K_CSTR,	/* a string that ends with its NUL; the next field follows the NUL */
	/* a length in bytes, which is an integer of @arg bytes, and a string of this length */
	PD_K_TEXT,
	PD_K_BYTES, /* bytes, hexadecimal in the text; @arg: number of bytes */
	/*
	 * Bytes, hexadecimal in the text. @ref: name of the field with the count of bytes; @arg:
	 * how many of the counted bytes precede this field.
	 */
	PD_K_BLOB,
	PD_K_PAD8, /* zeros up to a multiple of 8 bytes, counted from the start of the payload */
	PD_K_ZERO, /* zeros; @arg: number of bytes */
	PD_K_REST, /* all bytes up to the end of the payload, hexadecimal in the text */
	/*
	 * a perf_event_attr; @ref: name of the field whose value is the size of the attr in bytes;
	 * NULL: the value of attr.size is the size of the attr
	 */
	PD_K_ATTR,
	PD_K_SUB, /* a group of fields, in braces in the text; @sub: the rows of the group */
	/*
	 * A list. @ref: name of the field with the number of elements; NULL: the list extends to
	 * the end of the payload. @sub: rows of each element; NULL: each element is an integer of
	 * @arg bytes.
	 */
	PD_K_LIST,
	/*
	 * a layout that rows cannot express; pd_custom_to_text() tells by @name which layout it is
	 */
	PD_K_CUSTOM,
	/*
	 * condition for the rows up to PD_K_ELSE or PD_K_ENDIF: the misc field of the record
	 * header has one of the bits in @arg
	 */
	PD_K_IF_MISC,
	PD_K_IF_LEFT, /* condition: at least @arg bytes of the payload are left */
	/*
	 * condition for the rows up to PD_K_ELSE or PD_K_ENDIF: at least 4 bytes of the payload
	 * are left, and the next 4 bytes are a u32 of at most @arg
	 */
	PD_K_IF_WORD_MAX,
	/*
	 * condition: the field @ref is equal to @arg (EQ), not equal to @arg (NE), or at least
	 * @arg (GE)
	 */
	PD_K_IF_EQ,
	PD_K_IF_NE,
	PD_K_IF_GE,
	/*
	 * condition: the size of the payload is 4 + @arg * n bytes, where n is the value of the
	 * field @ref
	 */
	PD_K_IF_EACH,
	PD_K_IF_BITS, /* condition: sample_type of the event's attr has one of the bits in @arg */
	PD_K_ELSE,
	PD_K_ENDIF,
	/*
	 * The kinds from PD_K_HSTR to PD_K_LIST_END occur only in header features and trailer
	 * blocks. PD_K_HSTR: a u32 size, and a string padded with zeros to this size; PD_K_HSTRS: a
	 * u32 count, and this number of PD_K_HSTR strings.
	 */
	PD_K_HSTR,
	PD_K_HSTRS,
	/*
	 * A list. @ref: name of the field with the number of elements; NULL: the list extends to
	 * the end of the payload. The rows of an element follow this row, up to PD_K_LIST_END.
	 */
	PD_K_LIST_N,
	PD_K_LIST_END,
	/* zeros up to a multiple of @arg bytes, counted from the end of the payload's first u32 */
	PD_K_PAD_U32,
	/*
	 * The PD_K_PB_ kinds are optional fields of protobuf messages. @arg: number of the field
	 * in its message.
	 */
	PD_K_PB_UINT,
	PD_K_PB_HEX,
	PD_K_PB_STR,
	/*
	 * a repeated field of protobuf whose elements are messages; the rows up to PD_K_LIST_END
	 * describe one message
	 */
	PD_K_PB_LIST,
	PD_K_PB_NUMBERS,
	PD_K_SIZED, /* a u32: size in bytes of the fields up to PD_K_SIZED_END */
	PD_K_SIZED_END,
	/*
	 * Sets the value @name to the number of 64-bit words that are needed for n bits, where n
	 * is the value of the field @ref. This row has no bytes in the file.
	 */
	PD_K_WORDS_OF,
	/*
	 * Sets the value @name to the number of bits that are set in the field @ref. This row has
	 * no bytes in the file.
	 */
	PD_K_ONES_OF,
	/*
	 * Sets the byte order of all later rows: big-endian if the field @ref is not 0, else
	 * little-endian. This row has no bytes in the file.
	 */
	PD_K_ORDER_BY,
	/*
	 * u16: size in bytes of a record whose last field is the string @ref; @arg: size in bytes
	 * of the fields before the string
	 */
	PD_K_RECORD_SIZE,
	/*
	 * a string, and zeros up to the end of the record; @ref: name of the field with the size
	 * in bytes of this record; @arg: size in bytes of the record's fields before the string
	 */
	PD_K_STR_SIZED,
	/*
	 * Sets the value @name to the number of available CPUs. If this number is unknown,
	 * pdata_dump() ignores all later rows. This row has no bytes in the file.
	 */
	PD_K_FROM_CPUS,
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
	bool hex; /* for PD_K_LIST: the integers of the list are hexadecimal with 0x in the text */
};

/*
 * pd_rows_record() returns the rows of the record type @type. pd_rows_feature() returns the rows
 * of the header feature with the bit @bit, or of the block with the type @bit in the trailer
 * (blocks after the last section of the file). Both functions return NULL if the schema has no
 * layout for the record, feature or block.
 */
const struct pd_row *pd_rows_record(uint32_t type);
const struct pd_row *pd_rows_feature(uint32_t bit);
extern const struct pd_row pd_rows_sample[], pd_rows_sample_id[], pd_rows_attr[];
extern const struct pd_bit_name pd_bits_branch_flags[];
