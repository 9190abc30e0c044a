/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The totals that percentages refer to, --percent-limit, and the colours of percentages. */

#include <stdbool.h>
#include <stdint.h>

struct event_rows;
struct rep_key;
struct rep_row;
struct report;

/*
 * The sum of the periods of an event: all of them, or with --percentage relative those of rows
 * that are shown.
 */
uint64_t report_event_total(const struct report *rp, const struct event_rows *ev);
/* The same for the column of a key, which may sum latencies instead of periods. */
uint64_t report_key_total(const struct report *rp, const struct rep_key *k,
			  const struct event_rows *ev);
/* Whether --percent-limit leaves a row out. */
bool report_below_limit(const struct report *rp, const struct event_rows *ev,
			const struct rep_row *r);
/* The escape sequence that perf colours a percentage with, "" for none. */
const char *report_colour(double percent);
#define REPORT_COLOUR_OFF "\033[m"
