/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What is tried when the kernel refuses an event. */

#include <stdbool.h>

struct rec;
struct rec_event;

/* After a failed open (fallback.c): change the event to something that may work. */
bool rec_fall_back(struct rec *r, struct rec_event *e, int err, unsigned int *precise_was);
/* Leave out the newest of what older kernels lack. Return: false when there is nothing left. */
bool rec_drop_newest(struct rec_event *e);
/* Now that it is open, say what was left out. */
void rec_print_dropped(const struct rec_event *e);
