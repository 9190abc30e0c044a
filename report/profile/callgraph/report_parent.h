/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Matches the symbols of call chains against the patterns of --parent and --ignore-callees. */

#include "profile/model/report.h"

struct report_parent;

/* Return whether a sort key of the report needs the callers that match --parent. */
bool report_needs_parents(const struct report *rp);

/*
 * Compile the patterns of --parent and --ignore-callees. *@out is set to NULL if the report needs
 * neither pattern. Print an error line if a pattern is invalid. Return: enum rep_exit.
 */
int report_parent_new(struct report *rp, struct report_parent **out);
void report_parent_free(struct report_parent *p);

/*
 * Match the symbols of the first @nr frames of rp->walked against the patterns. Frames that were
 * unwound from a stack copy are not matched, as in perf.
 * *@parent is set to the first symbol that matches --parent; NULL: no symbol matches.
 * *@root is set to the index in locations.all of the last frame that matches --ignore-callees;
 * UINT32_MAX: no frame matches. This frame stands for the sample itself, so the function removes
 * the frames before it from rp->walked.
 * If memory is exhausted, no symbol matches, and report_err() returns the error.
 * Return: the number of frames left in rp->walked.
 */
uint32_t report_parent_find(struct report_parent *p, struct report *rp, uint32_t nr,
			    const struct sym **parent, uint32_t *root);
