/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Expressions of --filter such as `period > 1000 && comm == "work"`. Comparisons of a sample's
 * numbers are evaluated when the sample is read, comparisons of names after they are resolved.
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

/*
 * Parse an expression; free the result with filter_expr_free(). Returns NULL on failure; @why then
 * has the error message, or is "" if memory is exhausted.
 */
struct filter_expr *filter_expr_parse(const char *text, char *why, size_t size);
void filter_expr_free(struct filter_expr *e);

/* Return the PDATA_SAMPLE_ bits of the fields that the expression uses. */
uint64_t filter_expr_wants(const struct filter_expr *e);

/*
 * Return the name of the first used field whose PDATA_SAMPLE_ bits are not in @types, or NULL if
 * none is missing.
 */
const char *filter_expr_missing(const struct filter_expr *e, uint64_t types);

/*
 * Evaluate the comparisons of numbers. Returns a bit for each comparison of the expression, in
 * their order, set if it is true. A comparison with a field that the sample lacks is false.
 */
uint64_t filter_expr_numbers(const struct filter_expr *e, const struct pdata_sample *s,
			     uint64_t time, uint64_t period);

/*
 * The names of a sample. dso and path both name its object: a comparison is true if it holds for
 * one of them.
 */
struct filter_names {
	const char *event, *comm, *sym, *dso, *path;
};

/* Return: 1 when the expression is true, 0 when it is false, or -ENOMEM. */
int filter_expr_holds(const struct filter_expr *e, uint64_t numbers, const struct filter_names *n);
