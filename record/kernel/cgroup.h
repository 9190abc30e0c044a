/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds and opens control groups. */

struct rec;
struct rec_arena;

/*
 * Open the cgroups of -G, such as "web,db". Event n gets cgroup n of the list; after the end of the
 * list, the first nr_of_one_cgroup events get the first cgroup. If there is no name for an event,
 * or an empty one, as for the second event in "web,,db", the event counts all tasks. Return: 0, or
 * -1 after printing an error.
 */
int rec_cgroup_open(struct rec *r);
/*
 * Return the mount point of the cgroup hierarchy that perf events use: the perf_event controller of
 * cgroup version 1 if it is mounted, else cgroup version 2. NULL: neither is mounted.
 */
const char *rec_cgroup_mount(struct rec_arena *a);
