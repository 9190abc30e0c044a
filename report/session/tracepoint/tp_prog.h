/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A tracepoint's print format as a program: steps that check every access. Payloads are read from a
 * buffer of TP_DATA_MAX bytes plus TP_SLACK zeros, so fields may lie about where they end.
 */

#include "base/out.h"
#include "session/tracepoint/tp_format.h"

#define TP_DATA_MAX 65536u /* payload of a record */
#define TP_SLACK (3 * TP_DATA_MAX)

/* Numbers. */
enum tp_num_kind {
	TP_N_CONST, /* value */
	TP_N_FIELD, /* size bytes at off */
	TP_N_MASK,  /* a & value */
	TP_N_NOT,   /* !b; the operators have perf's unsigned arithmetic */
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
	TP_N_INDEX,	/* element b of the array of size-byte elements at off */
	TP_N_DYN_INDEX, /* size bytes, b bytes into the dynamic array that the word at off says */
	TP_N_DYN_LEN	/* length of the dynamic array that the word at off says */
};

struct tp_num {
	enum tp_num_kind kind;
	uint32_t off, size;
	uint64_t value;
	const struct tp_num *a, *b, *c;
};

/* Texts. */
enum tp_str_kind {
	TP_S_NONE,
	TP_S_TEXT,    /* text */
	TP_S_FIELD,   /* characters at off, size of them or up to the end when 0 */
	TP_S_PRINTK,  /* the text whose address is the size bytes at off */
	TP_S_LOC,     /* string where the word at off says; rel: counted from rel */
	TP_S_FLAGS,   /* names of the bits of num */
	TP_S_SYMBOL,  /* name of the value num */
	TP_S_BITMASK, /* where the word at off says */
	TP_S_HEX,     /* num bytes as hex, text between them */
	TP_S_ARRAY,   /* num numbers of size2 bytes each */
	TP_S_COND     /* num ? a : b */
};

struct tp_str {
	enum tp_str_kind kind;
	uint32_t off, size;
	uint32_t rel;
	bool dynamic; /* HEX, ARRAY: off is that of a word that says where */
	const char *text;
	const struct tp_num *num, *size2;
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_str *a, *b;
};

/* A conversion specification: what is between % and its letter. */
struct tp_spec {
	char conv;
	int8_t bytes; /* of the number: 1, 2, 4, 8 */
	bool left, zero, alt, has_prec;
	uint32_t width, prec;
	const struct tp_num *star; /* number for the * */
	bool star_prec;		   /* it is the precision, not the width */
};

enum tp_step_kind {
	TP_TEXT,
	TP_NUMBER,
	TP_STRING,
	TP_POINTER,
	TP_FUNCTION,
	TP_BYTES /* kernel's %p with a letter: addresses of networks, identifiers, buffers */
};

struct tp_step {
	enum tp_step_kind kind;
	struct tp_spec spec;
	const char *text; /* TEXT; BYTES: the letters after %p */
	size_t len;
	bool offset;			 /* FUNCTION: print how far behind its start */
	const struct pdata_field *field; /* BYTES */
	const struct tp_num *num;
	const struct tp_str *str;
};

struct tp_prog {
	struct tp_step *steps;
	uint32_t nr;
	struct tp_pool pool; /* everything the steps point to */
};

/* A payload. */
struct tp_data {
	const uint8_t *data;
	uint32_t size;
	bool swap, big_endian;
	tp_resolve_fn resolve;
	void *resolve_ctx;
	const struct pdata_tracepoints *points; /* has the texts that payloads name by address */
};

/*
 * tp_compile.c: false: the format has something that the steps cannot say, or memory is exhausted:
 * p->pool.err says it.
 */
bool tp_prog_compile(struct tp_prog *p, const struct tp_format *f);
void tp_prog_free(struct tp_prog *p);

/* tp_expr.c: NULL: something that has no form here, or memory is exhausted. */
const struct tp_num *tp_compile_num(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
const struct tp_str *tp_compile_str(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg);
bool tp_field_fits(const struct pdata_field *field);

/* tp_run.c */
void tp_prog_run(const struct tp_prog *p, const struct tp_data *d, struct out *out);

/*
 * tp_bytes.c: print a field as "%p" and @letters say; and the letters that belong to it in a
 * format.
 */
size_t tp_bytes_letters(const char *s);
void tp_put_bytes(const struct pdata_field *f, const char *letters, uint32_t len,
		  const struct tp_data *d, struct out *out);
void tp_put_hex_byte(struct out *out, uint8_t b);

/* tp_fields.c: all fields with their names, for a format that cannot be printed. */
void tp_put_field(const struct pdata_field *field, const struct tp_data *d, struct out *out);
void tp_put_fields(const struct tp_format *f, const struct tp_data *d, struct out *out);

/* tp_num.c */
uint64_t tp_num_eval(const struct tp_num *n, const struct tp_data *d);
uint64_t tp_read(const struct tp_data *d, uint64_t off, uint32_t size);
void tp_put_number(struct out *out, const struct tp_spec *spec, uint32_t width, uint32_t prec,
		   uint64_t v);
