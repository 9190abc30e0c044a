/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_H
#define REP_SCRIPT_H

/* What the parts of `pdata script` share. */

#include "base/out.h"
#include "profile/filter/sample_filter.h"
#include "script/script_addr.h"
#include "script/script_fields.h"
#include "session/cgroups.h"
#include "session/deferred_chain.h"
#include "session/script_threads.h"
#include "session/session.h"

struct read_group;
struct raw_dump;
struct script_code;
struct script_dump;
struct script_stat;
struct tp;
struct tp_event;

/* Options of the command line. */
struct script_opts {
	struct rep_input in;
	struct script_types types; /* --fields */
	bool bad_fields;	   /* a message was printed */
	bool list_fields;
	bool ignored;
	const char *ignored_text;
	struct script_filter_opts filter; /* --cpu, --time ... */
	bool json, header, header_only, full_info, per_event, full_path, module_paths;
	bool nanosecs, reltime, deltatime, latency;
	bool hide_chain;
	uint64_t max_stack, max_blocks;
	bool show_task, show_mmap, show_switch, show_lost, show_namespaces, show_cgroup, show_bpf;
	bool show_round, show_text_poke;
	bool raw, raw_unsorted; /* --dump-raw-trace, --dump-unsorted-raw-trace */
};

struct script;
struct script_line;

typedef void (*script_print_fn)(struct script *s, const struct script_line *l);

#define SCRIPT_PRINTERS_MAX 40

/* Parts of the beginning of a line that a thread's lines share. */
enum script_task_column {
	SCRIPT_TASK_COMM = 1,
	SCRIPT_TASK_PID = 2,
	SCRIPT_TASK_TID = 4,
	SCRIPT_TASK_PAD = 8,   /* the command in a column: not before call chains */
	SCRIPT_TASK_SHORT = 16 /* 8 characters of it */
};

/* What is printed for the samples of one event, and what that needs. */
struct script_event {
	const struct pdata_event *ev;
	const char *name;
	uint32_t type;		     /* index of script_types.type */
	uint64_t fields;	     /* SCRIPT_F_ */
	uint64_t shown;		     /* those of them that have a column */
	uint64_t want;		     /* PDATA_SAMPLE_ bits to decode */
	bool addr_has_symbol;	     /* the sample's addr is one of code or data with a name */
	bool bts;		     /* branch trace: "from => to" */
	bool srccode;		     /* the source line follows */
	unsigned nr_start, nr_print; /* printers of the line's beginning, of all */
	script_print_fn print[SCRIPT_PRINTERS_MAX];
	uint32_t who; /* what the line's beginning is made of: SCRIPT_WHO_ */
	char *title;  /* "NAME: ", right-aligned among all events */
	size_t title_len;
	struct tp_event *tp;	  /* NULL: no format known */
	struct script_dump *dump; /* its own file, or NULL */
};

/* One sample or side-band record on its way to the output. */
struct script_line {
	const struct script_event *e;
	const struct pdata_record *rec;
	struct script_thread *th;	/* NULL: no thread */
	const struct pdata_sample *smp; /* members that the event lacks have perf's defaults */
	uint64_t period;
};

struct script_frame {
	uint64_t ip;
	uint32_t cpumode; /* whose maps it is looked up in */
	bool unwound;	  /* was not recorded as a frame */
};

struct script_frames {
	struct script_frame *frame;
	uint32_t nr, cap;
};

/*
 * Turns a sample's registers and stack into frames, appended innermost first. No function: not
 * done.
 */
struct script_unwind {
	/* false: the sample has no chain at all */
	bool (*frames)(void *ctx, const struct script_line *l, uint64_t max_stack,
		       struct script_frames *f);
	void *ctx;
};

#define SCRIPT_MEMO_MAX 64

struct script_memo {
	uint64_t value;
	uint32_t len; /* 0: nothing */
	char text[SCRIPT_MEMO_MAX];
};

