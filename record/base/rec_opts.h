/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REC_OPTS_H
#define REC_OPTS_H

/* What the command line asks for. */

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

enum rec_callgraph { REC_CG_NONE = 0, REC_CG_FP, REC_CG_DWARF, REC_CG_LBR };

struct rec_callchain {
	enum rec_callgraph mode;
	uint32_t stack_size; /* bytes, with REC_CG_DWARF */
	uint16_t max_stack;
};

/* What is written about tasks that run already. */
enum rec_synth_bit {
	REC_SYNTH_TASK = 1,
	REC_SYNTH_MMAP = 2,
	REC_SYNTH_CGROUP = 4,
	REC_SYNTH_ALL = 7
};

/* When a file ends and the next one begins. */
struct rec_switch_opts {
	bool enabled, by_signal;
	uint64_t bytes, ns; /* 0: not by size, not by time */
	uint32_t max_files; /* 0: all are kept */
};

enum rec_affinity { REC_AFFINITY_SYS = 0, REC_AFFINITY_NODE, REC_AFFINITY_CPU };

struct rec_toggle {
	uint64_t ms; /* since the start */
	bool on;
};

/* What --bundle says. */
enum rec_bundle_mode {
	REC_BUNDLE_AUTO = 0, /* names of what was hit, as far as that is quick */
	REC_BUNDLE_NO,
	REC_BUNDLE_HIT,
	REC_BUNDLE_FULL,
	REC_BUNDLE_DEBUG,
	REC_BUNDLE_ASKED /* without saying how: until all options are known */
};

struct rec_opts {
	const char *output; /* NULL: perf.data, or standard output when that is a pipe */
	bool pipe;
	bool system_wide, per_thread;
	bool list; /* --list; the pattern may be the first argument */
	const char *list_pattern;
	const char *cpu_list, *pid_list, *tid_list;
	uint64_t period; /* -c; 0: not given */
	uint64_t freq;	 /* -F; 0: not given */
	bool freq_max;
	struct rec_callchain callchain;
	bool no_inherit, no_inherit_set;
	uint64_t mmap_bytes;	     /* -m; of one ring, 0: chosen */
	uint64_t aux_bytes;	     /* -m X,AUX; of one AUX area, 0: chosen */
	bool aux_snapshot;	     /* -S: AUX areas keep the latest */
	uint64_t aux_snapshot_bytes; /* of it that are written; 0: all */
	uint32_t aux_sample;	     /* bytes of AUX data in samples; 0: none */
	uint64_t mmap_flush; /* bytes that a ring must hold to be emptied before it is due */
	const char *threads; /* groups of cpus, each emptied by a thread; NULL: one for all */
	enum rec_affinity affinity;
	bool data_addr, raw, time, time_set, sample_period, sample_period_set, sample_cpu;
	bool sample_identifier, phys_data, data_page_size, code_page_size, weight, transaction;
	bool namespaces, cgroups, switch_events, latency, inherit_stat, running_time, no_samples;
	bool all_user, all_kernel, user_callchains, kernel_callchains, no_build_id, build_id_mmap,
		no_index;
	bool no_bpf_event, no_buffering, group, use_clockid, strict_freq;
	int32_t clockid;
	uint64_t user_regs, intr_regs;
	int64_t delay_ms;	    /* -D; -1: stay off */
	struct rec_toggle *toggles; /* -D: when events go on and off, in order */
	uint32_t nr_toggles;
	bool status; /* a line now and then about how it goes */
	uint64_t flush_ms;
	uint32_t bundle;	 /* --bundle: enum rec_bundle_mode */
	uint32_t compress_level; /* -z; 0: not */
	const char *control;	 /* --control */
	const char *user;	 /* -u */
	const char *cgroups_of;	 /* -G */
	uint64_t max_size;	 /* bytes of data that end the recording; 0: no limit */
	uint64_t duration_ms;	 /* that end the recording; 0: no limit */
	int realtime;		 /* SCHED_FIFO priority of the recorder; 0: none */
	uint32_t synth;		 /* REC_SYNTH_ */
	uint64_t branch;	 /* PDATA_BRANCH_, -b -j */
	struct rec_switch_opts sw;
	struct rec_evlist *triggers; /* events that ask for the next file; NULL: none */
	bool stamp;		     /* the file gets the time of its end behind its name */
	bool tail_synth;	     /* what runs is written down at the end */
	bool dry_run;		     /* end before anything is opened */
	bool kcore;		     /* the kernel's code goes with it */
	bool off_cpu;		     /* times asleep are added up */
	bool overwrite;		     /* rings keep the latest and are written when asked for */
	bool overwrite_any;	     /* at least one event's do */
	int argc;		     /* the command to run */
	char **argv;
	int full_argc; /* as we were started */
	char **full_argv;
};

#endif
