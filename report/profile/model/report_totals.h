/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Computes the totals that percentages refer to, --percent-limit, and colours of percentages. */

#include <stdbool.h>
#include <stdint.h>

struct event_rows;
struct rep_key;
struct rep_row;
struct report;

/*
 * Return the sum of the periods of an event: of all its samples, or with --percentage relative of
 * the rows that are shown.
 */
uint64_t report_event_total(const struct report *rp, const struct event_rows *ev);
/* As report_event_total(), but the sum of latencies if key @k shows latency. */
uint64_t report_key_total(const struct report *rp, const struct rep_key *k,
			  const struct event_rows *ev);
/* Return true if --percent-limit excludes row @r. */
bool report_below_limit(const struct report *rp, const struct event_rows *ev,
			const struct rep_row *r);
/* Return the escape sequence of perf's colour for a percentage, or "" for no colour. */
const char *report_colour(double percent);
#define REPORT_COLOUR_OFF "\033[m"
