/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REC_H
#define REC_H

/*
 * The recorder: kernel rings -> file. What flows between its files:
 *
 *   rec_opts    command line -> struct rec_opts
 *   rec_events  event text -> struct rec_event (rec_names, rec_pmu, rec_tp know the names)
 *   rec_attr    options and terms -> the attr of each event
 *   rec_targets who is recorded -> lists of cpus and threads
 *   rec_open    events x cpus x threads -> descriptors and rings, with fall-backs that are told
 *   rec_sink    the file: rec_host's facts and rec_synth's records first, then spans of the rings
 *   rec_stream  what takes spans: the file, or (rec_dir) a member of a directory; rec_worker writes later
 *   rec_drain   waits for rings and empties them into streams
 *   rec_loop    does so for all rings, flushes, ends; or rec_lanes do, each for some
 */

#include <pdata/pdata.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/util.h"

struct rec;

/* ---- options (rec_opts.c) ---- */

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

struct rec_evlist;

/* Return: 0 go on, 1 all was said (--help), -1 an error was said. */
int rec_opts_parse(struct rec_opts *o, struct rec_evlist *ev, int argc, char **argv);

/* "fp", "dwarf,4096", "lbr", "no". Return: 0 or -1. */
int rec_parse_callgraph(const char *s, struct rec_callchain *c);
/* "monotonic", "CLOCK_BOOTTIME", "4". Return: 0 or -1. */
int rec_parse_clock(const char *arg, int32_t *clock);
/* "task,cgroup". Return: 0 or -1. */
int rec_parse_synth(const char *arg, uint32_t *synth);

/* "signal", "100M", "30s"; NULL: by signal. Return: 0 or -1. */
int rec_parse_switch(const char *arg, struct rec_switch_opts *sw);

/* "100", "-1", "10-20,30-40". Return: 0 or -1. */
int rec_parse_delay(struct rec_arena *a, const char *arg, struct rec_opts *o);

/* "any_call,u". Return: 0 or -1. */
int rec_parse_branch(const char *s, uint64_t *mask);

/* Register names of this machine, "ip,sp". Return: 0 or -1 with the name that is none in *@bad. */
int rec_parse_regs(const char *s, uint64_t *mask, const char **bad);
uint64_t rec_regs_all_user(void); /* what DWARF unwinding needs */
uint64_t rec_regs_minimal(void);  /* ip and sp */
void rec_regs_print(void);

/* ---- events ---- */

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
	struct rec_terms terms;
	uint32_t leader;     /* index; its own when it leads or stands alone */
	uint32_t nr_members; /* of the group it leads, with itself */
	const char *group_name;
	bool precise_max, sample_read, weak, exclude_GH;
	const char *was;  /* its name before it was for user code only; or NULL */
	uint32_t dropped; /* what the kernel lacks: rows of a table in rec_fallback.c */
	bool tracking;	  /* its ring gets the side-band records */
	bool immediate;	  /* counts from the moment it is opened */
	bool made_up;	  /* the recorder's own, not asked for */
	bool off_cpu;	  /* its samples are sums of times asleep */
	bool is_probe;	  /* its attr points to a name until it is open */
	bool on_exec;	  /* starts with the command even when the others wait */
	uint32_t item;	  /* which -e item it came from */
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

/* Parse the argument of -e. Return: 0 or -1 with a line said. */
int rec_events_parse(struct rec_evlist *l, const char *text);
/* --filter: for the events of the last item. */
int rec_events_filter(struct rec_evlist *l, const char *filter);
struct rec_event *rec_event_add(struct rec_evlist *l, const struct pdata_attr *attr,
				const char *name);
/* What is recorded when nobody says: cycles as exactly as can be. */
void rec_events_default(struct rec_evlist *l);

/* rec_names.c */
struct rec_symbol {
	const char *name;
	uint32_t type;
	uint64_t config;
};
/* Row @i of the table, NULL behind its end. */
const struct rec_symbol *rec_symbol_at(size_t i);
const struct rec_symbol *rec_symbol_find(const char *name, size_t len);
int rec_cache_find(const char *name, size_t len, uint64_t *config);
/* Names that look like @name, as ", did you mean ...?"; "" without. */
const char *rec_suggest_names(struct rec_arena *a, const char *name);
/* The name perf gives an event nobody named. */
const char *rec_name_of_attr(struct rec_arena *a, const struct pdata_attr *at);
int rec_edit_distance(const char *a, const char *b);

