/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the BPF maps of --off-cpu, and loads the BPF programs that fill the maps. */

#include "base/recorder.h"

/* Value of the BPF map "starts", whose key is a tid: when and how this task began to sleep. */
struct rec_offcpu_start {
	uint64_t time; /* time of bpf_ktime_get_ns() in ns */
	/*
	 * @stack: id of the user stack in the map "stacks"; @tgid: id of the process; @state: the
	 * bits TASK_INTERRUPTIBLE and TASK_UNINTERRUPTIBLE of prev_state of sched_switch
	 */
	uint32_t stack, tgid, state, unused;
};

/*
 * Key of the BPF map "sums", whose values are sums of sleep times in ns. @tid, @tgid: ids of the
 * thread and the process; @stack: id of the user stack in the map "stacks", or, as a signed
 * integer, a negative value if the stack is missing; @state: task state bits as in
 * rec_offcpu_start.state.
 */
struct rec_offcpu_sum {
	uint32_t tid, tgid, stack, state;
};

/*
 * Indices of the BPF map "words". The element REC_OFFCPU_ENABLED is 1 while sleep times are summed
 * up, else 0. The element REC_OFFCPU_LOST is the count of sleeps that are missing, because the map
 * "starts" or the map "sums" was full.
 */
enum { REC_OFFCPU_ENABLED, REC_OFFCPU_LOST, REC_OFFCPU_WORDS };

/*
 * Descriptors of the BPF maps. @filter is -1 if all tasks are recorded; @cpus is -1 if all CPUs are
 * recorded.
 */
struct rec_offcpu_maps {
	int words, starts, sums, stacks;
	/*
	 * @filter: map whose keys are the ids of the recorded threads or processes; @cpus: map
	 * whose keys are the recorded CPUs
	 */
	int filter, cpus;
	/* the keys of @filter are ids of processes (tgid), not of threads (tid) */
	bool by_process;
};

/*
 * rec_offcpu_load_switch() loads the BPF program for the tracepoint sched_switch.
 * rec_offcpu_load_newtask() loads the BPF program for the tracepoint task_newtask; this program
 * adds child processes of recorded processes to the map c->filter. *@id must be 0 and becomes the
 * id of the tracepoint. Return: a descriptor of the program, or -1. After -1, if *@id is not 0,
 * the kernel has refused the program, and errno says why; if *@id is 0, the tracepoint cannot be
 * read, and an error was printed.
 */
int rec_offcpu_load_switch(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
int rec_offcpu_load_newtask(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);
