/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What --off-cpu has in the kernel: maps, and the programs that fill them. */

#include "base/recorder.h"

/* Since when a task sleeps, by its thread. */
struct rec_offcpu_start {
	uint64_t time;
	uint32_t stack, tgid, state, unused;
};

/* What nanoseconds are added up for; a stack below 0 is none. */
struct rec_offcpu_sum {
	uint32_t tid, tgid, stack, state;
};

/* Whether anything is added up, and how often there was no room for it. */
enum { REC_OFFCPU_ENABLED, REC_OFFCPU_LOST, REC_OFFCPU_WORDS };

/* Descriptors; -1: there is none, nothing is filtered. */
struct rec_offcpu_maps {
	int words, starts, sums, stacks;
	int filter, cpus; /* who is recorded, and where */
	bool by_process;  /* the filter has processes, not threads */
};

/*
 * The program for sched_switch, and that for task_newtask, which adds processes that recorded ones
 * start.
 * Return: its descriptor; -1: an error was said, or, when *@id was set, errno of the kernel's
 * refusal.
 */
int rec_offcpu_load_switch(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
int rec_offcpu_load_newtask(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
