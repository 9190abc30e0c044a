/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The BPF maps of --off-cpu, and the BPF programs that fill them. */

#include "base/recorder.h"

/* Value of the map "starts": the time at which a task began to sleep. The key is the tid. */
struct rec_offcpu_start {
	uint64_t time;
	uint32_t stack, tgid, state, unused;
};

/* Key of the map "sums", whose values are nanoseconds. A stack that is negative is missing. */
struct rec_offcpu_sum {
	uint32_t tid, tgid, stack, state;
};

/*
 * Indices of the map "words": a flag that enables the summing up of times, and the number of
 * sleeps for which a map had no room.
 */
enum { REC_OFFCPU_ENABLED, REC_OFFCPU_LOST, REC_OFFCPU_WORDS };

/* Descriptors of the maps. If @filter or @cpus is -1, the programs do not filter by it. */
struct rec_offcpu_maps {
	int words, starts, sums, stacks;
	int filter, cpus; /* the recorded threads or processes, and the recorded CPUs */
	bool by_process;  /* the filter has processes (tgid), not threads (tid) */
};

/*
 * Load the program for sched_switch, or the program for task_newtask. The latter adds to the
 * filter the processes that recorded processes start. *@id is set to the tracepoint's id. Return:
 * a descriptor of the program, or -1. If -1 and *@id is set, errno says why the kernel refused the
 * program; if *@id is still 0, an error was printed.
 */
int rec_offcpu_load_switch(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
int rec_offcpu_load_newtask(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
