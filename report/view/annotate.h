/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Types that the parts of `pdata annotate` share. */

#include "base/out_json.h"
#include "object/symbols/source.h"
#include "profile/model/report.h"

struct annotate_opts {
	/* first member, because it begins with the options of the input */
	struct report_opts report;
	const char *symbol;
	const char *style; /* syntax of the disassembler */
	bool json, no_lines;
	bool source;	      /* print the text of source lines, too */
	bool counts, periods; /* print these instead of percents */
	/* percents of the event, not the function; percents of numbers of samples */
	bool global, hits;
	bool raw_code, full_paths, line_sums;
	bool ignored;
	const char *ignored_text;
};

/* The samples at one address of a function. */
struct annotate_hit {
	uint64_t addr; /* address as in the object's symbol table */
	uint64_t nr, period;
	const struct pdata_object *object;
	const struct sym *sym;
	/* leader: the first event of the event's group; the event itself if it is in no group */
	uint32_t event, leader;
};

/* The samples of one event of a group. */
struct annotate_sum {
	uint64_t nr, period;
};

/* One function of one event or group; hits ascend by address. */
struct annotate_func {
	const struct annotate_hit *hits;
	uint32_t nr_hits;
	uint32_t event, members;   /* the first event of the group, and the number of events */
	struct annotate_sum *sums; /* sums of each event of the group */
};

struct annotate {
	const struct annotate_opts *opts;
	struct report rp;
	struct annotate_hit *hits;
	uint32_t nr_hits;
	struct annotate_sum *sums;   /* the sums of all functions */
	struct annotate_func *funcs; /* sorted by event, then the heaviest first */
	uint32_t nr_funcs;
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
};

/* annotate_code.c: print one function. */
void annotate_func(struct annotate *a, const struct annotate_func *f);

/* The position in its group of the event of @hit. */
static inline uint32_t annotate_member(const struct annotate_hit *hit)
{
	return hit->event - hit->leader;
}

/* Add @hit to the element of @sums of its event. */
static inline void annotate_add(struct annotate_sum *sums, const struct annotate_hit *hit)
{
	struct annotate_sum *sum = &sums[annotate_member(hit)];

	sum->nr += hit->nr;
	sum->period += hit->period;
}
