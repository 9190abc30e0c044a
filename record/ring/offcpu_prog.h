/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the BPF maps of --off-cpu, and loads the BPF programs that fill the maps. */

#include "base/recorder.h"

/* Value of the BPF map "starts", whose key is a tid: when and how this task began to sleep. */
struct rec_offcpu_start {
	uint64_t time; /* ns */
	/*
	 * @stack: id of the user stack in the map "stacks"; @tgid: process; @state: task state of
	 * sched_switch
	 */
	uint32_t stack, tgid, state, unused;
};

/*
 * Key of the BPF map "sums", whose values are sleep times in ns. If @stack, read as a signed
 * integer, is negative, the stack is missing.
 */
struct rec_offcpu_sum {
	uint32_t tid, tgid, stack, state;
};

/*
 * Indices of the BPF map "words": REC_OFFCPU_ENABLED is 1 while sleep times are summed up,
 * REC_OFFCPU_LOST is the count of sleeps for which a map had no room.
 */
enum { REC_OFFCPU_ENABLED, REC_OFFCPU_LOST, REC_OFFCPU_WORDS };

/* Descriptors of the BPF maps. If @filter (or @cpus) is -1, all tasks (or CPUs) are recorded. */
struct rec_offcpu_maps {
	int words, starts, sums, stacks;
	int filter, cpus; /* @filter: set of the recorded threads or processes; @cpus: of CPUs */
	bool by_process;  /* @filter has ids of processes (tgid), not of threads (tid) */
};

/*
 * rec_offcpu_load_switch() loads the BPF program for the tracepoint sched_switch.
 * rec_offcpu_load_newtask() loads the BPF program for the tracepoint task_newtask; this program
 * adds child processes of recorded processes to the map "filter". *@id must be 0 and becomes the id
 * of the tracepoint. Return: a descriptor of the program; -1: if *@id is set, the kernel refused
 * the program, and errno says why; if *@id is 0, an error was printed.
 */
int rec_offcpu_load_switch(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
int rec_offcpu_load_newtask(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
