/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* An event that is recorded, and the list of them. */

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

/* Terms between the slashes of an event: they overrule the options. */
struct rec_terms {
	uint32_t set; /* REC_TERM_ */
	uint64_t period, freq, branch;
	uint32_t stack_size, aux_sample;
	uint16_t max_stack;
	bool time, inherit, overwrite, aux_output;
	const char *callgraph;
};

struct rec_event {
	struct pdata_attr attr;
	const char *name; /* as typed, or made from the attr */
	bool named;	  /* name= was given */
	bool by_default;  /* no event was asked for */
	struct rec_terms terms;
	uint32_t leader;     /* index; its own when it leads or stands alone */
	uint32_t nr_members; /* of the group it leads, with itself */
	const char *group_name;
	bool precise_max, sample_read, weak, exclude_GH;
	const char *was;		 /* its name before it was for user code only; or NULL */
	uint32_t dropped;		 /* what the kernel lacks: rows of a table in fallback.c */
	bool tracking;			 /* its ring gets the side-band records */
	bool immediate;			 /* counts from the moment it is opened */
	bool made_up;			 /* the recorder's own, not asked for */
	bool off_cpu;			 /* its samples are sums of times asleep */
	bool is_probe;			 /* its attr points to a name until it is open */
	bool on_exec;			 /* starts with the command even when the others wait */
	uint32_t item;			 /* which -e item it came from */
	const char *tp_system, *tp_name; /* tracepoints */
	const char *filter;
	int cgroup_fd; /* its directory, with has_cgroup */
	bool has_cgroup;
	const char *unit;		/* of its counts, or NULL */
	const char *unit_name;		/* of what counts it, where the text says so; or NULL */
	const struct rec_aux_unit *aux; /* it fills AUX areas; or NULL */
	double scale;
	int *own_cpus; /* of its unit; NULL: all that are recorded */
	uint32_t nr_own_cpus;
	int *fds;	/* [cpu * nr_threads + thread]; -1: not there */
	uint64_t *lost; /* the same; what was said of it so far */
	uint64_t *ids;	/* the kernel's, in the same order */
	uint32_t nr_ids;
};

struct rec_evlist {
	struct rec_arena *arena;
	struct rec_event *ev;
	uint32_t nr;
	uint32_t nr_items;
};
