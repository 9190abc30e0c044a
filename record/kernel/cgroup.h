/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds and opens control groups. */

struct rec;
struct rec_arena;

/*
 * Open the cgroups of @list, the argument of -G, such as "web,db". Event n gets cgroup n of the
 * list; if the list has only one name, all events get this cgroup. If the name for an event is
 * empty, as for the second event in "web,,db", the event counts all tasks. Return: 0, or -1 after
 * printing an error.
 */
int rec_cgroup_open(struct rec *r, const char *list);
/*
 * Return the mount point of the cgroup hierarchy that perf events use: the perf_event controller of
 * cgroup version 1 if it is mounted, else cgroup version 2. NULL: neither is mounted.
 */
const char *rec_cgroup_mount(struct rec_arena *a);
