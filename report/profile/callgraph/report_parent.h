/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the names in call chains decide: --parent, and --ignore-callees. */

#include "profile/model/report.h"

struct report_parent;

/* NULL: no option asks. Prints a line about a bad pattern. Return: enum rep_exit. */
int report_parent_new(struct report *rp, struct report_parent **out);
void report_parent_free(struct report_parent *p);

/*
 * Look at the @nr frames of rp->walked. @parent: the first that --parent matches, or NULL. @root:
 * the frame that stands for the sample itself, moved to the front with what follows it, or
 * UINT32_MAX. Without memory none match: see report_err().
 * Return: how many frames are left.
 */
uint32_t report_parent_find(struct report_parent *p, struct report *rp, uint32_t nr,
			    const struct sym **parent, uint32_t *root);
