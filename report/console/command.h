/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declarations that all commands of pdata share: their entry, options and output. */

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
	const char *help;  /* one line */
	const char *usage; /* operands, or "" */
	/* argv[0] is the name of the command; returns enum rep_exit */
	int (*run)(int argc, char **argv);
	bool pager;   /* people read the command's output: see pager.h */
	bool browser; /* with pager: the command calls pager_start() unless it shows a browser */
};

/*
 * rep_run_command() runs the command whose name is argv[0], by the function that main() set, as a
 * command cannot call the table of all commands. Returns enum rep_exit.
 */
typedef int rep_run_fn(int argc, char **argv);
void rep_set_runner(rep_run_fn *fn);
int rep_run_command(int argc, char **argv);

/*
 * Set @vals from argv by the rows @opts, which end with { 0 }. Options are spelled as in perf: -x
 * ARG, -xARG, --name ARG, --name=ARG, unambiguous abbreviations, --no-name, "--". Prints --help,
 * or one line about an invalid option. Return: index of the first operand, or -1 - status if the
 * command should end with that status.
 */
int rep_opts_parse(const struct rep_cmd *cmd, const struct rep_opt *opts, void *vals, int argc,
		   char **argv);

/*
 * A rep_message_fn that prints one line on stderr, "pdata: ...", with control characters escaped
 * on a terminal.
 */
void rep_print_message(void *ctx, const char *line);

struct out;

/* Open @o for the descriptor @fd. Its guard is on if @fd is a terminal or the pager. */
void rep_out_open(struct out *o, int fd);

/* Close @o. Return: @status, or REP_FAIL after an error message if output was not written. */
int rep_out_close(struct out *o, int status);

/* The commands of cmds.def; NULL ends the list. */
extern const struct rep_cmd *const rep_cmds[];

/* Allocation functions that end the program with a message if memory is exhausted. */
void *rep_alloc(size_t nr, size_t size); /* zeroed */
void *rep_grow(void *p, size_t nr, size_t size);
/*
 * As rep_alloc() and rep_grow(), for memory that is written completely: large blocks are in huge
 * pages.
 */
void *rep_big_alloc(size_t nr, size_t size);
char *rep_strdup(const char *s);
void rep_exit_no_memory(void) __attribute__((noreturn));
