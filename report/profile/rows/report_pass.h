/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The sample pass: sums the samples of a report in hist entries. */

#include "base/jobs.h"
#include "profile/model/report.h"

#define REPORT_SAMPLE_BATCH 32u /* samples that are decoded together */

/*
 * Make rp->hist from all samples. If memory is exhausted, rp->hist is NULL, or hists_err() of it is
 * not 0.
 */
void report_pass(struct report *rp, const struct hists_opts *o);

/*
 * Sum the samples of rp->s->sample_cache in up to @nr threads. Return: the number of finished
 * hists in @parts; 0 if memory for them is exhausted.
 */
uint32_t report_add_cached_samples(struct report *rp, const struct hists_opts *o, uint32_t nr,
				   struct hists **parts);
