/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Changes events that the kernel refuses, so that a similar event can be opened. */

#include <stdbool.h>

struct rec;
struct rec_event;

/*
 * Change the event @e after perf_event_open(2) failed with errno @err; the caller then opens the
 * event again. The caller sets *@precise_was to 0 before the first call for @e; the function uses
 * *@precise_was to store the precise_ip that @e had at the first call. Return: true; false: no
 * further change is known, and the event cannot be opened.
 */
bool rec_fall_back(struct rec *r, struct rec_event *e, int err, unsigned int *precise_was);
/*
 * If perf_event_open(2) may have failed with errno @err because @e also counts outside of user
 * code, restrict @e to user code, and store the former name of @e in e->was. rec_fall_back() does
 * this, too. Return: true: the caller opens @e again; false: @e is not changed.
 */
bool rec_fall_back_to_user(struct rec *r, struct rec_event *e, int err);
/*
 * Clear the attr bits of one feature of @e that older kernels lack. If @e has several such
 * features, choose the one that Linux got last. Return: true; false: @e has no such feature.
 */
bool rec_drop_newest(struct rec_event *e);
/*
 * If rec_fall_back() has restricted @e to user code or has removed features of @e, print what is
 * not recorded. Call this function when the event is open.
 */
void rec_print_dropped(const struct rec_event *e);
