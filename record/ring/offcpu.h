/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Implements --off-cpu, which records how long tasks sleep and with which call chain. Two BPF
 * programs sum up the sleep times by task, task state and user stack; each sum becomes a sample of
 * the event offcpu-time, as in perf.
 */

#include "base/recorder.h"

/*
 * With --off-cpu: load the BPF programs. Call this function when the targets are known. The
 * programs sum up nothing until rec_offcpu_switch(). Return: 0, or -1 after printing an error.
 */
int rec_offcpu_open(struct rec *r);
/* Start (@on) or stop the summing up of sleep times. Does nothing without --off-cpu. */
void rec_offcpu_switch(struct rec *r, bool on);
/* Write the sums as samples of offcpu-time. Return: 0, or -1 after printing an error. */
int rec_offcpu_write(struct rec *r);
void rec_offcpu_close(struct rec *r);
