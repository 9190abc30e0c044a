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
	const char *help;		   /* one line */
	const char *usage;		   /* operands, or "" */
	int (*run)(int argc, char **argv); /* argv[0] is the command; returns enum rep_exit */
	bool pager;			   /* whether people read its output: see pager.h */
};

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

/* Close @o. Return: @status, or REP_FAIL after one line if not all output could be written. */
int rep_out_close(struct out *o, int status);

/* The commands of cmds.def; NULL ends the list. */
extern const struct rep_cmd *const rep_cmds[];

/* Allocation functions that end the program with a message if memory is exhausted. */
void *rep_alloc(size_t nr, size_t size); /* zeroed */
void *rep_grow(void *p, size_t nr, size_t size);
/* For memory that is written completely: large blocks are in huge pages. */
void *rep_big_alloc(size_t nr, size_t size);
char *rep_strdup(const char *s);
void rep_exit_no_memory(void) __attribute__((noreturn));
