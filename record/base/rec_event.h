/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* An event that is recorded, and the list of all events. */

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

/* The terms between the slashes of an event, which override the options. */
struct rec_terms {
	uint32_t set; /* bits REC_TERM_: which terms were given */
	uint64_t period, freq, branch;
	uint32_t stack_size, aux_sample;
	uint16_t max_stack;
	bool time, inherit, overwrite, aux_output;
	const char *callgraph;
};

struct rec_event {
	struct pdata_attr attr;
	const char *name; /* name as the user typed it, or made from the attr */
	bool named;	  /* the term name= was given */
	bool by_default;  /* the default event: the user gave no event */
	struct rec_terms terms;
	/* index of the group's leader; the event's own index if it leads a group or has none */
	uint32_t leader;
	uint32_t nr_members; /* for a leader: members of its group, including itself */
	const char *group_name;
	bool precise_max, sample_read, weak, exclude_GH;
	/* the event's name before a fallback restricted it to user code; NULL: not restricted */
	const char *was;
	uint32_t dropped; /* dropped features, as bits: rows of droppable[] */
	bool tracking;	  /* the attr asks for the side-band records */
	bool immediate;	  /* enabled as soon as it is opened */
	bool made_up;	  /* added by the recorder, not by the user */
	bool off_cpu;	  /* --off-cpu: the samples are sums of sleep times */
	/* kprobe or uprobe: attr points to the probe's name until the event is opened */
	bool is_probe;
	bool on_exec;			 /* enabled by the command's exec, even with -D */
	uint32_t item;			 /* index of the -e item that it comes from */
	const char *tp_system, *tp_name; /* names of a tracepoint; else NULL */
	const char *filter;
	int cgroup_fd; /* descriptor of the cgroup's directory; valid if has_cgroup */
	bool has_cgroup;
	const char *unit;		/* unit of the counts, "msec"; or NULL */
	const char *unit_name;		/* name of the PMU in the event's text, or NULL */
	const struct rec_aux_unit *aux; /* the PMU that fills AUX areas; or NULL */
	double scale;
	int *own_cpus; /* CPUs of the PMU; NULL: all recorded CPUs */
	uint32_t nr_own_cpus;
	int *fds;	/* descriptors, [cpu * nr_threads + thread]; -1: not open */
	uint64_t *lost; /* lost counts that are already reported, in the same order */
	uint64_t *ids;	/* the kernel's ids of the open descriptors, in the same order */
	uint32_t nr_ids;
};

struct rec_evlist {
	struct rec_arena *arena;
	struct rec_event *ev;
	uint32_t nr;
	uint32_t nr_items;
};