struct script {
	const struct script_opts *opts;
	struct script_types types; /* opts' without the fields that the file cannot fill */
	struct rep_session ses;
	const struct pdata_record *rec; /* being printed */
	struct out out;
	struct out scratch;	     /* memory */
	struct out column;	     /* the same: a column on its way into a string of JSON */
	struct script_event *events; /* by pdata_event.index */
	uint32_t nr_events;
	struct pdata_sample defaults; /* of members that a sample lacks */
	uint64_t nr_records;	      /* so far */
	bool use_chain;
	const char *arch; /* perf's short name of the recorded machine's architecture */
	/* addresses from here on are the kernel's; 0: both sides use all of them */
	uint64_t kernel_start;
	struct script_threads threads;
	struct script_addrs addrs;
	struct cgroups cgroups; /* so far */
	struct script_filter filter;
	struct tp *tp;
	struct read_group *group;    /* NULL: no sample carries counter values */
	struct deferred_chain whole; /* of the sample being printed */
	struct script_frames frames; /* the same, as frames */
	struct script_unwind unwind;
	struct script_stat *stat;
	struct script_code *code;	/* NULL: none was wanted yet */
	struct raw_dump *raw;		/* --dump-raw-trace, or NULL */
	struct script_memo sec, period; /* last printed */
	uint64_t first_time, prev_time; /* --reltime, --deltatime */
	unsigned data_src_width;	/* the column grows with what was printed */
	bool tod_known;
	uint64_t tod_ns,
		tod_clock_ns; /* a wall clock time and the same moment of the recording's clock */
};

/* script_event.c: make s->events from the file's events and the chosen fields. */
void script_events_new(struct script *s);
void script_events_free(struct script *s);

/* script_sample.c */
void script_sample(struct script *s, const struct pdata_record *rec);

/* script_line.c: the parts of a line that need no other file. */
void script_line_start(struct script *s, const struct script_line *l);
void script_print_task(struct script *s, const struct script_line *l);
void script_print_cpu(struct script *s, const struct script_line *l);
void script_print_misc(struct script *s, const struct script_line *l);
void script_print_tod(struct script *s, const struct script_line *l);
void script_print_time(struct script *s, const struct script_line *l);
void script_print_period(struct script *s, const struct script_line *l);
void script_print_event(struct script *s, const struct script_line *l);
void script_print_flags(struct script *s, const struct script_line *l);
void script_print_trace(struct script *s, const struct script_line *l);
void script_print_addr(struct script *s, const struct script_line *l);
void script_print_to_addr(struct script *s, const struct script_line *l);
void script_print_weight(struct script *s, const struct script_line *l);
void script_print_ins_lat(struct script *s, const struct script_line *l);
void script_print_retire_lat(struct script *s, const struct script_line *l);
void script_print_cgroup(struct script *s, const struct script_line *l);
void script_print_phys_addr(struct script *s, const struct script_line *l);

/*
 * script_sideband.c: print @rec if its kind is shown; called for every record that is not a
 * sample.
 */
void script_side(struct script *s, const struct pdata_record *rec);

/* script_stat.c: STAT records as a table. */
void script_stat(struct script *s, const struct pdata_record *rec);
void script_stat_free(struct script *s);

/* script_chain.c: the sample's ip or call chain. */
void script_print_ip(struct script *s, const struct script_line *l);
bool script_has_cursor(const struct script *s, const struct script_line *l);
bool script_make_chain(struct script *s,
		       const struct script_line *l); /* into frames; false: it cannot be made */

/* script_json.c */
void script_json_line(struct script *s, const struct script_line *l);

/* script_branch.c */
void script_print_brstack(struct script *s, const struct script_line *l);
void script_print_brstacksym(struct script *s, const struct script_line *l);
void script_print_brstackoff(struct script *s, const struct script_line *l);

/*
 * script_dump.c: a file for each event. While its lines are made, @e's file takes the place of the
 * output.
 */
int script_dumps_open(struct script *s); /* not 0: a message was printed */
int script_dumps_close(struct script *s);
void script_dump_swap(struct script *s, const struct script_event *e);
void script_dump_count(const struct script_event *e);

/* script_insn.c */
void script_print_insn(struct script *s, const struct script_line *l);
void script_print_insnlen(struct script *s, const struct script_line *l);
void script_print_disasm(struct script *s, const struct script_line *l);
void script_print_brstackinsn(struct script *s, const struct script_line *l);
void script_print_srccode(struct script *s, const struct script_line *l); /* a line of its own */

/* script_data.c: registers, memory access, bpf output, page sizes. */
void script_print_iregs(struct script *s, const struct script_line *l);
void script_print_uregs(struct script *s, const struct script_line *l);
void script_print_data_src(struct script *s, const struct script_line *l);
void script_print_data_page_size(struct script *s, const struct script_line *l);
void script_print_code_page_size(struct script *s, const struct script_line *l);
void script_put_page_size(struct out *o, uint64_t size); /* " 4K" */
void script_print_bpf_output(struct script *s, const struct script_line *l);

/* Whether --comms, --pid, --tid, --dsos and --symbols choose the sample. */
bool script_line_wanted(struct script *s, const struct script_line *l);

#endif
