/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds PMUs in sysfs, and reads the events and terms that sysfs describes for each PMU. */

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
	/*
	 * CPUs on which events of the PMU are opened: those in the file "cpumask" of @dir, or, for
	 * a core PMU, in the file "cpus"; NULL: all CPUs
	 */
	int *cpus;
	uint32_t nr_cpus;
	/*
	 * the PMU is for one kind of CPU cores on a machine with several kinds; the directory @dir
	 * of such a PMU has the file "cpus", but no file "cpumask"
	 */
	bool core;
};

/* The directory of sysfs in which the kernel describes the PMUs; tests set another directory. */
extern const char *rec_pmu_dir;
/*
 * rec_units_find() finds the PMUs that @word stands for; @word is the text before "/" in an event
 * of -e. As in perf, @word may be a glob, and may omit "uncore_" at the start and "_" and digits
 * at the end of a PMU's name. rec_units_cores() finds the core PMUs of a machine with several
 * kinds of cores. Both functions store the PMUs in *@out, sorted by name. Return: the number of
 * PMUs in *@out. rec_units_find() returns 0 if it finds no PMU; rec_units_cores() returns 0 if all
 * cores are of one kind. Both functions are defined in pmu_match.c.
 */
uint32_t rec_units_find(struct rec_arena *a, const char *word, struct rec_pmu **out);
uint32_t rec_units_cores(struct rec_arena *a, struct rec_pmu **out);
int rec_pmu_find(struct rec_arena *a, const char *name, size_t len, struct rec_pmu *pmu);
/*
 * Put @value into the bits of @at that belong to the term @term: the PMU's file format/TERM names
 * the bits. Return: 0; 1: the PMU has no such term; -1 after printing an error.
 */
int rec_pmu_term(struct rec_arena *a, const struct rec_pmu *pmu, const char *term, uint64_t value,
		 struct pdata_attr *at);
/*
 * Return the text of the file events/NAME of @pmu, where NAME is @name. NULL: there is no such
 * file.
 */
const char *rec_pmu_event(struct rec_arena *a, const struct rec_pmu *pmu, const char *name);
/*
 * Put @value into bits of @at. @format names these bits; it is the text of a format file of a PMU,
 * such as "config1:0-7,32". Return: 0; -1: the function does not understand @format; -2: @value
 * has more bits than @format names.
 */
int rec_pmu_format_apply(const char *format, uint64_t value, struct pdata_attr *at);
