/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the parts of `pdata annotate` share. */

#include "base/out_json.h"
#include "object/symbols/source.h"
#include "profile/model/report.h"

struct annotate_opts {
	struct report_opts report; /* first: options of the input are at its beginning */
	const char *symbol;
	const char *style; /* of the disassembler */
	bool json, no_lines;
	bool source;	      /* the text of lines, too */
	bool counts, periods; /* instead of shares */
	bool global, hits;    /* shares are of the event, not the function; of numbers of samples */
	bool raw_code, full_paths, line_sums;
	bool ignored;
	const char *ignored_text;
};

/* Samples at one address of a function. */
struct annotate_hit {
	uint64_t addr; /* in the object's own numbers */
	uint64_t nr, period;
	const struct pdata_object *object;
	const struct sym *sym;
	uint32_t event, leader; /* of the event's group; the event itself where it is in none */
};

/* Samples of one event of a group. */
struct annotate_sum {
	uint64_t nr, period;
};

/* One function of one event or group: hits ascending by address. */
struct annotate_func {
	const struct annotate_hit *hits;
	uint32_t nr_hits;
	uint32_t event, members;   /* the first, and how many */
	struct annotate_sum *sums; /* of each member */
};

struct annotate {
	const struct annotate_opts *opts;
	struct report rp;
	struct annotate_hit *hits;
	uint32_t nr_hits;
	struct annotate_sum *sums;   /* those of all functions */
	struct annotate_func *funcs; /* by event, then the heaviest first */
	uint32_t nr_funcs;
	/* Those whose code is not here: how many, their samples, and the first of them. */
	uint32_t nr_without;
	uint64_t samples_without;
	const struct annotate_func *without;
	struct sources sources;
	const char *why;
	struct pd_json json; /* with --json: the array of functions */
};

/* annotate_code.c: print one function. */
void annotate_func(struct annotate *a, const struct annotate_func *f);

/* The member of the group that @hit is of. */
static inline uint32_t annotate_member(const struct annotate_hit *hit)
{
	return hit->event - hit->leader;
}

/* @hit counts in that of @sums which is of its member of the group. */
static inline void annotate_add(struct annotate_sum *sums, const struct annotate_hit *hit)
{
	struct annotate_sum *sum = &sums[annotate_member(hit)];

	sum->nr += hit->nr;
	sum->period += hit->period;
}
