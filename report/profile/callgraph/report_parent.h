/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Matches the symbols of call chains with --parent and --ignore-callees. */

#include "profile/model/report.h"

struct report_parent;

/*
 * Compile the patterns of --parent and --ignore-callees. *@out is set to NULL if neither option is
 * used. Prints a line about an invalid pattern. Return: enum rep_exit.
 */
int report_parent_new(struct report *rp, struct report_parent **out);
void report_parent_free(struct report_parent *p);

/*
 * Match the @nr frames of rp->walked. @parent: set to the symbol of the first match of --parent,
 * or NULL. @root: set to the frame that stands for the sample itself, or UINT32_MAX; this frame
 * and those after it are moved to the front. If memory is exhausted, nothing matches; see
 * report_err().
 * Return: the number of frames left.
 */
uint32_t report_parent_find(struct report_parent *p, struct report *rp, uint32_t nr,
			    const struct sym **parent, uint32_t *root);
