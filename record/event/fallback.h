/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fallbacks for events that the kernel refuses. */

#include <stdbool.h>

struct rec;
struct rec_event;

/*
 * Change event @e, whose perf_event_open(2) failed with errno @err, to one that may work.
 * *@precise_was keeps the event's first precise_ip between calls; the caller sets it to 0 before
 * the first call. Return: false if no fallback is left.
 */
bool rec_fall_back(struct rec *r, struct rec_event *e, int err, unsigned int *precise_was);
/*
 * Drop the newest of the event's features that older kernels lack. Return: false if the event has
 * no such feature.
 */
bool rec_drop_newest(struct rec_event *e);
/* Print which features were dropped. Called when the event is open. */
void rec_print_dropped(const struct rec_event *e);
