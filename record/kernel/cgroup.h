/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Control groups. */

struct rec;
struct rec_arena;

/* "web,db": open the cgroups of -G for the events in their order. Return: 0 or -1. */
int rec_cgroup_open(struct rec *r, const char *list);
/*
 * Where the hierarchy is mounted that events know: perf_event of version 1, else version 2; or
 * NULL.
 */
const char *rec_cgroup_mount(struct rec_arena *a);
