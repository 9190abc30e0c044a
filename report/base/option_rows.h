/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the rows of the tables that describe the options of a command. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rep_opt_kind {
	REP_FLAG, /* bool; --no-NAME unsets it */
	REP_STR,  /* const char * */
	REP_U64,  /* uint64_t */
	REP_DBL,  /* double */
	REP_LIST, /* struct rep_list; the user may give the option several times */
	REP_CALL, /* the function rep_opt.set() gets the argument, or NULL if there is none */
	/*
	 * option of perf that pdata lacks; @help says why pdata lacks it; --help does not list the
	 * option
	 */
	REP_ABSENT
};

/*
 * One option of a command. @off is the offset of the option's value in the struct @vals that
 * rep_opts_parse() fills.
 */
struct rep_opt {
	const char *name; /* long name, without "--"; NULL: the option has no long name */
	char letter;	  /* short name, such as 'x' for -x; 0: the option has no short name */
	enum rep_opt_kind kind;
	size_t off;
	/*
	 * Word for the argument in --help; NULL: the option has no argument. "[WORD]": the argument
	 * may be left out if the next word of the command line begins with "-", or if there is no
	 * next word. "[=WORD]": the argument may be left out, and the user can give it only as
	 * --name=WORD or -xWORD.
	 */
	const char *arg;
	const char *help;
	/*
	 * Stores the argument of an option of kind REP_CALL in @vals, the struct that
	 * rep_opts_parse() fills. @unset: the user gave --no-NAME. Return: 0; any other value: the
	 * argument is bad.
	 */
	int (*set)(void *vals, const char *arg, bool unset);
};

/* A row of kind REP_ABSENT, for an option of perf that pdata lacks. @why: the reason. */
#define REP_OPT_ABSENT(name, letter, why)                                                          \
	{                                                                                          \
		name, letter, REP_ABSENT, 0, NULL, why, 0                                          \
	}

/* An option of kind REP_LIST may be given at most this many times. */
#define REP_LIST_MAX 64u

struct rep_list {
	const char *word[REP_LIST_MAX];
	uint32_t nr;
};
