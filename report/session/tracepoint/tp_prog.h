/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the compiled form of a tracepoint's print format: steps that check each access to the
 * payload. Payloads are read from a buffer of TP_DATA_MAX bytes plus TP_SLACK zeros, because a
 * damaged format may place the end of a field after the payload.
 *
 * The __data_loc word of a dynamic field describes the bytes of the field in the payload: the lower
 * 16 bits are the offset of the bytes, and the upper 16 bits are their count.
 */

#include "base/out.h"
#include "session/tracepoint/tp_format.h"

#define TP_DATA_MAX 65536u /* size of the largest payload of a record, in bytes */
#define TP_SLACK (3 * TP_DATA_MAX)

/* Kinds of numeric expressions. The operators calculate with unsigned numbers, as perf does. */
enum tp_num_kind {
	TP_N_CONST, /* the constant @value */
	TP_N_FIELD, /* an integer, @size bytes long, at offset @off of the payload */
	TP_N_MASK,  /* @a & @value */
	TP_N_NOT,   /* !@b */
	TP_N_COMPL, /* ~@b */
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
	TP_N_COND, /* @a ? @b : @c */
	/* the element with index @b of the array at offset @off, whose elements have @size bytes */
	TP_N_INDEX,
	/* @size bytes at byte @b of the dynamic array whose __data_loc word is at @off */
	TP_N_DYN_INDEX,
	TP_N_DYN_LEN /* length in bytes of the dynamic array whose __data_loc word is at @off */
};

struct tp_num {
	enum tp_num_kind kind;
	uint32_t off, size;
	uint64_t value;
	const struct tp_num *a, *b, *c;
};

/* Kinds of expressions whose value is a text. */
enum tp_str_kind {
	TP_S_NONE,
	TP_S_TEXT,  /* the constant @text */
	TP_S_FIELD, /* @size characters at offset @off; @size 0: up to the end of the payload */
	/* a string in the kernel, whose address is an integer, @size bytes long, at offset @off */
	TP_S_PRINTK,
	TP_S_LOC,     /* string of the dynamic field whose __data_loc word is at @off */
	TP_S_FLAGS,   /* names of the bits that are set in @num, with @text between the names */
	TP_S_SYMBOL,  /* name of the value @num */
	TP_S_BITMASK, /* bitmask of the dynamic field whose __data_loc word is at @off */
	TP_S_HEX,     /* @num bytes in hex, with @text between the bytes */
	TP_S_ARRAY,   /* @num integers of @size2 bytes each */
	TP_S_COND     /* @num ? @a : @b */
};

struct tp_str {
	enum tp_str_kind kind;
	uint32_t off, size;
	/* for TP_S_LOC and TP_S_BITMASK: bytes to add to the offset in the __data_loc word */
	uint32_t rel;
	bool dynamic; /* for TP_S_HEX and TP_S_ARRAY: @off is the offset of a __data_loc word */
	const char *text;
	const struct tp_num *num, *size2;
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_str *a, *b;
};

/* A conversion specification of the format string, as in printf. */
struct tp_spec {
	char conv;    /* the conversion letter */
	int8_t bytes; /* size of the integer, from the length modifier: 1, 2, 4 or 8 bytes */
	bool left, zero, alt, has_prec;
	uint32_t width, prec;
	const struct tp_num *star; /* argument of "*"; NULL: the specification has no "*" */
	bool star_prec;		   /* "*" is the precision; false: "*" is the width */
};

enum tp_step_kind {
	TP_TEXT,
	TP_NUMBER,
	TP_STRING,
	TP_POINTER,
	TP_FUNCTION,
	TP_BYTES /* the kernel's %p with letters: network addresses, UUIDs, buffers */
};

struct tp_step {
	enum tp_step_kind kind;
	struct tp_spec spec;
	const char *text; /* for TP_TEXT the text; for TP_BYTES the letters after %p */
	size_t len;
	/* for TP_FUNCTION: also print the offset from the start of the function */
	bool offset;
	const struct pdata_field *field; /* for TP_BYTES: the field to print */
	const struct tp_num *num;
	const struct tp_str *str;
};

struct tp_prog {
	struct tp_step *steps;
	uint32_t nr;
	/* owns the memory of the steps; the steps also point to memory of the struct tp_format */
	struct tp_pool pool;
};

/* A payload, and the data that is needed to print it. */
struct tp_data {
	const uint8_t *data;
	uint32_t size; /* size of the payload in bytes; zeros follow the payload */
	bool swap, big_endian;
	tp_resolve_fn resolve;
	void *resolve_ctx;
	/* tracing data that has the kernel's strings for TP_S_PRINTK */
	const struct pdata_tracepoints *points;
};

/*
 * tp_compile.c: compile the print format @f to @p. @f must be valid as long as @p. Return: false if
 * steps cannot express the format (p->pool.err is 0), or if memory is exhausted (p->pool.err is
 * -ENOMEM).
 */
bool tp_prog_compile(struct tp_prog *p, const struct tp_format *f);
void tp_prog_free(struct tp_prog *p);

/*
 * tp_expr.c: compile @arg to an expression whose value is an integer (tp_compile_num) or a text
 * (tp_compile_str). Return: NULL if steps cannot compute the value, or if memory is exhausted.
 */
const struct tp_num *tp_compile_num(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
const struct tp_str *tp_compile_str(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
/* Return false if @field is NULL, or if its offset or size is larger than a payload can be. */
bool tp_field_fits(const struct pdata_field *field);

/* tp_run.c: print the payload @d with the steps of @p. */
void tp_prog_run(const struct tp_prog *p, const struct tp_data *d, struct out *out);

/*
 * tp_bytes.c: tp_bytes_letters() returns the number of letters at @s, after "%p", that belong to
 * the conversion; 0: none. tp_put_bytes() prints the field @f as the conversion "%p" with @letters
 * does. @len: number of bytes to print, used for "%ph" only.
 */
size_t tp_bytes_letters(const char *s);
void tp_put_bytes(const struct pdata_field *f, const char *letters, uint32_t len,
		  const struct tp_data *d, struct out *out);
void tp_put_hex_byte(struct out *out, uint8_t b);

/*
 * tp_fields.c: print one field (tp_put_field), or all fields with their names (tp_put_fields), for
 * an event whose print format cannot be compiled.
 */
void tp_put_field(const struct pdata_field *field, const struct tp_data *d, struct out *out);
void tp_put_fields(const struct tp_format *f, const struct tp_data *d, struct out *out);

/* tp_num.c: calculate the value of the expression @n for the payload @d. */
uint64_t tp_num_eval(const struct tp_num *n, const struct tp_data *d);
/*
 * Read an integer, @size bytes long, at offset @off of the payload. @size must be 1, 2, 4 or 8.
 * Return: the integer; 0: @size has another value, or the bytes are outside the buffer.
 */
uint64_t tp_read(const struct tp_data *d, uint64_t off, uint32_t size);
/*
 * Print @v as printf does for @spec, but with @width and @prec instead of the width and precision
 * of @spec.
 */
void tp_put_number(struct out *out, const struct tp_spec *spec, uint32_t width, uint32_t prec,
		   uint64_t v);
