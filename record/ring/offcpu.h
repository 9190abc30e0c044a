/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Implements --off-cpu, which records how long tasks sleep and from which call chain. Two BPF
 * programs sum up the times by task, state and user stack; each sum becomes a sample of the event
 * offcpu-time, as in perf.
 */

#include "base/recorder.h"

/*
 * Load the programs when the targets are known. They sum up nothing until rec_offcpu_switch().
 * Return: 0, or -1 after printing an error.
 */
int rec_offcpu_open(struct rec *r);
/* Start or stop summing up. Does nothing without --off-cpu. */
void rec_offcpu_switch(struct rec *r, bool on);
/* Write the samples. Return: 0, or -1 after printing an error. */
int rec_offcpu_write(struct rec *r);
void rec_offcpu_close(struct rec *r);
