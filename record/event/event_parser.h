/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The state and functions that the parsers of events, terms and probes share. */

#include "base/rec_event.h"

#include <stddef.h>
#include <stdint.h>

struct rec_callchain;
struct rec_pmu;

/* Parse the value of --call-graph: "fp", "dwarf,4096", "lbr", "no". Return: 0 or -1. */
int rec_parse_callgraph(const char *s, struct rec_callchain *c);
/* Parse a branch filter, "any_call,u", to bits of branch_sample_type. Return: 0 or -1. */
int rec_parse_branch(const char *s, uint64_t *mask);

struct rec_parse {
	struct rec_evlist *l;
	const char *text; /* the argument of -e, for messages */
	const char *at;	  /* the next character to parse */
	uint32_t group;	  /* index of the first event of the group that is being parsed */
};

/*
 * Parse the terms of event @e. p->at is after the opening slash and is moved after the closing
 * one. The format and event files of @pmu are valid terms, too; @pmu may be NULL. Return: 0, or -1
 * after printing an error.
 */
int rec_parse_terms(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu);
/* Parse the terms in the text of a PMU's event file, "event=0x3c,umask=0x1". Return: 0 or -1. */
int rec_parse_pmu_event(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu,
			const char *text);
/*
 * Parse a probe such as "uprobe:PATH:FUNCTION" that begins with the @len characters at @word; p->at
 * is at the first colon. Return: 1 if its event was added, 0 if @word begins no probe, or -1 after
 * printing an error.
 */
int rec_parse_probe(struct rec_parse *p, const char *word, size_t len);
