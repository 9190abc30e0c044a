/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* How the samples of a report are added up. */

#include "base/jobs.h"
#include "profile/model/report.h"

#define REPORT_SAMPLE_BATCH 32u /* that are looked at together */

/* Make rp->hist of all samples; without memory it is NULL, or see hists_err(). */
void report_pass(struct report *rp, const struct hists_opts *o);

/*
 * Add up rp->s->sample_cache in up to @nr threads. Return: the number of @parts,
 * finished; 0 without memory for them.
 */
uint32_t report_add_cached_samples(struct report *rp, const struct hists_opts *o, uint32_t nr,
				   struct hists **parts);
