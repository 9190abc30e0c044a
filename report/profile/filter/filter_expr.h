/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
  * Parses and evaluates expressions of --filter such as `period > 1000 && comm == "work"`.
  * Comparisons of a sample's numbers are evaluated when the sample is read, comparisons of names
  * after the names are resolved.
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
 * Parse the expression @text; the caller frees the result with filter_expr_free(). Return: NULL if
 * @text is invalid or memory is exhausted. The buffer @why of @size bytes then has the error
 * message, or "" if memory is exhausted.
 */
struct filter_expr *filter_expr_parse(const char *text, char *why, size_t size);
void filter_expr_free(struct filter_expr *e);

/* Return the PDATA_SAMPLE_ bits of all sample fields that the expression compares. */
uint64_t filter_expr_wants(const struct filter_expr *e);

/*
 * Return the name of the first field in the expression that needs a PDATA_SAMPLE_ bit outside
 * @types. Return NULL if @types has the bits of all fields.
 */
const char *filter_expr_missing(const struct filter_expr *e, uint64_t types);

/*
 * Evaluate the comparisons of numbers for sample @s, whose time is @time and whose period is
 * @period. Bit n of the result stands for comparison n of the expression, counted from the left,
 * from 0: the bit is set if the comparison is true. The bit is 0 for a comparison of names, and
 * for a field that the sample lacks.
 */
uint64_t filter_expr_numbers(const struct filter_expr *e, const struct pdata_sample *s,
			     uint64_t time, uint64_t period);

/*
 * The names of one sample, which filter_expr_holds() compares with the values in the expression.
 * @dso and @path are the short name and the path of the same object. For the field "dso", == and =~
 * are true if @dso or @path matches; != and !~ are true if neither matches.
 */
struct filter_names {
	const char *event, *comm, *sym, *dso, *path;
};

/*
 * Evaluate the whole expression for one sample. @numbers is the result of filter_expr_numbers()
 * for this sample. Return: 1 if the expression is true; 0 if it is false; -ENOMEM if memory is
 * exhausted.
 */
int filter_expr_holds(const struct filter_expr *e, uint64_t numbers, const struct filter_names *n);
