/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the compiled form of a tracepoint's print format: steps that check each access to the
 * payload. Payloads are read from a buffer of TP_DATA_MAX bytes plus TP_SLACK zeros, because a
 * damaged format may place the end of a field after the payload.
 *
 * The __data_loc word of a dynamic field describes the bytes of the field in the payload: the
 * lower 16 bits are the offset of the bytes, and the upper 16 bits are their count.
 */

#include "base/out.h"
#include "session/tracepoint/tp_format.h"

#define TP_DATA_MAX 65536u /* size in bytes of the largest payload that a sample can have */
#define TP_SLACK (3 * TP_DATA_MAX)

/*
 * Kinds of expressions whose value is an integer. The comments name members of struct tp_num.
 * Operators calculate with unsigned 64-bit numbers, as perf does.
 */
enum tp_num_kind {
	TP_N_CONST, /* the constant @value */
	TP_N_FIELD, /* the integer of @size bytes at offset @off of the payload */
	TP_N_MASK,  /* the value @a & @value */
	TP_N_NOT,   /* the value !@b */
	TP_N_COMPL, /* the value ~@b */
	TP_N_EQ,
	TP_N_NE,
	TP_N_LT,
	TP_N_LE,
	TP_N_GT,
	TP_N_GE,
	TP_N_LOR,
	TP_N_LAND,
	TP_N_OR,
	TP_N_AND,
	TP_N_SHL,
	TP_N_SHR,
	TP_N_ADD,
	TP_N_SUB,
	TP_N_MUL,
	TP_N_DIV,
	TP_N_MOD,
	TP_N_COND, /* the value @a ? @b : @c */
	/*
	 * the element with index @b of the array at offset @off of the payload; elements have
	 * @size bytes
	 */
	TP_N_INDEX,
	/*
	 * the integer of @size bytes that begins at byte @b of a dynamic array. The array's
	 * __data_loc or __rel_loc word is at offset @off of the payload. The array begins at the
	 * offset @value + (word & 0xffff) of the payload; @value is the result of tp_rel_base()
	 * for the array's field.
	 */
	TP_N_DYN_INDEX,
	/* length in bytes of the dynamic array whose __data_loc or __rel_loc word is at @off */
	TP_N_DYN_LEN
};

struct tp_num {
	enum tp_num_kind kind;
	uint32_t off, size;
	uint64_t value;
	const struct tp_num *a, *b, *c;
};

/* Kinds of expressions whose value is a text. The comments name members of struct tp_str. */
enum tp_str_kind {
	TP_S_NONE,
	TP_S_TEXT, /* the constant @text */
	/*
	 * the string of at most @size characters that begins at offset @off of the payload; if
	 * @size is 0, the string may extend to the end of the payload
	 */
	TP_S_FIELD,
	/* the kernel's string whose address is the integer of @size bytes at offset @off */
	TP_S_PRINTK,
	/* the string of the dynamic field whose __data_loc or __rel_loc word is at @off */
	TP_S_LOC,
	/*
	 * __print_flags(): the name of each bit that is set in @num, with @text between two names.
	 * @names gives the names. Bits without a name are printed last, as one number in hex.
	 */
	TP_S_FLAGS,
	/*
	 * __print_symbolic(): the name that @names gives for the value @num. If @names has no name
	 * for the value, the value is printed in hex.
	 */
	TP_S_SYMBOL,
	/* the bitmask of the dynamic field whose __data_loc or __rel_loc word is at @off */
	TP_S_BITMASK,
	/*
	 * __print_hex(): the first @num bytes of an array in hex, with @text between two bytes;
	 * @dynamic says how @off gives the position of the array
	 */
	TP_S_HEX,
	/*
	 * __print_array(): the first @num integers of an array, each of @size2 bytes; @dynamic
	 * says how @off gives the position of the array
	 */
	TP_S_ARRAY,
	TP_S_COND /* the text @a if @num is not 0, otherwise the text @b */
};

struct tp_str {
	enum tp_str_kind kind;
	uint32_t off, size;
	/*
	 * for a dynamic string, bitmask or array, whose __data_loc or __rel_loc word is at @off:
	 * tp_rel_base() of its field. The data begin at the offset in the word plus @rel. Not used
	 * for an array that is not dynamic.
	 */
	uint32_t rel;
	/*
	 * for TP_S_HEX and TP_S_ARRAY: the array is dynamic, and @off is the offset of its
	 * __data_loc or __rel_loc word; false: @off is the offset of the array itself
	 */
	bool dynamic;
	const char *text;
	const struct tp_num *num, *size2;
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_str *a, *b;
};

/* A conversion specification of the print format's format string, as in printf. */
struct tp_spec {
	char conv;    /* conversion letter, such as 'd' */
	int8_t bytes; /* size in bytes of the integer, from the length modifier: 1, 2, 4 or 8 */
	bool left, zero, alt, has_prec;
	uint32_t width, prec;
	/* value of "*", which is the width or the precision; NULL: there is no "*" */
	const struct tp_num *star;
	bool star_prec; /* @star is the precision; false: @star is the width */
};

