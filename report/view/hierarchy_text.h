/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the rows of --hierarchy as text. */

struct event_rows;
struct report;

void hierarchy_text(struct report *rp, const struct event_rows *ev);
