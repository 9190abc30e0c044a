/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The types and functions that the source files of `pdata annotate` share. */

#include "base/out_json.h"
#include "object/symbols/source.h"
#include "profile/model/report.h"
#include "view/annotate_hits.h"

struct annotate_opts {
	/*
	 * Must be the first member: struct report_opts begins with struct rep_input, and the
	 * options of REP_SESSION_OPTS are stored at offsets from the start of struct rep_input.
	 */
	struct report_opts report;
	const char *symbol;
	const char *style; /* -M: syntax of x86 instructions, "att" or "intel"; NULL: att */
	bool json, no_lines;
	bool source; /* print the text of source lines, not only file and line number */
	/*
	 * In place of percentages, print counts of samples if @counts is set, or sums of periods
	 * if @periods is set. If both are set, print sums of periods.
	 */
	bool counts, periods;
	/*
	 * --percent-type. @global: percentages are relative to the event's total, not to the
	 * function's total. @hits: percentages are computed from counts of samples, not from sums
	 * of periods.
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
	 * @nr_without: count of functions that annotate_func() did not print, because their code
	 * is not available. @samples_without: count of samples in these functions. @without: the
	 * first of these functions. @why: text that says why the code of @without is not
	 * available.
	 */
	uint32_t nr_without;
	uint64_t samples_without;
	const struct annotate_func *without;
	struct sources sources;
	const char *why;
	struct pd_json json; /* with --json: the writer of the array of annotated functions */
	/*
	 * Annotate only the function @only_sym of the object @only_object. If @only_sym is NULL,
	 * annotate the functions with the name @opts->symbol; if that is also NULL, all functions.
	 */
	const struct sym *only_sym;
	const struct pdata_object *only_object;
	/*
	 * use only samples of threads that --comms, --pid and --tid select; false: use the samples
	 * of all threads
	 */
	bool threads;
};

/*
 * Fill @a->hits with the samples to annotate from the report @a->rp, and @a->funcs with the
 * functions that contain these samples. Return: 0; -ENOMEM: memory is exhausted, and the
 * function has also set the error of the session. In both cases the caller calls annotate_free(),
 * which does not free @a->rp. Defined in annotate_funcs.c.
 */
int annotate_gather(struct annotate *a);
void annotate_free(struct annotate *a);

/*
 * Print the code of the function @f, with the samples at each instruction, as text or JSON. If the
 * code is not available, count @f in @a->nr_without. Defined in annotate_code.c.
 */
void annotate_func(struct annotate *a, const struct annotate_func *f);

/*
 * Return: @sum as a percentage. 100 % is the total of the event in the function @f or, with
 * --percent-type global-*, the total of the event in the whole report. @member: position of the
 * event in the event group of @f.
 */
double annotate_percent(const struct annotate *a, const struct annotate_func *f, uint32_t member,
			const struct annotate_sum *sum);

/* The argument of --percent-type, in --help and in messages. */
#define PERCENT_TYPES "{local|global}-{period|hits}"

/*
 * Parse the argument of --percent-type: "local-hits" or, the other way round, "hits-local". Return:
 * 0; -1: @text is not a type of percentages.
 */
int annotate_parse_percents(const char *text, bool *hits, bool *global);

/*
 * Append to @o the target of a jump or call, as function and offset, such as " <main+0x1a>". @to:
 * the function that covers the target; @addr: the target, as an address in the object.
 */
void annotate_target(struct out *o, const struct sym *to, uint64_t addr);
