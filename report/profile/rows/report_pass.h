/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs the sample pass: sums the samples of a report in hist entries. */

#include "base/jobs.h"
#include "profile/model/report.h"

#define REPORT_SAMPLE_BATCH 32u /* number of samples that are decoded together */

/*
 * Read all samples, and sum them in a new hist, rp->hist, with the options @o. If memory is
 * exhausted, rp->hist is NULL, or hists_err(rp->hist) returns the error.
 */
void report_pass(struct report *rp, const struct hists_opts *o);

/*
 * Sum the samples of rp->s->sample_cache in up to @nr threads, but at least in one. The function
 * makes a hist for each of these threads, stores it in @parts, and calls hists_finish() for it.
 * Return: the number of hists in @parts; 0: memory for the hists is exhausted.
 */
uint32_t report_add_cached_samples(struct report *rp, const struct hists_opts *o, uint32_t nr,
				   struct hists **parts);

/*
 * Sum the samples of rp->s->sample_cache. If @nr_threads is at least 2, one thread finds the keys
 * of samples while another one adds samples to hist entries. Return: NULL if memory is exhausted.
 */
struct hists *report_add_cached_in_steps(struct report *rp, const struct hists_opts *o,
					 uint32_t nr_threads);

/*
 * Read the samples of the rows with rep_row.mark again, with their call chains, into a new hist.
 * Set *@entry_rows to an array with the row of each entry of this hist. The caller frees both.
 * rp->hist->opts.notes_entries is set. Return: NULL if memory is exhausted or the recording cannot
 * be read again.
 */
struct hists *report_reread_chains(struct report *rp, struct rep_row ***entry_rows);
