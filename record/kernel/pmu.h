/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Units that count, with the events and terms that the kernel describes for them. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rec_arena;

/* A unit that is described in /sys/bus/event_source/devices. */
struct rec_pmu {
	const char *name;
	uint32_t type;
	const char *dir;
	int *cpus; /* that it counts for, or its cores are; NULL: all */
	uint32_t nr_cpus;
	bool core; /* of one of several kinds of cores */
};

extern const char *rec_pmu_dir; /* where the kernel describes its units; tests have their own */
/*
 * pmu_match.c: units that a word means, ascending by name; those of the kinds of cores, 0 where
 * all are of one kind.
 */
uint32_t rec_units_find(struct rec_arena *a, const char *word, struct rec_pmu **out);
uint32_t rec_units_cores(struct rec_arena *a, struct rec_pmu **out);
int rec_pmu_find(struct rec_arena *a, const char *name, size_t len, struct rec_pmu *pmu);
/* Set the fields of @at that format/TERM of the pmu names. Return: 0, 1 no such term, -1 (said). */
int rec_pmu_term(struct rec_arena *a, const struct rec_pmu *pmu, const char *term, uint64_t value,
		 struct pdata_attr *at);
/* The text of events/NAME, or NULL. */
const char *rec_pmu_event(struct rec_arena *a, const struct rec_pmu *pmu, const char *name);
/* Put @value into the bits "config1:0-7,32". Return: 0, -1 not understood, -2 too large. */
int rec_pmu_format_apply(const char *format, uint64_t value, struct pdata_attr *at);