enum tp_step_kind {
	TP_TEXT,
	TP_NUMBER,
	TP_STRING,
	TP_POINTER,
	TP_FUNCTION,
	TP_BYTES /* %p with letters, as in the kernel: network addresses, UUIDs, buffers */
};

struct tp_step {
	enum tp_step_kind kind;
	struct tp_spec spec;
	const char *text; /* for TP_TEXT: text to print; for TP_BYTES: letters after "%p" */
	size_t len;
	/* for TP_FUNCTION: print the offset of the address from the start of the function, too */
	bool offset;
	const struct pdata_field *field; /* for TP_BYTES: field whose bytes are printed */
	const struct tp_num *num;
	const struct tp_str *str;
};

struct tp_prog {
	struct tp_step *steps;
	uint32_t nr;
	/*
	 * Memory for @steps (each a text or a conversion to print); tp_prog_free() frees it. The
	 * elements of @steps also point into the memory of the struct tp_format from which they
	 * were compiled.
	 */
	struct tp_pool pool;
};

/* A payload of a tracepoint, and the data that is needed to print it. */
struct tp_data {
	const uint8_t *data;
	uint32_t size; /* size of the payload in bytes; at least TP_SLACK zero bytes follow @data */
	bool swap, big_endian;
	tp_resolve_fn resolve;
	void *resolve_ctx;
	/* the recording's tracing data, which has the kernel's strings for TP_S_PRINTK */
	const struct pdata_tracepoints *points;
};

/*
 * tp_compile.c: compile the print format @f into the steps of @p. @f must stay valid as long as @p
 * is used. Return: true; false if steps cannot express the print format (@p->pool.err is then 0),
 * or if memory is exhausted (@p->pool.err is then -ENOMEM).
 */
bool tp_prog_compile(struct tp_prog *p, const struct tp_format *f);
void tp_prog_free(struct tp_prog *p);

/*
 * tp_expr.c: compile @arg, an argument of the print format @f, to an expression whose value is an
 * integer (tp_compile_num) or a text (tp_compile_str). Return: the expression, in the memory of
 * @p->pool; NULL if no expression can compute the value, or if memory is exhausted.
 */
const struct tp_num *tp_compile_num(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
const struct tp_str *tp_compile_str(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
/*
 * Return true if @field is not NULL, its offset is less than TP_DATA_MAX, and its size is at most
 * TP_DATA_MAX, so that a payload can contain it.
 */
bool tp_field_fits(const struct pdata_field *field);

/*
 * Return the offset in the payload from which the word of the dynamic field @f counts the offset
 * of the field's data. A __data_loc word counts from the start of the payload: the result is 0. A
 * __rel_loc word counts from its own end: the result is the offset of the end of the word.
 */
static inline uint32_t tp_rel_base(const struct pdata_field *f)
{
	return f->is_relative ? f->offset + f->size : 0;
}

/* tp_run.c: print the text of the payload @d to @out by running the steps of @p. */
void tp_prog_run(const struct tp_prog *p, const struct tp_data *d, struct out *out);

/*
 * tp_bytes.c: tp_bytes_letters() returns how many letters at @s, the text after "%p" in a format
 * string, belong to the conversion; 0: the conversion is "%p" alone. tp_put_bytes() prints the
 * field @f as the kernel does for "%p" followed by @letters. @len is the number of bytes to print;
 * only "%ph" uses it.
 */
size_t tp_bytes_letters(const char *s);
void tp_put_bytes(const struct pdata_field *f, const char *letters, uint32_t len,
		  const struct tp_data *d, struct out *out);
void tp_put_hex_byte(struct out *out, uint8_t b);

/*
 * tp_fields.c: tp_put_field() prints the value of one field of the payload @d. tp_put_fields()
 * prints all fields except the common ones as " NAME=VALUE", for example if the event's print
 * format cannot be compiled.
 */
void tp_put_field(const struct pdata_field *field, const struct tp_data *d, struct out *out);
void tp_put_fields(const struct tp_format *f, const struct tp_data *d, struct out *out);

/* tp_num.c: return the value that the expression @n has for the payload @d. */
uint64_t tp_num_eval(const struct tp_num *n, const struct tp_data *d);
/*
 * Read the integer of @size bytes at offset @off of the payload @d. Return: the integer in host
 * byte order; 0 if @size is none of 1, 2, 4 and 8, or if the bytes are beyond the buffer of
 * TP_DATA_MAX + TP_SLACK bytes.
 */
uint64_t tp_read(const struct tp_data *d, uint64_t off, uint32_t size);
/*
 * Print the integer @v as printf does for the conversion @spec, with the width @width and the
 * precision @prec. The function ignores the width and the precision in @spec, because the value of
 * "*" may replace one of these two numbers.
 */
void tp_put_number(struct out *out, const struct tp_spec *spec, uint32_t width, uint32_t prec,
		   uint64_t v);
