/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declarations that all commands of pdata share: the struct that describes a command, and the
 * functions with which a command parses its options, prints its output and allocates memory.
 */

#include "base/array.h"
#include "base/exit_status.h"
#include "base/host.h"
#include "base/message.h"
#include "base/option_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A command of pdata. */
struct rep_cmd {
	const char *name;
	const char *help;  /* what the command does, in one line of `pdata help` */
	const char *usage; /* operands in the usage line of --help; "": no operands */
	/* Run the command with its arguments; argv[0] is its name. Return: enum rep_exit. */
	int (*run)(int argc, char **argv);
	bool pager; /* on a terminal, the command's output goes through the user's pager */
	/*
	 * If both @pager and @browser are set, the command may show the browser, and calls
	 * pager_start() itself if it prints text. If only @pager is set, main() calls
	 * pager_start() before the command.
	 */
	bool browser;
	/*
	 * names of options that perf's command of the same name lacks, NULL at the end; NULL: no
	 * names. If an abbreviation fits several options, but only one that is not in this list, it
	 * stands for that one.
	 */
	const char *const *added;
};

/*
 * Function type: run the pdata command that argv[0] names, and return enum rep_exit. main() sets
 * the function with rep_set_runner(). Commands call the function with rep_run_command(), because
 * only main() can use the table of all commands.
 */
typedef int rep_run_fn(int argc, char **argv);
void rep_set_runner(rep_run_fn *fn);
int rep_run_command(int argc, char **argv);

/*
 * Parse the options in @argv and store their values in the struct @vals. @opts: one row for each
 * option; a row { 0 } ends the table. Options are spelled as in perf: -x ARG, -xARG, --name ARG,
 * --name=ARG, unambiguous abbreviations, --no-name, "--". Operands are moved behind the options.
 * --help prints the help; an invalid option prints an error message of one line. Return: index of
 * the first operand; a negative value -1 - S: the command must end now, with exit status S.
 */
int rep_opts_parse(const struct rep_cmd *cmd, const struct rep_opt *opts, void *vals, int argc,
		   char **argv);

/*
 * A rep_message_fn that prints "pdata: @line" on stderr. Newlines in the line become '?'; if stderr
 * is a terminal, all control characters do. @ctx is not used.
 */
void rep_print_message(void *ctx, const char *line);

struct out;

/*
 * Prepare @o to write to the descriptor @fd. If @fd is a terminal or the pager's pipe, set
 * @o->guard, which replaces control characters in names.
 */
void rep_out_open(struct out *o, int fd);

/*
 * Write what @o still holds, and free its buffer; the descriptor stays open. Return: @status if
 * all output was written; REP_FAIL without a message if the reader closed the pipe (EPIPE);
 * REP_FAIL after an error message in all other cases.
 */
int rep_out_close(struct out *o, int status);
/*
 * As rep_out_close(), for output to the file @path; "-" is standard output. The error message of a
 * failed write contains @path, unless @path is "-".
 */
int rep_out_close_path(struct out *o, const char *path, int status);

/* The commands of cmds.def; a NULL ends the list. */
extern const struct rep_cmd *const rep_cmds[];

/* Allocation functions that end the program with a message if memory is exhausted. */
void *rep_alloc(size_t nr, size_t size); /* the memory is zeroed */
void *rep_grow(void *p, size_t nr, size_t size);
/*
 * Allocate @nr elements of @size bytes, not zeroed. Large blocks are in huge pages. End the program
 * with a message if memory is exhausted.
 */
void *rep_big_alloc(size_t nr, size_t size);
char *rep_strdup(const char *s);
void rep_exit_no_memory(void) __attribute__((noreturn));
