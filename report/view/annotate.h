/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Types that the parts of `pdata annotate` share. */

#include "base/out_json.h"
#include "object/symbols/source.h"
#include "profile/model/report.h"
#include "view/annotate_hits.h"

struct annotate_opts {
	/* must be first: it begins with the options of the input */
	struct report_opts report;
	const char *symbol;
	const char *style; /* syntax of the disassembler */
	bool json, no_lines;
	bool source;	      /* print the text of source lines, too */
	bool counts, periods; /* print these instead of percents */
	/*
	 * percents are shares of the event, not of the function; percents are of numbers of
	 * samples, not of periods
	 */
	bool global, hits;
	bool raw_code, full_paths, line_sums;
	bool stdio, tui, ignored;
	const char *ignored_text;
};

struct annotate {
	const struct annotate_opts *opts;
	struct report rp;
	struct annotate_hit *hits;
	uint32_t nr_hits;
	struct annotate_funcs funcs;
	/*
	 * Functions whose code is not available: their number, their samples, and the first of
	 * them.
	 */
	uint32_t nr_without;
	uint64_t samples_without;
	const struct annotate_func *without;
	struct sources sources;
	const char *why;
	struct pd_json json; /* with --json: the array of functions */
	/* only this function of this object; NULL: all, or that of opts.symbol */
	const struct sym *only_sym;
	const struct pdata_object *only_object;
	bool threads; /* only samples of threads that --comms, --pid and --tid select */
};

/*
 * annotate_funcs.c: make a->funcs of the report in a->rp; free all but the report. Return: 0 or
 * -ENOMEM, which is an error of the session, too.
 */
int annotate_gather(struct annotate *a);
void annotate_free(struct annotate *a);

/* annotate_code.c: print one function. */
void annotate_func(struct annotate *a, const struct annotate_func *f);

/*
 * Return @sum as a percentage of a total of the event with number @member in the group: the total
 * of function @f or, with --percent-type global-*, of all functions.
 */
double annotate_percent(const struct annotate *a, const struct annotate_func *f, uint32_t member,
			const struct annotate_sum *sum);

/* Print the function at @addr, and the offset in it, as the target of a jump: " <main+0x1a>". */
void annotate_target(struct out *o, const struct sym *to, uint64_t addr);
