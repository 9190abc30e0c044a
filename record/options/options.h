/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the command line into struct rec_opts, and finds the CPUs and threads to record. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct rec_arena;
struct rec_count_opts;
struct rec_evlist;
struct rec_opts;
struct rec_switch_opts;
struct rec_targets;

/*
 * Parse the command line into @o and the events into @ev. The structs to which @o points are in
 * the arena of @ev. Return: 0: the caller starts the recording; 1: an option such as --help has
 * done everything; -1 after printing an error.
 */
int rec_opts_parse(struct rec_opts *o, struct rec_evlist *ev, int argc, char **argv);
/*
 * Parse @arg, the clock of -k: a name such as "monotonic" or "CLOCK_BOOTTIME", or the id of a clock
 * such as "4". Return: 0; -1: the clock is not known.
 */
int rec_parse_clock(const char *arg, int32_t *clock);
/*
 * Parse the list of --synth, such as "task,cgroup", into bits REC_SYNTH_. Return: 0; -1: @arg has
 * an unknown word.
 */
int rec_parse_synth(const char *arg, uint32_t *synth);
/*
 * Parse @arg, the argument of --switch-output: "signal", a size such as "100M", or a time such as
 * "30s". If @arg is NULL, it stands for "signal". Return: 0; -1: @arg has another form.
 */
int rec_parse_switch(const char *arg, struct rec_switch_opts *sw);
/*
 * Parse the argument of -D, in milliseconds: a delay "100", ranges "10-20,30-40" in which events
 * are enabled, or "-1" (only --control enables events). Return: 0; -1: @arg has another form.
 */
int rec_parse_delay(struct rec_arena *a, const char *arg, struct rec_count_opts *o);
/*
 * Add the ids of the threads of process @pid to t->threads. Return: their number; 0: the process
 * has ended, or there is no /proc.
 */
uint32_t rec_targets_add_threads(struct rec_targets *t, struct rec_arena *a, pid_t pid);
int rec_targets_init(struct rec_targets *t, struct rec_opts *o, struct rec_arena *a);
/*
 * With -p or -u, list the threads of the recorded processes again. Return: true: there are new
 * threads, and @t has the new list of threads; false: there are none, and @t is unchanged.
 */
bool rec_targets_grew(struct rec_targets *t, const struct rec_opts *o, struct rec_arena *a);
