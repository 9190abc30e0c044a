/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * What the user asked for in the browser in addition to the command line: options of `pdata
 * report`, so that each view of the browser is also the output of a command line.
 */

#include "base/out.h"
#include "profile/model/report_opts.h"

/* The options that the browser changes. */
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
	char *input;	       /* another recording, or NULL */
};

/* Return: 0 or -ENOMEM, after which @to is empty. */
int query_copy(struct query *to, const struct query *from);
void query_free(struct query *q);

/* Set an option; @value NULL: as on the command line. Return: 0 or -ENOMEM. */
int query_set(struct query *q, enum query_option option, const char *value);

/* Set @o to the options of the command line with those of the query, which keep belonging to it. */
void query_apply(const struct query *q, const struct report_opts *base, struct report_opts *o);

/* Print the options of the query as words of a shell command, each after a blank. */
void query_print(const struct query *q, struct out *o);
/* Print a word so that a shell reads it as one. */
void query_print_word(struct out *o, const char *word);

/* The name of an option, with "--". */
const char *query_name(enum query_option option);
