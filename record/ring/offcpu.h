/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --off-cpu: how long tasks sleep, and where they called from. Two small programs in the kernel add
 * the times up by task, state and user stack; each sum becomes a sample of the event offcpu-time,
 * as in perf.
 */

#include "base/recorder.h"

/* Load the programs, once it is known who is recorded; they wait. Return: 0 or -1 (said). */
int rec_offcpu_open(struct rec *r);
/* Begin or cease to add up. Nothing happens without --off-cpu. */
void rec_offcpu_switch(struct rec *r, bool on);
/* Write the samples. Return: 0 or -1 (said). */
int rec_offcpu_write(struct rec *r);
void rec_offcpu_close(struct rec *r);
