/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* PMUs, with the events and terms that the kernel describes for them in sysfs. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rec_arena;

/* A PMU that is described in /sys/bus/event_source/devices. */
struct rec_pmu {
	const char *name;
	uint32_t type;
	const char *dir;
	int *cpus; /* the CPUs on which its events are opened; NULL: all */
	uint32_t nr_cpus;
	bool core; /* a core PMU of a machine with several kinds of cores: it has "cpus" */
};

/* The directory in which the kernel describes its PMUs; tests use their own. */
extern const char *rec_pmu_dir;
/*
 * Find the PMUs that @word stands for, sorted by name (pmu_match.c). rec_units_cores() finds the
 * core PMUs of a machine with several kinds of cores. Return: the number of PMUs in *@out, 0 if
 * none is found, or if all cores are of one kind.
 */
uint32_t rec_units_find(struct rec_arena *a, const char *word, struct rec_pmu **out);
uint32_t rec_units_cores(struct rec_arena *a, struct rec_pmu **out);
int rec_pmu_find(struct rec_arena *a, const char *name, size_t len, struct rec_pmu *pmu);
/*
 * Put @value into the bits of @at that the PMU's file format/TERM names. Return: 0, 1 if there is
 * no such term, -1 after printing an error.
 */
int rec_pmu_term(struct rec_arena *a, const struct rec_pmu *pmu, const char *term, uint64_t value,
		 struct pdata_attr *at);
/* Return the text of the PMU's file events/NAME, or NULL. */
const char *rec_pmu_event(struct rec_arena *a, const struct rec_pmu *pmu, const char *name);
/*
 * Put @value into the bits of @at that @format names, as "config1:0-7,32". Return: 0, -1 if the
 * format is not understood, -2 if the value has more bits.
 */
int rec_pmu_format_apply(const char *format, uint64_t value, struct pdata_attr *at);
