/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the parsed print format of a tracepoint: a format string and a list of arguments. */

#include "session/tracepoint/tp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_arg_kind {
	TP_A_NULL,  /* the missing left operand of a unary operator */
	TP_A_ATOM,  /* @text is a number, a name or a quoted string */
	TP_A_FIELD, /* @field is the field */
	TP_A_CAST,  /* @text is the type, @left the operand */
	/*
	 * @text is the operator, @left and @right are the operands; for "?", @right is the operator
	 * ":"
	 */
	TP_A_OP,
	TP_A_FLAGS,  /* @left is the value, @text the separator, @names the names of the bits */
	TP_A_SYMBOL, /* @left is the value, @names the names of the values */
	TP_A_HEX,    /* @left is the array, @right its length, @text the separator */
	/* @left is the array, @right the number of elements, @third the size of an element */
	TP_A_ARRAY,
	TP_A_STRING,  /* @field is a dynamic string */
	TP_A_BITMASK, /* @field is a dynamic bitmask */
	TP_A_DYNAMIC, /* @field is a dynamic array */
	/* @field is a dynamic array; the value of the argument is its length in bytes */
	TP_A_LENGTH
};

struct tp_name {
	int64_t value; /* value of @name; -1: the value is not known */
	const char *name;
};

struct tp_arg {
	enum tp_arg_kind kind;
	const char *text;
	const struct pdata_field *field;
	struct tp_arg *left, *right, *third;
	int level; /* precedence of the operator; only the parser uses it */
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_arg *next; /* next argument of the print format; NULL: last argument */
};

/* Allocations that tp_pool_free() frees together. A zeroed pool is empty. */
struct tp_pool {
	struct tp_block *blocks;
	int err; /* 0, or -ENOMEM if memory was exhausted */
};

struct tp_format {
	const struct pdata_tracepoint *event;
	/*
	 * format string, whose escape sequences are not replaced; NULL: the format cannot be parsed
	 */
	const char *print;
	const struct tp_arg *args;
	struct tp_pool pool; /* owns the memory of @print and @args */
	uint32_t long_size;  /* size of a long on the recorded machine, in bytes */
};

/* Allocate @size bytes in @pool; tp_pool_free() frees them. Return: NULL if memory is exhausted. */
void *tp_alloc(struct tp_pool *pool, size_t size);
char *tp_copy(struct tp_pool *pool, const char *s, size_t len);
void tp_pool_free(struct tp_pool *pool);

/*
 * Parse the print format of @event into @f. If the format cannot be parsed, f->print is NULL. If
 * memory is exhausted, f->pool.err is not 0, and the caller must not use @f.
 */
void tp_format_parse(struct tp_format *f, const struct pdata_tracepoint *event, uint32_t long_size);

/*
 * tp_arg.c: parse @text, the part of a tracepoint's format after "print fmt:". Return: false, with
 * @f->print NULL: the text cannot be parsed, also not by perf, or memory is exhausted.
 */
bool tp_format_parse_print(struct tp_format *f, const char *text);

/* Return the value of @s, a number or a name in a list of names; -1: the name is not known. */
int64_t tp_name_value(const char *s);
