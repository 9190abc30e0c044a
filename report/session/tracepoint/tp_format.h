/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the parsed print format of a tracepoint: a format string and a list of arguments. */

#include "session/tracepoint/tp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_arg_kind {
	TP_A_NULL,  /* placeholder for the left operand that a unary operator does not have */
	TP_A_ATOM,  /* number, name or quoted string; @text is its text, without quotes */
	TP_A_FIELD, /* value of a field (REC->name); @field is the field */
	TP_A_CAST,  /* cast; @text is the type, @left the operand */
	/*
	 * operator; @text is the operator, @left and @right are the operands; the right operand of
	 * "?" is an operator ":"
	 */
	TP_A_OP,
	/* __print_flags(); @left is the value, @text the separator, @names has names of bits */
	TP_A_FLAGS,
	TP_A_SYMBOL, /* __print_symbolic(); @left is the value, @names has names of values */
	/*
	 * __print_hex(); @left is the array, @right its length in bytes, @text the separator
	 */
	TP_A_HEX,
	/*
	 * __print_array(); @left is the array, @right the number of elements, @third the size of
	 * an element
	 */
	TP_A_ARRAY,
	TP_A_STRING,  /* __get_str(); @field is the dynamic string */
	TP_A_BITMASK, /* __get_bitmask(); @field is the dynamic bitmask */
	TP_A_DYNAMIC, /* __get_dynamic_array(); @field is the dynamic array */
	/* __get_dynamic_array_len(), a length in bytes; @field is the dynamic array */
	TP_A_LENGTH
};

struct tp_name {
	int64_t value; /* number that @name stands for; -1: the number is not known */
	const char *name;
};

struct tp_arg {
	enum tp_arg_kind kind;
	const char *text;
	const struct pdata_field *field;
	struct tp_arg *left, *right, *third;
	int level; /* precedence of the operator @text; only tp_arg.c uses it */
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_arg *next; /* next argument of the print format; NULL: there is none */
};

/* Memory from tp_alloc(), which tp_pool_free() frees all at once. A zeroed pool is empty. */
struct tp_pool {
	struct tp_block *blocks;
	int err; /* 0; -ENOMEM: memory was exhausted in tp_alloc() */
};

struct tp_format {
	const struct pdata_tracepoint *event;
	/*
	 * format string of the print format, in which escape sequences such as \n are not
	 * replaced; NULL: the print format cannot be parsed
	 */
	const char *print;
	const struct tp_arg *args;
	struct tp_pool pool; /* memory of @print and @args */
	uint32_t long_size;  /* size in bytes of a long on the recorded machine */
};

/*
 * Allocate @size zeroed bytes, which tp_pool_free() frees. Return: the memory; NULL if memory is
 * exhausted: @pool->err is then -ENOMEM.
 */
void *tp_alloc(struct tp_pool *pool, size_t size);
char *tp_copy(struct tp_pool *pool, const char *s, size_t len);
void tp_pool_free(struct tp_pool *pool);

/*
 * Parse the print format of the tracepoint @event into @f. @long_size is the size in bytes of a
 * long on the recorded machine. If the print format cannot be parsed, @f->print is NULL. If memory
 * is exhausted, @f->pool.err is -ENOMEM, and the caller must not use the other members of @f.
 */
void tp_format_parse(struct tp_format *f, const struct pdata_tracepoint *event, uint32_t long_size);

/*
 * tp_arg.c: parse @text, the part of a tracepoint's format file after "print fmt:", and set
 * @f->print and @f->args. Return: true; false, with @f->print NULL, if the text cannot be parsed
 * (perf cannot parse it either), or if memory is exhausted.
 */
bool tp_format_parse_print(struct tp_format *f, const char *text);

/*
 * Return the number for which the text @s stands. @s is a value in the list of names of
 * __print_symbolic() or __print_flags(): the digits of a number, or the name of a constant of the
 * kernel's source such as "TIMER_SOFTIRQ". -1: the constant is not known.
 */
int64_t tp_name_value(const char *s);
