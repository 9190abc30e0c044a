/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds and opens control groups. */

struct rec;
struct rec_arena;

/*
 * Open the cgroups of -G, "web,db". The first event gets the first cgroup, and so on; a single
 * cgroup is for all events. Return: 0, or -1 after printing an error.
 */
int rec_cgroup_open(struct rec *r, const char *list);
/*
 * Return the mount point of the cgroup hierarchy that perf events use: the perf_event controller of
 * version 1 if it is mounted, else version 2. NULL if neither is mounted.
 */
const char *rec_cgroup_mount(struct rec_arena *a);
