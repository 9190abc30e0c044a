/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the command line into struct rec_opts, and finds the CPUs and threads to record. */

#include <stdbool.h>
#include <stdint.h>

struct rec_arena;
struct rec_count_opts;
struct rec_evlist;
struct rec_opts;
struct rec_switch_opts;
struct rec_targets;

/*
 * Parse the command line into @o, which points to memory of @ev's arena. Return: 0 to go on, 1 if
 * an option such as --help has done everything, -1 after printing an error.
 */
int rec_opts_parse(struct rec_opts *o, struct rec_evlist *ev, int argc, char **argv);
/* Parse the clock of -k: "monotonic", "CLOCK_BOOTTIME", or a number, "4". Return: 0 or -1. */
int rec_parse_clock(const char *arg, int32_t *clock);
/* Parse the list of --synth, "task,cgroup", to bits REC_SYNTH_. Return: 0 or -1. */
int rec_parse_synth(const char *arg, uint32_t *synth);
/* Parse --switch-output: "signal", "100M", "30s"; NULL means "signal". Return: 0 or -1. */
int rec_parse_switch(const char *arg, struct rec_switch_opts *sw);
/* Parse -D, in milliseconds: "100", "-1", "10-20,30-40". Return: 0 or -1. */
int rec_parse_delay(struct rec_arena *a, const char *arg, struct rec_count_opts *o);
int rec_targets_init(struct rec_targets *t, struct rec_opts *o, struct rec_arena *a);
/*
 * List the threads of the recorded processes again. Return: true if there are new threads; then @t
 * has the new list.
 */
bool rec_targets_grew(struct rec_targets *t, const struct rec_opts *o, struct rec_arena *a);
