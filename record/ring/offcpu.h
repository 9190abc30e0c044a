/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Implements --off-cpu, which records how long tasks sleep and with which call chain. Two BPF
 * programs sum up the sleep times by task, task state and user stack; each sum becomes a sample of
 * the event offcpu-time, as in perf.
 */

#include "base/recorder.h"

/*
 * With --off-cpu, create the BPF maps, and load the BPF programs. Call this function when the
 * targets are known. The programs sum up sleep times only after rec_offcpu_switch() was called with
 * @on true. Return: 0, or -1 after printing an error.
 */
int rec_offcpu_open(struct rec *r);
/*
 * If @on is true, let the BPF programs sum up sleep times from now on; if @on is false, let the
 * programs sum up nothing. Do nothing without --off-cpu.
 */
void rec_offcpu_switch(struct rec *r, bool on);
/*
 * Make the BPF programs stop summing up sleep times, and write each sum as a sample of the event
 * offcpu-time. Do nothing without --off-cpu. Return: 0, or -1 after printing an error.
 */
int rec_offcpu_write(struct rec *r);
void rec_offcpu_close(struct rec *r);
