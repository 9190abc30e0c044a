/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_H
#define REP_H

/* What every command of the pdata program shares: its entry, its options, its exit status. */

#include "base/array.h"
#include "base/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit status of every command. */
enum rep_exit {
	REP_OK = 0,   /* everything was read */
	REP_FAIL = 1, /* no answer: not perf.data, bad option, no permission */
	REP_PART = 2  /* answered in part: bytes skipped, file cut */
};

enum rep_opt_kind {
	REP_FLAG,  /* bool; --no-NAME unsets it */
	REP_STR,   /* const char * */
	REP_U64,   /* uint64_t */
	REP_DBL,   /* double */
	REP_LIST,  /* struct rep_list: may be given several times */
	REP_CALL,  /* set() is called with the argument, or NULL when it is optional and absent */
	REP_ABSENT /* an option of perf that is not here: @help says why; --help does not list it */
};

/* One option of a command. @off is offsetof() in the struct that rep_opts_parse() fills. */
struct rep_opt {
	const char *name; /* long name, or NULL */
	char letter;	  /* or 0 */
	enum rep_opt_kind kind;
	size_t off;
	/* Word for the argument in --help; NULL: none. "[WORD]": may be left out before another
	 * option or at the end. "[=WORD]": may be left out, and is only taken from the same word.
	 */
	const char *arg;
	const char *help;
	int (*set)(void *vals, const char *arg, bool unset); /* REP_CALL; not 0: argument is bad */
};

/* A row of a REP_ABSENT. */
#define REP_OPT_ABSENT(name, letter, why)                                                          \
	{                                                                                          \
		name, letter, REP_ABSENT, 0, NULL, why, 0                                          \
	}

/* Words of an option that may be given several times. */
#define REP_LIST_MAX 64u

struct rep_list {
	const char *word[REP_LIST_MAX];
	uint32_t nr;
};

/* Options end with { 0 }. */
struct rep_cmd {
	const char *name;
	const char *help;		   /* one line */
	const char *usage;		   /* operands, or "" */
	int (*run)(int argc, char **argv); /* argv[0] is the command; returns enum rep_exit */
	bool pager;			   /* its output is for reading: see pager.h */
};

/*
 * Fill @vals from argv by @opts, as perf spells options: -x ARG, -xARG, --name ARG, --name=ARG,
 * unambiguous abbreviations, --no-name, "--". Prints --help, or one line about a bad option.
 * Return: index of the first operand, or -1 - status when the command should end with that status.
 */
int rep_opts_parse(const struct rep_cmd *cmd, const struct rep_opt *opts, void *vals, int argc,
		   char **argv);

/* A receiver of messages: one line on stderr, "pdata: ...", printable on a terminal. */
void rep_print_message(void *ctx, const char *line);

struct out;

/* Open @o for the descriptor @fd, with the guard on if that is a terminal or the pager. */
void rep_out_open(struct out *o, int fd);

/* Close @o. Return: @status, or REP_FAIL after one line when not all could be written. */
int rep_out_close(struct out *o, int status);

/* The lists from cmds.def; ends with NULL. */
extern const struct rep_cmd *const rep_cmds[];

/* Memory: the program ends with a line when there is none. */
void *rep_alloc(size_t nr, size_t size); /* zeroed */
void *rep_grow(void *p, size_t nr, size_t size);
void *rep_big_alloc(
	size_t nr, size_t size); /* about to be written all over: in large pages where it is much */
char *rep_strdup(const char *s);

/*
 * A slip of the pen looks like a recording without names: say that what @option has is no
 * directory.
 */
void rep_check_dir(const char *option, const char *dir);

/* Cpus that the process may run on: as many threads as are of use. */
uint32_t rep_nr_cpus(void);

#endif
