/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* How options are written on a command line; record_opts.c has the rows. */

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

/* What struct rec_opts points to. */
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
	 * optional, one of the words of rec_option.arg; such a word behind the option is its
	 * argument, too
	 */
	ARG_WORD
};

/*
 * One row for each option. A switch names the bool it sets (and the one that remembers that it was
 * given), a text the pointer; anything else names a function, whose @arg is NULL when an optional
 * one is not there.
 */
struct rec_option {
	char letter;
	const char *name;
	enum rec_arg_kind kind;
	const char *arg, *help;
	int (*set)(struct rec_cmdline *p, const char *arg);
	/* Offsets in struct rec_opts_storage and one, 0: none. */
	size_t flag, flag_set;
	size_t text; /* where the argument is stored as it is */
};

/* An option of perf's that is not taken. */
struct rec_refused {
	const char *name, *why; /* and what to do instead */
};

struct rec_option_table {
	const struct rec_option *rows;
	size_t nr;
	const struct rec_refused *refused;
	size_t nr_refused;
};

/* Take options from argv[1] on. *@at: of what is none. Return: 0, 1 all was said, -1 (said). */
int rec_cmdline_parse(struct rec_cmdline *p, const struct rec_option_table *t, char **argv,
		      int *at);
void rec_cmdline_help(const struct rec_option_table *t);
