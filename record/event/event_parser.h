/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the state and functions that the parsers of events, terms and probes share. */

#include "base/rec_event.h"

#include <stddef.h>
#include <stdint.h>

struct rec_callchain;
struct rec_pmu;

/*
 * Parse the argument of --call-graph: "fp", "dwarf[,BYTES]", "lbr" or "no". Return: 0; -1: @s has
 * another form.
 */
int rec_parse_callgraph(const char *s, struct rec_callchain *c);
/*
 * Parse a branch filter such as "any_call,u" into branch_sample_type bits. Return: 0; -1: @s has an
 * unknown word.
 */
int rec_parse_branch(const char *s, uint64_t *mask);

struct rec_parse {
	struct rec_evlist *l;
	const char *text; /* the whole argument of -e, for messages */
	const char *at;	  /* the next character to parse */
	uint32_t group;	  /* index of the first event of the group that is being parsed */
};

/*
 * Parse the terms of the event @e. The caller sets p->at to the character behind the opening
 * slash; the function sets p->at to the character behind the closing slash. If @pmu is not NULL,
 * the names of the PMU's format and event files in sysfs are also valid terms. Return: 0, or -1
 * after printing an error.
 */
int rec_parse_terms(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu);
/*
 * Parse @text, the content of an event file of @pmu in sysfs, as terms of @e:
 * "event=0x3c,umask=0x1". Return: 0, or -1 after printing an error.
 */
int rec_parse_pmu_event(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu,
			const char *text);
/*
 * Parse a probe such as "uprobe:PATH:FUNCTION", whose first word is the @len characters at @word;
 * p->at is at the colon behind this word. Return: 1: the event of the probe was added; 0: the word
 * is not the name of a kind of probes; -1 after printing an error.
 */
int rec_parse_probe(struct rec_parse *p, const char *word, size_t len);
