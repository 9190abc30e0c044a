/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Expressions about samples: `period > 1000 && comm == "work"`. What a comparison says of a
 * sample's numbers is asked where the sample is read, what it says of names where they are known.
 *
 *	or         = and { "||" and }
 *	and        = not { "&&" not }
 *	not        = "!" not | "(" or ")" | comparison
 *	comparison = FIELD ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "=~" | "!~" ) VALUE
 *
 * VALUE is a number, or a word, or a text in quotes; =~ and !~ take a POSIX extended regular
 * expression.
 */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

struct filter_expr;

/* NULL: it is none, @why says what is wrong; "": memory is exhausted. */
struct filter_expr *filter_expr_parse(const char *text, char *why, size_t size);
void filter_expr_free(struct filter_expr *e);

/* PDATA_SAMPLE_ bits of the fields that it asks for. */
uint64_t filter_expr_wants(const struct filter_expr *e);

/* The names of the fields whose bits are not in @types, or NULL. */
const char *filter_expr_missing(const struct filter_expr *e, uint64_t types);

/*
 * A bit for each comparison of numbers that holds; a field that the sample has not makes it false.
 */
uint64_t filter_expr_numbers(const struct filter_expr *e, const struct pdata_sample *s,
			     uint64_t time, uint64_t period);

/* What a sample is called. dso and path are two names of one object; either may be meant. */
struct filter_names {
	const char *event, *comm, *sym, *dso, *path;
};

/* Return: 1: it holds, 0: it does not, -ENOMEM. */
int filter_expr_holds(const struct filter_expr *e, uint64_t numbers, const struct filter_names *n);
