/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Rows of tables of options, which describe the command line of a command. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rep_opt_kind {
	REP_FLAG,  /* bool; --no-NAME unsets it */
	REP_STR,   /* const char * */
	REP_U64,   /* uint64_t */
	REP_DBL,   /* double */
	REP_LIST,  /* struct rep_list: may be given several times */
	REP_CALL,  /* calls set() with the argument; NULL: an optional argument is absent */
	REP_ABSENT /* perf's option that pdata lacks: @help says why, --help omits it */
};

/*
 * One option of a command. @off is offsetof() the value in the struct that rep_opts_parse() fills.
 */
struct rep_opt {
	const char *name; /* long name, or NULL */
	char letter;	  /* or 0 */
	enum rep_opt_kind kind;
	size_t off;
	/*
	 * Word for the argument in --help; NULL: no argument. "[WORD]": the argument may be left
	 * out before another option or at the end. "[=WORD]": it may be left out, and is given only
	 * as --name=WORD or -xWORD.
	 */
	const char *arg;
	const char *help;
	/* For REP_CALL. Return: 0; any other value: the argument is bad. */
	int (*set)(void *vals, const char *arg, bool unset);
};

/* A row of kind REP_ABSENT. */
#define REP_OPT_ABSENT(name, letter, why)                                                          \
	{                                                                                          \
		name, letter, REP_ABSENT, 0, NULL, why, 0                                          \
	}

/* Most words of an option that may be given several times. */
#define REP_LIST_MAX 64u

struct rep_list {
	const char *word[REP_LIST_MAX];
	uint32_t nr;
};
