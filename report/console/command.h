/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What every command of the pdata program shares: its entry, its options, its output. */

#include "base/array.h"
#include "base/exit_status.h"
#include "base/host.h"
#include "base/message.h"
#include "base/option_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
void rep_exit_no_memory(void) __attribute__((noreturn));
