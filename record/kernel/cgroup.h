/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds and opens control groups. */

struct rec;
struct rec_arena;

/*
 * Open the cgroups of -G, such as "web,db". Event n gets cgroup n of the list. If the list has no
 * cgroup n, event n gets the first cgroup, provided that n is below
 * rec_target_opts.nr_of_one_cgroup. An event counts all tasks if it gets no cgroup, or if the name
 * of its cgroup is empty, as for the second event in "web,,db". Return: 0, or -1 after printing an
 * error.
 */
int rec_cgroup_open(struct rec *r);
/*
 * Return the mount point of the cgroup hierarchy that perf events use: the perf_event controller of
 * cgroup version 1 if it is mounted, else cgroup version 2. NULL: neither is mounted.
 */
const char *rec_cgroup_mount(struct rec_arena *a);
