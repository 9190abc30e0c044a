/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines an event that is recorded, and the list of all events. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_arena;
struct rec_aux_unit;

enum rec_term_bit {
	REC_TERM_PERIOD = 1 << 0,
	REC_TERM_FREQ = 1 << 1,
	REC_TERM_TIME = 1 << 2,
	REC_TERM_CALLGRAPH = 1 << 3,
	REC_TERM_STACK_SIZE = 1 << 4,
	REC_TERM_MAX_STACK = 1 << 5,
	REC_TERM_INHERIT = 1 << 6,
	REC_TERM_BRANCH = 1 << 7,
	REC_TERM_OVERWRITE = 1 << 8,
	REC_TERM_AUX_OUTPUT = 1 << 9,
	REC_TERM_AUX_SAMPLE = 1 << 10
};

/* Terms of an event, such as period in cpu/cycles,period=1000/; they override the options. */
struct rec_terms {
	uint32_t set; /* bits REC_TERM_ of the terms that the user gave */
	uint64_t period, freq, branch;
	uint32_t stack_size, aux_sample;
	uint16_t max_stack;
	bool time, inherit, overwrite, aux_output;
	const char *callgraph;
};

struct rec_event {
	struct pdata_attr attr;
	/*
	 * Name of the event: the value of the term name= or, without this term, the text of the
	 * event in -e or --switch-output-event (for a tracepoint "system:name"). If
	 * rec_fall_back() restricts the event to user code, the function appends a suffix such as
	 * ":u" to the name. If rec_fall_back() replaces cycles by cpu-clock, the name becomes that
	 * of cpu-clock, unless the user gave the term name=. NULL: the event has no text; when the
	 * recorder opens the event, the event gets a name made from @attr.
	 */
	const char *name;
	bool named;	 /* the user gave the term name= */
	bool by_default; /* added because the user gave no event */
	struct rec_terms terms;
	/*
	 * index in rec_evlist.ev of the group leader; the event's own index if the event is the
	 * leader or in no group
	 */
	uint32_t leader;
	/* if the event is a group leader: number of events in the group, leader included */
	uint32_t nr_members;
	const char *group_name;
	bool precise_max, sample_read, weak, exclude_GH;
	/* name before rec_fall_back() restricted the event to user code; NULL: not restricted */
	const char *was;
	/*
	 * features that rec_fall_back() removed, because older kernels lack them: bit n is row n
	 * of droppable[] in fallback.c
	 */
	uint32_t dropped;
	/*
	 * @attr has the bits for side-band records: mmap, comm, task. The kernel writes these
	 * records to the ring of this event.
	 */
	bool tracking;
	/* the event is not disabled at first: it counts as soon as it is opened */
	bool immediate;
	bool made_up; /* added by the recorder, not by the user */
	bool off_cpu; /* event of --off-cpu, whose samples are sums of sleep times */
	/*
	 * The event is a kprobe or a uprobe. Until the event is opened, attr.bp_addr points to a
	 * string: the name of the function for a kprobe, the path of the file for a uprobe.
	 */
	bool is_probe;
	/* the exec of the command enables the event, even with -D */
	bool on_exec;
	uint32_t option;		 /* index of the -e option with this event */
	const char *tp_system, *tp_name; /* tracepoint SYSTEM:NAME; NULL: no tracepoint */
	const char *filter;
	bool exclude_recorder; /* --exclude-perf: leave out events of the recorder's threads */
	int cgroup_fd;	       /* -G: descriptor of the cgroup's directory; valid if has_cgroup */
	bool has_cgroup;
	const char *unit; /* unit of the counts, such as "msec"; NULL: no unit */
	/*
	 * name of the PMU for which the event was added: the PMU that -e names, such as
	 * uncore_imc_0, or, on a machine with several kinds of cores, the PMU of the cores that
	 * count the event; NULL: the event was added for no particular PMU
	 */
	const char *unit_name;
	/* row of the PMU in the table of PMUs that fill AUX areas; NULL: the PMU fills none */
	const struct rec_aux_unit *aux;
	double scale;
	/*
	 * CPUs, from the directory of the event's PMU in sysfs, on which the event has to be
	 * opened; NULL: all recorded CPUs
	 */
	int *own_cpus;
	uint32_t nr_own_cpus;
	/*
	 * array with a descriptor for each CPU and thread of struct rec_targets, at the index
	 * (index of the CPU) * nr_threads + (index of the thread); -1: not open
	 */
	int *fds;
	/*
	 * array with a count for each descriptor in @fds: number of lost samples that LOST_SAMPLES
	 * records have reported
	 */
	uint64_t *lost;
	uint64_t *ids; /* the kernel's ids of the nr_ids open descriptors, in the order of @fds */
	uint32_t nr_ids;
};

/* Whether the event is PERF_COUNT_SW_DUMMY: it has side-band records, but no samples. */
static inline bool rec_is_dummy(const struct rec_event *e)
{
	return e->attr.type == PDATA_TYPE_SOFTWARE && e->attr.config == PDATA_COUNT_SW_DUMMY;
}

struct rec_evlist {
	struct rec_arena *arena;
	struct rec_event *ev;
	uint32_t nr;
	uint32_t nr_options; /* number of -e options that have been parsed */
};
