/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the command line of pdata record by a table of options, which is in record_opts.c. */

#include "base/output_opts.h"
#include "event/aux_opts.h"
#include "event/count_opts.h"
#include "event/sample_opts.h"
#include "event/side_opts.h"
#include "kernel/target_opts.h"
#include "options/ring_opts.h"
#include "options/run_opts.h"

#include <stddef.h>

struct rec_evlist;

/* Holds the values of all options; the members of a struct rec_opts point into this struct. */
struct rec_opts_storage {
	struct rec_target_opts target;
	struct rec_count_opts count;
	struct rec_sample_opts sample;
	struct rec_side_opts side;
	struct rec_aux_opts aux;
	struct rec_ring_opts ring;
	struct rec_output_opts out;
	struct rec_run_opts run;
};

struct rec_cmdline {
	struct rec_opts_storage *o;
	struct rec_evlist *ev;
};

enum rec_arg_kind {
	ARG_NONE,
	ARG_NEEDED,
	ARG_OPTIONAL,
	/*
	 * An optional argument: one of the words in rec_option.arg, which are separated by "|". If
	 * a long option has no "=" and the next word of the command line is one of these words,
	 * this next word is the argument.
	 */
	ARG_WORD
};

/*
 * A row of the table of options. In the row of a switch (an option without argument), @flag
 * selects the bool that gets the value of the switch (true for --NAME, false for --no-NAME), and
 * @flag_set may select a second bool, which becomes true in both cases. In the row of an option
 * whose argument is stored unchanged, @text selects the pointer to set. Every other row has the
 * function @set, which gets NULL as @arg if the argument is missing.
 */
struct rec_option {
	char letter;
	const char *name;
	enum rec_arg_kind kind;
	const char *arg, *help;
	int (*set)(struct rec_cmdline *p, const char *arg);
	/*
	 * @flag: the bool that becomes the value of the option; @flag_set: the bool that becomes
	 * true when the option is given. Each member is 1 plus the offset of its bool in struct
	 * rec_opts_storage; 0: the option has no such bool
	 */
	size_t flag, flag_set;
	/*
	 * 1 plus the offset in struct rec_opts_storage of the pointer that is set to the argument;
	 * 0: the row sets no pointer
	 */
	size_t text;
};

/* An option of perf that pdata record refuses. */
struct rec_refused {
	/*
	 * @name: name of the option; @why: why pdata record refuses the option, and what the user
	 * can do instead
	 */
	const char *name, *why;
};

struct rec_option_table {
	const struct rec_option *rows;
	size_t nr;
	const struct rec_refused *refused;
	size_t nr_refused;
	/*
	 * names of rows that perf record lacks, NULL at the end. If a beginning of a name fits
	 * several rows, but only one that is not in this list, it stands for that one.
	 */
	const char *const *added;
};

/*
 * Parse options from argv[*@at] on. *@at becomes the index of the first argument that is no option.
 * Return: 0; 1: an option such as --help has done everything, and the program ends; -1 after
 * printing an error.
 */
int rec_cmdline_parse(struct rec_cmdline *p, const struct rec_option_table *t, char **argv,
		      int *at);
void rec_cmdline_help(const struct rec_option_table *t);
