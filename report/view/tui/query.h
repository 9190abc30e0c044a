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
	char *value[QUERY_NR]; /* arguments of the options; NULL: as on the command line */
	/* path of the recording that the user chose; NULL: as on the command line */
	char *input;
};

/* Copy @from to @to. Return: 0; -ENOMEM: @to is empty. */
int query_copy(struct query *to, const struct query *from);
void query_free(struct query *q);

/*
 * Set @option in @q to a copy of @value. NULL: remove the option from the query, so that the
 * command line applies. Return: 0 or -ENOMEM.
 */
int query_set(struct query *q, enum query_option option, const char *value);

/*
 * Set @o to the options @base of the command line, changed by the options of @q. Strings in @o
 * still belong to @q or @base.
 */
void query_apply(const struct query *q, const struct report_opts *base, struct report_opts *o);

/* Print the options of the query as words of a shell command, each after a blank. */
void query_print(const struct query *q, struct out *o);
/* Append @word to @o, with quotes if a shell would not read it as one word. */
void query_print_word(struct out *o, const char *word);

/* Return: the name of an option, such as "--comms". */
const char *query_name(enum query_option option);
