/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The print format of one tracepoint, parsed: a format string with a list of arguments. */

#include "session/tracepoint/tp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_arg_kind {
	TP_A_NULL,    /* what an operator with one side lacks */
	TP_A_ATOM,    /* text: a number, a name, a quoted string */
	TP_A_FIELD,   /* field */
	TP_A_CAST,    /* text: type; left */
	TP_A_OP,      /* text: operator; left, right; "?": right is the operator ":" */
	TP_A_FLAGS,   /* left; text between; names */
	TP_A_SYMBOL,  /* left; names */
	TP_A_HEX,     /* left: array, right: length; text between */
	TP_A_ARRAY,   /* left: array, right: count, third: element size */
	TP_A_STRING,  /* field: dynamic text */
	TP_A_BITMASK, /* field */
	TP_A_DYNAMIC, /* field: what its word points to */
	TP_A_LENGTH   /* field: length of that */
};

struct tp_name {
	int64_t value; /* -1: not a number that is known */
	const char *name;
};

struct tp_arg {
	enum tp_arg_kind kind;
	const char *text;
	const struct pdata_field *field;
	struct tp_arg *left, *right, *third;
	int level; /* of the operator while it is parsed */
	const struct tp_name *names;
	uint32_t nr_names;
	const struct tp_arg *next; /* in a list of arguments */
};

/* Memory that is freed together; zeros: empty. */
struct tp_pool {
	struct tp_block *blocks;
	int err; /* -ENOMEM: memory was exhausted, else 0 */
};

struct tp_format {
	const struct pdata_tracepoint *event;
	/* format string with its escapes; NULL: there is none that makes sense */
	const char *print;
	const struct tp_arg *args;
	struct tp_pool pool; /* print and args */
	uint32_t long_size;  /* of the traced machine */
};

/* Memory that lives as long as its pool. Return: NULL when memory is exhausted. */
void *tp_alloc(struct tp_pool *pool, size_t size);
char *tp_copy(struct tp_pool *pool, const char *s, size_t len);
void tp_pool_free(struct tp_pool *pool);

/* The event's print format, if it has one that makes sense; f->pool.err says whether to trust. */
void tp_format_parse(struct tp_format *f, const struct pdata_tracepoint *event, uint32_t long_size);

/*
 * tp_arg.c: parse what follows "print fmt:". false: perf could not either; then f->print is NULL.
 */
bool tp_format_parse_print(struct tp_format *f, const char *text);

/* The number that a name or a number stands for in a list of names. */
int64_t tp_name_value(const char *s);