/* rec_list.c: print what can be recorded and matches a glob (NULL: all). Return: 0 or -1. */
int rec_list(struct rec_arena *a, const char *pattern);

/* rec_pmu.c: events described in /sys/bus/event_source/devices */
struct rec_pmu {
	const char *name;
	uint32_t type;
	const char *dir;
	int *cpus; /* that it counts for, or its cores are; NULL: all */
	uint32_t nr_cpus;
	bool core; /* of one of several kinds of cores */
};
extern const char *rec_pmu_dir; /* where the kernel describes its units; tests have their own */
/* rec_units.c: units that a word means, ascending by name; those of the kinds of cores, 0 where all are of one kind. */
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

/* rec_tp.c: tracepoints */
const char *rec_tracefs(void); /* its mount point, or NULL; mounts it where that is allowed */
typedef void (*rec_tp_fn)(const char *system, const char *name, uint64_t id, void *data);
/* Call @fn for each tracepoint that matches the globs, in the order of the directory. Return: count, -errno. */
int rec_tp_match(struct rec_arena *a, const char *system, const char *name, rec_tp_fn fn,
		 void *data);
/* What explains the tracepoints of @l. Return: false when there are none. */
bool rec_tp_feature(struct rec_arena *a, const struct rec_evlist *l, struct pdata_feature *f);

/* rec_elf.c: where in a file a function begins. Return: 0, -ESRCH no such function, -errno. */
int rec_elf_function(const char *path, const char *name, uint64_t *off);

/* ---- targets (rec_targets.c) ---- */

struct rec_targets {
	int *cpus; /* {-1}: any */
	uint32_t nr_cpus;
	pid_t *threads; /* {-1}: all */
	uint32_t nr_threads;
	bool has_cpu;	   /* -a or -C */
	bool workload;	   /* a command is started */
	bool attached;	   /* threads were named */
	bool command_only; /* the command is all that is recorded; its pid is the only thread */
};

int rec_targets_init(struct rec_targets *t, struct rec_opts *o, struct rec_arena *a);
/* Processes that are recorded have threads now that are not in @t: @t becomes what it is now. */
bool rec_targets_grew(struct rec_targets *t, const struct rec_opts *o, struct rec_arena *a);
/* "0-2,5". Return: 0 or -1. */
int rec_parse_cpu_list(struct rec_arena *a, const char *s, int **cpus, uint32_t *nr);

/* ---- cgroups (rec_cgroup.c) ---- */

/* "web,db": open the cgroups of -G for the events in their order. Return: 0 or -1. */
int rec_cgroup_open(struct rec *r, const char *list);
/* Where the hierarchy is mounted that events know: perf_event of version 1, else version 2; or NULL. */
const char *rec_cgroup_mount(struct rec_arena *a);

/* ---- attrs (rec_attr.c) ---- */

/* Turn options and terms into attrs, adding a side-band event where one is needed. */
int rec_attr_config(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);

/* ---- units with AUX areas (rec_auxunit.c) ---- */

struct rec_aux_unit;

/* NULL: one without. */
const struct rec_aux_unit *rec_aux_unit(const char *name);
/* Before attrs are made: which events fill AUX areas, and how large these are. */
int rec_aux_config(struct rec_opts *o, struct rec_evlist *l);
/* After that: what the unit wants in the attrs. */
int rec_aux_attrs(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);
/* The AUXTRACE_INFO record, where there is such an event. */
int rec_aux_info(struct rec *r);

/* ---- kernel interface (rec_sys.c) ---- */

#define REC_OPEN_CLOEXEC 8ul /* PERF_FLAG_FD_CLOEXEC */

int rec_sys_open(const struct pdata_attr *at, uint32_t *kernel_size, pid_t pid, int cpu,
		 int group_fd, unsigned long flags);
