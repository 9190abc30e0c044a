/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the parsed print format of a tracepoint: a format string and a list of arguments. */

#include "session/tracepoint/tp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_arg_kind {
	TP_A_NULL,    /* missing left operand of a unary operator */
	TP_A_ATOM,    /* text: a number, a name, a quoted string */
	TP_A_FIELD,   /* field */
	TP_A_CAST,    /* text: type; left: operand */
	TP_A_OP,      /* text: operator; left, right: operands; "?": right is the operator ":" */
	TP_A_FLAGS,   /* left: value; text: separator; names */
	TP_A_SYMBOL,  /* left: value; names */
	TP_A_HEX,     /* left: array, right: length; text: separator */
	TP_A_ARRAY,   /* left: array, right: count, third: element size */
	TP_A_STRING,  /* field: a dynamic string */
	TP_A_BITMASK, /* field: a dynamic bitmask */
	TP_A_DYNAMIC, /* field: a dynamic array */
	TP_A_LENGTH   /* field: a dynamic array; the value is its length in bytes */
};

struct tp_name {
	int64_t value; /* -1: value of the name is not known */
	const char *name;
};

struct tp_arg {
	enum tp_arg_kind kind;
	const char *text;
	const struct pdata_field *field;
	struct tp_arg *left, *right, *third;
	int level; /* precedence of the operator; the parser alone uses it */
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_arg *next; /* next argument of the format */
};

/* Allocations that tp_pool_free() frees together. A zeroed pool is empty. */
struct tp_pool {
	struct tp_block *blocks;
	int err; /* -ENOMEM: memory was exhausted, else 0 */
};

struct tp_format {
	const struct pdata_tracepoint *event;
	/* format string, with its escape sequences as they are; NULL: cannot be parsed */
	const char *print;
	const struct tp_arg *args;
	struct tp_pool pool; /* owns print and args */
	uint32_t long_size;  /* bytes of a long on the recorded machine */
};

/* Allocate memory that tp_pool_free() frees. Return: NULL when memory is exhausted. */
void *tp_alloc(struct tp_pool *pool, size_t size);
char *tp_copy(struct tp_pool *pool, const char *s, size_t len);
void tp_pool_free(struct tp_pool *pool);

/*
 * Parse the print format of @event to @f; f->print is NULL if that is not possible. If f->pool.err
 * is not 0, memory was exhausted and @f may not be used.
 */
void tp_format_parse(struct tp_format *f, const struct pdata_tracepoint *event, uint32_t long_size);

/*
 * tp_arg.c: parse @text, which follows "print fmt:". Return: false, with f->print NULL, if perf
 * cannot parse it either, or if memory is exhausted.
 */
bool tp_format_parse_print(struct tp_format *f, const char *text);

/* Return: the value of @s, a number or a name in a list of names; -1: the name is not known. */
int64_t tp_name_value(const char *s);
