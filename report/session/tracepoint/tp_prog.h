/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the compiled form of a tracepoint's print format: steps that check every access.
 * Payloads are read from a buffer of TP_DATA_MAX bytes plus TP_SLACK zeros, because a damaged
 * format may place the end of a field after the payload.
 *
 * The __data_loc word of a dynamic field has the offset of its bytes in the payload in the lower
 * 16 bits, and their number in the upper 16 bits.
 */

#include "base/out.h"
#include "session/tracepoint/tp_format.h"

#define TP_DATA_MAX 65536u /* bytes in the largest payload of a record */
#define TP_SLACK (3 * TP_DATA_MAX)

/* Kinds of numeric expressions; the operators calculate with unsigned numbers, as perf does. */
enum tp_num_kind {
	TP_N_CONST, /* value */
	TP_N_FIELD, /* size bytes at off */
	TP_N_MASK,  /* a & value */
	TP_N_NOT,   /* !b */
	TP_N_COMPL, /* ~b */
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
	TP_N_COND,	/* a ? b : c */
	TP_N_INDEX,	/* element b of the array at off, whose elements have size bytes */
	TP_N_DYN_INDEX, /* size bytes at byte b of the dynamic array; off: its __data_loc word */
	TP_N_DYN_LEN	/* bytes in the dynamic array; off: its __data_loc word */
};

struct tp_num {
	enum tp_num_kind kind;
	uint32_t off, size;
	uint64_t value;
	const struct tp_num *a, *b, *c;
};

/* Kinds of text expressions. */
enum tp_str_kind {
	TP_S_NONE,
	TP_S_TEXT,    /* text */
	TP_S_FIELD,   /* size characters at off; size 0: up to the end of the payload */
	TP_S_PRINTK,  /* a string in the kernel; its address is a number of size bytes at off */
	TP_S_LOC,     /* string of a dynamic field; off: its __data_loc word */
	TP_S_FLAGS,   /* names of the bits that are set in num, with text between them */
	TP_S_SYMBOL,  /* name of the value num */
	TP_S_BITMASK, /* bitmask of a dynamic field; off: its __data_loc word */
	TP_S_HEX,     /* num bytes in hex, with text between them */
	TP_S_ARRAY,   /* num numbers of size2 bytes each */
	TP_S_COND     /* num ? a : b */
};

struct tp_str {
	enum tp_str_kind kind;
	uint32_t off, size;
	uint32_t rel; /* LOC, BITMASK: added to the offset in the __data_loc word */
	bool dynamic; /* HEX, ARRAY: off is the offset of a __data_loc word */
	const char *text;
	const struct tp_num *num, *size2;
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_str *a, *b;
};

/* A conversion specification of the format string, as printf has it. */
struct tp_spec {
	char conv;    /* conversion letter */
	int8_t bytes; /* size of the number by its length modifier: 1, 2, 4 or 8 */
	bool left, zero, alt, has_prec;
	uint32_t width, prec;
	const struct tp_num *star; /* argument for "*"; NULL: no "*" */
	bool star_prec;		   /* "*" stands for the precision, not for the width */
};

enum tp_step_kind {
	TP_TEXT,
	TP_NUMBER,
	TP_STRING,
	TP_POINTER,
	TP_FUNCTION,
	TP_BYTES /* kernel's %p with letters: network addresses, UUIDs, buffers */
};

struct tp_step {
	enum tp_step_kind kind;
	struct tp_spec spec;
	const char *text; /* TEXT; BYTES: the letters after %p */
	size_t len;
	bool offset;			 /* FUNCTION: also print the offset from its start */
	const struct pdata_field *field; /* BYTES */
	const struct tp_num *num;
	const struct tp_str *str;
};

struct tp_prog {
	struct tp_step *steps;
	uint32_t nr;
	/* memory allocated for the steps, which also point to memory of the tp_format */
	struct tp_pool pool;
};

/* A payload, and what is needed to print it. */
struct tp_data {
	const uint8_t *data;
	uint32_t size; /* bytes of the payload; zeros follow */
	bool swap, big_endian;
	tp_resolve_fn resolve;
	void *resolve_ctx;
	const struct pdata_tracepoints *points; /* has the kernel strings for TP_S_PRINTK */
};

/*
 * tp_compile.c: compile the print format of @f, which must live as long as @p. Return: false if
 * steps cannot express the format (p->pool.err is 0), or if memory is exhausted (-ENOMEM).
 */
bool tp_prog_compile(struct tp_prog *p, const struct tp_format *f);
void tp_prog_free(struct tp_prog *p);

/*
 * tp_expr.c: compile @arg as a number or as a text. Return: NULL if @arg is not a number or text
 * that steps can compute, or if memory is exhausted.
 */
const struct tp_num *tp_compile_num(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
const struct tp_str *tp_compile_str(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
/* Return: false if @field is NULL, or its offset or size are larger than payloads can be. */
bool tp_field_fits(const struct pdata_field *field);

/* tp_run.c: print the payload @d with the steps of @p. */
void tp_prog_run(const struct tp_prog *p, const struct tp_data *d, struct out *out);

/*
 * tp_bytes.c: tp_bytes_letters() counts the letters at @s, after "%p", that belong to the
 * conversion; 0: none. tp_put_bytes() prints a field as the conversion "%p" and @letters do;
 * @len: number of bytes to print, for "%ph" only.
 */
size_t tp_bytes_letters(const char *s);
void tp_put_bytes(const struct pdata_field *f, const char *letters, uint32_t len,
		  const struct tp_data *d, struct out *out);
void tp_put_hex_byte(struct out *out, uint8_t b);

/* tp_fields.c: print one field, or all with their names, for a format that cannot be compiled. */
void tp_put_field(const struct pdata_field *field, const struct tp_data *d, struct out *out);
void tp_put_fields(const struct tp_format *f, const struct tp_data *d, struct out *out);

/* tp_num.c: calculate the value of @n for the payload @d. */
uint64_t tp_num_eval(const struct tp_num *n, const struct tp_data *d);
/* Return: the number of 1, 2, 4 or 8 bytes at @off; 0: another @size, or outside the buffer. */
uint64_t tp_read(const struct tp_data *d, uint64_t off, uint32_t size);
/* Print @v as printf does, with @width and @prec in place of those of @spec. */
void tp_put_number(struct out *out, const struct tp_spec *spec, uint32_t width, uint32_t prec,
		   uint64_t v);