int rec_sys_enable(int fd);
int rec_sys_disable(int fd);
int rec_sys_set_output(int fd, int to);
int rec_sys_pause(int fd, bool on); /* of what comes into the ring of @fd */
int rec_sys_id(int fd, uint64_t *id);
int rec_sys_set_filter(int fd, const char *filter);
int rec_sys_set_bpf(int fd, int prog); /* a program that runs when a tracepoint is reached */
int rec_sys_paranoid(void);
bool rec_sys_privileged(void); /* CAP_PERFMON or CAP_SYS_ADMIN */
int rec_sys_mount_tracefs(const char *dir);
bool rec_sys_may_lock(void); /* no limit on locked memory: CAP_IPC_LOCK or paranoid -1 */

int rec_sys_pin(const int *cpus, uint32_t nr); /* the calling thread; 0 or -1 */

#include "base/ring.h"

/* ---- opening (rec_open.c) ---- */

struct rec_control {
	int ctl, ack; /* -1: none */
	size_t len;   /* bytes of a command that is not complete */
	char line[512];
};

struct rec_thread;
struct rec_dir;
struct rec_overhead;
struct rec_offcpu;

enum rec_phase { REC_PHASE_OPEN, REC_PHASE_FACTS, REC_PHASE_RECORD, REC_PHASE_FINISH, REC_PHASES };

struct rec {
	struct rec_arena arena;
	struct rec_opts o;
	struct rec_evlist ev;
	struct rec_targets t;
	struct rec_ring *rings;
	uint32_t nr_rings;
	uint64_t ring_bytes;
	struct rec_sink *sink;
	struct rec_control control;
	uint64_t lost;	   /* records the kernel had no room for, as the file says */
	uint64_t lost_now; /* and those that it will say later */
	pid_t child;
	int child_go;  /* writing a byte starts the command; closing ends it */
	int child_err; /* errno of a failed exec comes here */
	bool child_reaped;
	int child_status;
	int signal;	   /* that asked us to end; 0: none did */
	bool enough;	   /* --duration or --max-size ended the recording */
	sigset_t old_mask; /* of signals, as we were started */
	uint64_t start_ns;
	struct rec_arena known_files; /* whose build ids are known */
	uint32_t nr_files;	      /* finished ones */
	uint64_t file_ns;	      /* when this one began */
	const char **stamped;	      /* names of the latest sw.max_files ones, in a circle */
	uint32_t nr_stamped;
	const char *last_name;	  /* what the last one ended up as */
	bool has_backward;	  /* some rings keep the latest */
	struct rec_thread *lanes; /* --threads */
	uint32_t nr_lanes;
	struct pdata_auxtrace_index_entry *aux_index; /* of data, not yet of the file */
	uint32_t nr_aux_index;
	struct rec_ring *triggers; /* of --switch-output-event */
	uint32_t nr_triggers;
	int lanes_event; /* eventfd: a lane has something to say */
	struct rec_dir *dir;
	struct rec_drain done;	       /* what was counted by the loop, and by lanes that ended */
	uint64_t phase_ns[REC_PHASES]; /* when each began */
	struct rec_overhead *self;
	struct rec_offcpu *offcpu; /* NULL: without */
};

int rec_open_all(struct rec *r);

/* After a failed open (rec_fallback.c): change the event to something that may work. */
bool rec_fall_back(struct rec *r, struct rec_event *e, int err, unsigned int *precise_was);
/* Leave out the newest of what older kernels lack. Return: false when there is nothing left. */
bool rec_drop_newest(struct rec_event *e);
/* Now that it is open, say what was left out. */
void rec_print_dropped(const struct rec_event *e);

int rec_enable_all(struct rec *r, bool on);
/* The event of this name only; NULL: all. */
int rec_enable_named(struct rec *r, bool on, const char *name);
/* All but what tells about tasks and maps, which goes on. */
int rec_enable_samples(struct rec *r, bool on);
/* Sum up what was lost since the last time and write it as LOST_SAMPLES. */
int rec_read_lost(struct rec *r);
/* Descriptors and rings (rec_close.c). The kernel may go on with its part after we are gone. */
void rec_close_all(struct rec *r);

