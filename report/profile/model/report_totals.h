/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Computes the totals that are 100 percent, and applies --percent-limit and the colours of
 * percentages.
 */

#include <stdbool.h>
#include <stdint.h>

struct event_rows;
struct rep_key;
struct rep_row;
struct report;

/*
 * Return the sum of the periods of all samples of the event @ev. If the option --percentage has the
 * argument "relative", return the sum of the periods of the rows that are shown.
 */
uint64_t report_event_total(const struct report *rp, const struct event_rows *ev);
/* Return true if the event @ev has samples or, if it leads a group, another event of the group. */
bool report_group_has_samples(const struct report *rp, const struct event_rows *ev);
/*
 * Return the value that is 100 percent in the column of key @k. If the key shows latency, the
 * result is the sum of the latencies of all samples of the event @ev; with --percentage relative,
 * the result is the sum over only those rows that are shown. If the key does not show latency, the
 * result is report_event_total().
 */
uint64_t report_key_total(const struct report *rp, const struct rep_key *k,
			  const struct event_rows *ev);
/* Return true if --percent-limit excludes row @r of the event @ev. */
bool report_below_limit(const struct report *rp, const struct event_rows *ev,
			const struct rep_row *r);
/*
 * Return the terminal escape sequence of perf's colour for a percentage; "": perf uses no colour.
 */
const char *report_colour(double percent);
#define REPORT_COLOUR_OFF "\033[m"
