/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The command line to struct rec_opts, and who is recorded. */

#include <stdbool.h>
#include <stdint.h>

struct rec_arena;
struct rec_count_opts;
struct rec_evlist;
struct rec_opts;
struct rec_switch_opts;
struct rec_targets;

/*
 * Set @o to what the command line says; it points into the arena of @ev. Return: 0 go on, 1 all
 * was said (--help), -1 an error was said.
 */
int rec_opts_parse(struct rec_opts *o, struct rec_evlist *ev, int argc, char **argv);
/* "monotonic", "CLOCK_BOOTTIME", "4". Return: 0 or -1. */
int rec_parse_clock(const char *arg, int32_t *clock);
/* "task,cgroup". Return: 0 or -1. */
int rec_parse_synth(const char *arg, uint32_t *synth);
/* "signal", "100M", "30s"; NULL: by signal. Return: 0 or -1. */
int rec_parse_switch(const char *arg, struct rec_switch_opts *sw);
/* "100", "-1", "10-20,30-40". Return: 0 or -1. */
int rec_parse_delay(struct rec_arena *a, const char *arg, struct rec_count_opts *o);
int rec_targets_init(struct rec_targets *t, struct rec_opts *o, struct rec_arena *a);
/* Processes that are recorded have threads now that are not in @t: @t becomes what it is now. */
bool rec_targets_grew(struct rec_targets *t, const struct rec_opts *o, struct rec_arena *a);
