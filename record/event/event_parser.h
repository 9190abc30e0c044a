/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the parsers of events, terms and probes share. */

#include "base/rec_event.h"

#include <stddef.h>
#include <stdint.h>

struct rec_callchain;
struct rec_pmu;

/* "fp", "dwarf,4096", "lbr", "no". Return: 0 or -1. */
int rec_parse_callgraph(const char *s, struct rec_callchain *c);
/* "any_call,u". Return: 0 or -1. */
int rec_parse_branch(const char *s, uint64_t *mask);

struct rec_parse {
	struct rec_evlist *l;
	const char *text; /* the whole argument, for messages */
	const char *at;
	uint32_t group; /* index of the first event of the open group */
};

/*
 * The terms of event @e; p->at is behind the opening slash and ends behind the closing one. @pmu:
 * whose terms they may be too, or NULL. Return: 0 or -1 with a line said.
 */
int rec_parse_terms(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu);
/* The same for the text of a pmu's event file, "event=0x3c,umask=0x1". */
int rec_parse_pmu_event(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu,
			const char *text);
/*
 * "uprobe:PATH:FUNCTION" and its kin; p->at is at the first colon. Return: 0 is none, 1 added, -1.
 */
int rec_parse_probe(struct rec_parse *p, const char *word, size_t len);
