/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The query: the options of `pdata report` that the user set in the browser, in addition to the
 * command line. A command line with these options prints what the browser shows.
 */

#include "base/out.h"
#include "profile/model/report_opts.h"

/* The options of `pdata report` that the user can set in the browser. */
enum query_option {
	QUERY_COMMS,
	QUERY_PID,
	QUERY_TID,
	QUERY_DSOS,
	QUERY_SYMBOLS,
	QUERY_CONTAINS, /* --symbol-filter */
	QUERY_CPU,
	QUERY_TIME,
	QUERY_FILTER,
	QUERY_SORT,
	QUERY_SOCKET,
	QUERY_LIMIT,
	QUERY_PERCENTAGE,
	QUERY_GROUP_SORT,
	QUERY_NR
};

struct query {
	/*
	 * array, indexed by enum query_option: argument of the option; NULL: the user has not set
	 * the option in the browser, so the command line applies
	 */
	char *value[QUERY_NR];
	/*
	 * path of the recording that the user chose in the browser; NULL: the user chose none, so
	 * the browser shows the recording that the command line names
	 */
	char *input;
};

/* Copy @from to @to. Return: 0; -ENOMEM: @to is empty. */
int query_copy(struct query *to, const struct query *from);
void query_free(struct query *q);

/*
 * Set @option in @q to a copy of @value. If @value is NULL, remove the option from @q, so that the
 * command line applies. Return: 0; -ENOMEM: @q is unchanged.
 */
int query_set(struct query *q, enum query_option option, const char *value);

/*
 * Set @o to a copy of @base, the options of the command line, with the changes that @q has. The
 * function does not copy strings: the strings in @o belong to @q or to @base.
 */
void query_apply(const struct query *q, const struct report_opts *base, struct report_opts *o);

/* Append the options of @q to @o as words of a shell command, with a blank before each word. */
void query_print(const struct query *q, struct out *o);
/* Append @word to @o, in quotes if a shell would not read @word as one unchanged word. */
void query_print_word(struct out *o, const char *word);

/* Return: the name of @option on the command line, such as "--comms". */
const char *query_name(enum query_option option);