#include "kernel/open_errors.h"

/* ---- commands from outside (rec_control.c) ---- */

int rec_control_open(struct rec_control *c, const char *text, struct rec_arena *a);
/* When ctl is readable. Return: 0, 1 nothing more will come, -1. */
int rec_control_read(struct rec *r, bool *stop);

/* ---- what the user is told (rec_say.c) ---- */

/* A line on a terminal that is written over, or one of many. */
void rec_print_status(struct rec *r, const struct rec_drain *counted);
void rec_say_end(struct rec *r);
/* Counters of our own, with -v (rec_self.c). */
void rec_overhead_open(struct rec *r);
void rec_overhead_print(const struct rec *r);
void rec_self_close(struct rec *r);
/* Records the kernel had no room for, so far, without a word about it in the file. */
uint64_t rec_count_lost(struct rec *r);

/* ---- the command (rec_work.c) ---- */

int rec_workload_prepare(struct rec *r);
int rec_workload_start(struct rec *r);
/* When child_err becomes readable: the command runs, or an error was said. */
int rec_workload_started(struct rec *r);
/* Wait for it to end; @kill_it: end it. */
void rec_workload_reap(struct rec *r, bool kill_it);

/* ---- build ids (rec_buildid.c) ---- */

struct rec_build_id {
	uint8_t size; /* 0: none */
	uint8_t id[PDATA_BUILD_ID_MAX];
};

/* The build id note among ELF notes. */
bool rec_build_id_notes(const uint8_t *notes, size_t len, size_t align, struct rec_build_id *id);
bool rec_build_id_file(const char *path, struct rec_build_id *id);
bool rec_build_id_kernel(struct rec_build_id *id);
bool rec_build_id_module(const char *name, struct rec_build_id *id);
bool rec_build_id_vdso(struct rec_build_id *id);

/* ---- first and last sample (rec_times.c) ---- */

struct rec_sample_times {
	uint64_t first;	     /* bytes of data before the first ring data */
	uint64_t starts[64]; /* the same for the latest passes over the rings, in a circle */
	uint32_t nr;
};

/* A pass over the rings begins to write behind @start bytes of data. */
void rec_sample_times_pass(struct rec_sample_times *t, uint64_t start);
/* From a file of @bytes of data, all of them written. Return: whether it can be said. */
bool rec_sample_times_find(const struct rec_sample_times *t, const struct rec_evlist *l, int fd,
			   uint64_t bytes, struct pdata_sample_time *out);

/* ---- the index at the end of a file (rec_index.c) ---- */

struct pdata_indexer;

struct rec_bundle;

struct rec_hit_addresses;

struct rec_index {
	struct rec *r;
	struct pdata_indexer *indexer; /* NULL: nothing was written yet */
	struct rec_bundle *bundle;     /* names, which are noted along with it; or NULL */
	struct rec_hit_addresses *hits;
	bool failed;		  /* it is made from the whole file at the end */
	bool of_dir;		  /* of one file of a directory: neither names nor counts */
	struct rec_counts counts; /* of what was written and not taken yet, but samples */
	uint64_t samples_taken;
};

/* Have it made of all that @w writes from now on. */
void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w);
/* The same of one file of a directory. Threads: each writer may have its own. */
void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w);
/* Whether it counts what goes by. NULL is allowed. */
bool rec_index_counts(const struct rec_index *x);
/* Add what it counted since the last time. */
void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum);
/* The times of the first and last sample, if it knows them. */
bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out);
/* Append it to the finished file. Without room for it, or without xxhash, the file is as it was. */
void rec_index_finish(struct rec *r, struct rec_index *x, int fd);
struct pdata_member_in;
/* The same of a directory, to its first file @fd. */
void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr);
/* What pdata_index_write_dir() is to be given of it; NULL: it has to read the file. */
struct pdata_indexer *rec_index_fed(const struct rec_index *x);
void rec_index_free(struct rec_index *x);

/* ---- the file (rec_sink.c) ---- */

/* Where it will go, and whether as a pipe: that changes what is recorded. */
int rec_sink_plan(struct rec *r);
/* Only when events are open: a file of before is not given up for an event that does not exist. */
int rec_sink_open(struct rec *r);
/* Everything that stands before the first ring data. */
int rec_start_content(struct rec *r);
/* From here on what was running is known. */
int rec_start_done(struct rec *r);
/* Close a finished file and start another under the same name, which the old one has given up. */
int rec_start_next(struct rec *r);
int rec_sink_record(struct rec *r, uint32_t type, uint16_t misc, const struct pdata_value *v,
		    int event);
/* Whole records for the file. */
int rec_sink_spans(struct rec *r, const struct pdata_span *spans, size_t nr);
int rec_sink_round(struct rec *r);
/* A pass over the rings begins. */
void rec_sink_pass(struct rec *r);
int rec_sink_commit(struct rec *r);
/* An entry of the BUILD_ID feature. */
void rec_sink_build_id(struct rec *r, uint16_t cpumode, const char *name,
		       const struct rec_build_id *id);
int rec_start_finish(struct rec *r);
void rec_sink_close(struct rec *r);
void rec_sink_free(struct rec *r);
uint64_t rec_sink_bytes(const struct rec *r); /* of data in this file */
uint64_t rec_sink_total(const struct rec *r); /* and in those before it */
const char *rec_sink_path(const struct rec *r);

/* ---- one file after another (rec_switch.c) ---- */

/* SIGUSR2 is ours: it asks for the next file, or for what the rings keep. */
bool rec_switch_takes_signal(const struct rec_opts *o);
/* The size or the time of this file is reached. */
bool rec_switch_due(const struct rec *r, uint64_t now);
/* When it will be by time; 0: never. */
uint64_t rec_switch_at(const struct rec *r);
int rec_switch_next(struct rec *r);
/* After the last file is finished. */
int rec_switch_end(struct rec *r);

/* Events that only ask for the next file (rec_trigger.c). */
int rec_trigger_open(struct rec *r);
/* Whether @index of r->triggers has happened since the last time. */
bool rec_trigger_fired(struct rec *r, uint32_t index);
void rec_trigger_close(struct rec *r);

/* ---- what already runs (rec_synth.c, rec_tasks.c) ---- */

int rec_synth_index(struct rec *r);
int rec_synth_kernel(struct rec *r);
int rec_synth_maps(struct rec *r); /* THREAD_MAP, CPU_MAP */
int rec_synth_tasks(struct rec *r);
int rec_synth_child(struct rec *r);
int rec_synth_event_updates(struct rec *r);
int rec_synth_cgroups(struct rec *r);

/* ---- facts about the machine (rec_host.c, rec_topo.c) ---- */

typedef int (*rec_feature_fn)(struct rec *r, const struct pdata_feature *f);
/* Hand every fact to @fn, in the order of the bits. */
int rec_host_features(struct rec *r, rec_feature_fn fn);
bool rec_host_cpu_topology(struct rec_arena *a, struct pdata_cpu_topology *t, uint32_t nr_cpus);
bool rec_host_numa(struct rec_arena *a, struct pdata_numa_topology *t);
bool rec_host_cache(struct rec_arena *a, struct pdata_cache *c, uint32_t nr_cpus);
bool rec_host_mem(struct rec_arena *a, struct pdata_mem_topology *m);
bool rec_host_pmus(struct rec_arena *a, struct pdata_pmu_mappings *p);

enum rec_cpu_group { REC_GROUP_CPU, REC_GROUP_CORE, REC_GROUP_PACKAGE, REC_GROUP_NODE };

/* The cpus of the same core, package or node; where that is not known, @cpu alone. */
void rec_host_cpus_in_group(struct rec_arena *a, int cpu, enum rec_cpu_group kind, int **cpus,
			    uint32_t *nr);

/* ---- the loop (rec_loop.c) ---- */

int rec_loop(struct rec *r);
/* Block the signals that end a recording; ignore those that must not. The command gets neither. */
void rec_loop_signals(const struct rec_opts *o);
void rec_loop_ignore(const struct rec_opts *o);

#endif
