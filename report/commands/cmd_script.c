/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata script: prints samples and side-band records as text, in order of time. */

#include "console/command.h"
#include "console/progress_line.h"
#include "object/symbols/object_symbols.h"
#include "profile/hist/data_src.h"
#include "script/raw_dump.h"
#include "script/raw_order.h"
#include "script/script.h"
#include "script/script_code.h"
#include "script/script_dump.h"
#include "script/script_event.h"
#include "script/script_stat.h"
#include "session/describe/header.h"
#include "session/describe/reg_names.h"
#include "session/read_group.h"
#include "session/tracepoint/tp.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* The default of the sysctl kernel.perf_event_max_stack, which perf reads. */
#define MAX_STACK 127

extern const struct rep_cmd cmd_script;

static int set_fields(void *vals, const char *arg, bool unset)
{
	struct script_opts *o = vals;

	if (unset)
		return -1;
	if (!strcmp(arg, "help"))
		o->list_fields = true;
	else
		o->bad_fields |= script_types_parse(&o->types, arg) != 0;
	return 0;
}

#define IGNORED(name, letter)                                                                      \
	{                                                                                          \
		name, letter, REP_FLAG, offsetof(struct script_opts, ignored), NULL,               \
			"accepted for compatibility with perf; no effect", 0                       \
	}
#define FLAG(name, letter, member, help)                                                           \
	{                                                                                          \
		name, letter, REP_FLAG, offsetof(struct script_opts, member), NULL, help, 0        \
	}
#define STRING(name, letter, member, arg, help)                                                    \
	{                                                                                          \
		name, letter, REP_STR, offsetof(struct script_opts, member), arg, help, 0          \
	}

#define NO_PROGRAMS "Perl and Python programs are not run; use --json or libpdata(3)"
#define NO_TRACES "pdata does not decode hardware traces (AUX data); use perf script"
#define NO_FILTERS "pdata loads no filters from shared objects; use --json or libpdata(3)"
#define NO_GUESTS "pdata does not resolve symbols of guests; use perf script"

static const struct rep_opt opts[] = {
	REP_SESSION_OPTS(struct script_opts, in),
	{ "fields", 'F', REP_CALL, 0, "FIELDS",
	  "print these fields, separated by commas; +FIELD adds one, -FIELD removes one; "
	  "TYPE:FIELDS applies to events of the type hw, sw, trace, raw, break or synth only; "
	  "'help' lists all fields",
	  set_fields },
	FLAG("hide-call-graph", 'G', hide_chain, "show no call chains"),
	{ "max-stack", 0, REP_U64, offsetof(struct script_opts, max_stack), "N",
	  "show up to N frames of a call chain (default 127)", 0 },
	{ "max-blocks", 0, REP_U64, offsetof(struct script_opts, max_blocks), "N",
	  "with the field brstackinsn: show up to N basic blocks", 0 },
	STRING("stop-bt", 0, filter.stop_bt, "LIST", "show no callers of these functions"),
	FLAG("json", 0, json, "print a JSON object for each sample, with the fields of -F"),
	FLAG("header", 0, header, "print the header first"),
	FLAG("header-only", 0, header_only, "print the header only"),
	FLAG("show-info", 'I', full_info, "print all header features"),
	FLAG("full-source-path", 0, full_path, "print source files with their directories"),
	FLAG("ns", 0, nanosecs, "print times in nanoseconds"),
	FLAG("reltime", 0, reltime, "print times relative to the time of the first printed line"),
	FLAG("deltatime", 0, deltatime, "print times relative to the line before"),
	FLAG("Latency", 'L', latency, "print command and cpu in narrow columns"),
	FLAG("dump-raw-trace", 'D', raw, "dump each record, raw and decoded, before its line"),
	FLAG("dump-unsorted-raw-trace", 0, raw_unsorted,
	     "dump records as -D does, but in the order of the file"),
	FLAG("show-task-events", 0, show_task, "show COMM, FORK and EXIT records"),
	FLAG("show-mmap-events", 0, show_mmap, "show MMAP and MMAP2 records"),
	FLAG("show-switch-events", 0, show_switch, "show SWITCH records"),
	FLAG("show-lost-events", 0, show_lost, "show LOST records"),
	FLAG("show-namespace-events", 0, show_namespaces, "show NAMESPACES records"),
	FLAG("show-cgroup-events", 0, show_cgroup, "show CGROUP records"),
	FLAG("show-bpf-events", 0, show_bpf, "show KSYMBOL and BPF_EVENT records"),
	FLAG("show-round-events", 0, show_round,
	     "show FINISHED_ROUND records, and print all records in file order, not in time order"),
	FLAG("show-text-poke-events", 0, show_text_poke, "show TEXT_POKE and KSYMBOL records"),
	STRING("cpu", 'C', filter.cpus, "LIST", "only samples of these cpus"),
	STRING("comms", 'c', filter.comms, "LIST", "only samples of these commands"),
	STRING("pid", 0, filter.pids, "LIST", "only samples of these processes"),
	STRING("tid", 0, filter.tids, "LIST", "only samples of these threads"),
	STRING("dsos", 0, filter.dsos, "LIST", "only samples in these objects"),
	STRING("symbols", 'S', filter.symbols, "LIST",
	       "only samples in these symbols or at these hexadecimal addresses"),
	STRING("switch-on", 0, filter.switch_on, "EVENT",
	       "leave out all samples before the first sample of EVENT"),
	STRING("switch-off", 0, filter.switch_off, "EVENT",
	       "leave out samples after a sample of EVENT, until the next sample of --switch-on"),
	FLAG("show-on-off-events", 0, filter.show_switches,
	     "also print the samples that switch on and off (--switch-on and --switch-off)"),
	FLAG("per-event-dump", 0, per_event,
	     "write one file with samples for each event, named after the input and the event"),
	STRING("time", 0, filter.time, "RANGE",
	       "only samples in this time range: START,STOP in seconds, or percent, as 10%-20%"),
	{ "addr-range", 0, REP_U64, offsetof(struct script_opts, filter.addr_range), "SIZE",
	  "if -S has addresses: only samples in the SIZE bytes that begin at each address", 0 },
	FLAG("show-kernel-path", 0, module_paths,
	     "print kernel modules by the path of the loaded file"),
	{ "jobs", 'j', REP_U64, offsetof(struct script_opts, jobs), "N",
	  "format with N threads; default: one for each cpu, fewer for short recordings", 0 },
	IGNORED("all-cpus", 'a'),
	IGNORED("verbose", 'v'),
	{ "itrace", 0, REP_STR, offsetof(struct script_opts, ignored_text), "[=OPTIONS]",
	  "accepted for compatibility with perf; no effect", 0 },
	REP_OPT_ABSENT("no-merge-callchains", 0,
		       "pdata always prints deferred user call chains with their samples; leave "
		       "out this option"),
	{ "merge-callchains", 0, REP_FLAG, offsetof(struct script_opts, ignored), NULL,
	  "accepted for compatibility with perf: deferred user call chains are always printed "
	  "with their samples",
	  0 },
	REP_OPT_ABSENT("debug-mode", 'd',
		       "the option turns on perf's internal checks; use pdata check to look for "
		       "damage"),
	REP_OPT_ABSENT("script", 's', NO_PROGRAMS),
	REP_OPT_ABSENT("gen-script", 'g', NO_PROGRAMS),
	REP_OPT_ABSENT("list", 'l', NO_PROGRAMS),
	REP_OPT_ABSENT("call-trace", 0, NO_TRACES),
	REP_OPT_ABSENT("call-ret-trace", 0, NO_TRACES),
	REP_OPT_ABSENT("insn-trace", 0, NO_TRACES),
	REP_OPT_ABSENT("xed", 0, NO_TRACES),
	REP_OPT_ABSENT("graph-function", 0, NO_TRACES),
	REP_OPT_ABSENT("dlfilter", 0, NO_FILTERS),
	REP_OPT_ABSENT("dlarg", 0, NO_FILTERS),
	REP_OPT_ABSENT("list-dlfilters", 0, NO_FILTERS),
	REP_OPT_ABSENT("guest-code", 0, NO_GUESTS),
	REP_OPT_ABSENT("guestkallsyms", 0, NO_GUESTS),
	REP_OPT_ABSENT("guestmodules", 0, NO_GUESTS),
	REP_OPT_ABSENT("guestmount", 0, NO_GUESTS),
	REP_OPT_ABSENT("guestvmlinux", 0, NO_GUESTS),
	REP_OPT_ABSENT("stitch-lbr", 0,
		       "pdata does not extend LBR call stacks by frames of earlier samples; leave "
		       "out --stitch-lbr"),
	{ 0 }
};

static void set_defaults(struct script *s)
{
	s->defaults = (struct pdata_sample){
		.pid = UINT32_MAX,
		.tid = UINT32_MAX,
		.cpu = UINT32_MAX,
		.time = UINT64_MAX,
		.data_src = DATA_SRC_NONE,
	};
	s->arch = script_arch(&s->ses);
	s->kernel_start = strcmp(s->arch, "s390") && strcmp(s->arch, "sparc") &&
					  strcmp(s->arch, "parisc")
				  ? 1ull << 63
				  : 0;
}

static int set_wall_clock(struct script *s)
{
	const bool pipe = pdata_reader_info(s->ses.reader)->container == PDATA_CONTAINER_PIPE;
	const struct pdata_feature *f;

	if (!session_feature(&s->ses, PDATA_FEAT_CLOCK_DATA, &f)) {
		s->tod_known = true;
		s->tod_ns = f->u.clock_data.wall_clock_ns;
		s->tod_clock_ns = f->u.clock_data.clockid_time_ns;
		return 0;
	}
	/*
	 * In a pipe the wall clock time may follow after the first lines, so a pipe is not
	 * refused.
	 */
	if (pipe || !(script_types_fields(&s->types, &s->ses) & SCRIPT_F(tod)))
		return 0;
	return rep_error("%s: the recording has no wall clock time: cannot print the field 'tod'",
			 s->ses.path);
}

/* The kernel symbol of an address in a payload. @module: set to the module's name, or NULL. */
static const char *script_resolve_kernel(void *ctx, unsigned long long *addr, const char **module)
{
	struct script *s = ctx;
	const struct script_line l = { .rec = s->rec };
	struct location w;

	script_resolve(s, &l, PDATA_CPUMODE_KERNEL, *addr, &w);
	if (!w.sym)
		return NULL;
	*addr -= w.addr - w.sym->start;
	*module = strcmp(w.map->object->name, "[kernel.kallsyms]")
			  ? symbols_dso_short(s->ses.syms, w.map->object)
			  : NULL;
	return w.sym->name;
}

/* Whether the formats of tracepoints are needed; if they are not, their damage does not matter. */
static bool has_trace_field(const struct script *s)
{
	return script_types_fields(&s->opts->types, &s->ses) & SCRIPT_F(trace);
}

static void open_tracepoints(struct script *s)
{
	struct pdata_tracepoints *points =
		s->tp || !has_trace_field(s) ? NULL : rep_session_tracing(&s->ses);

	if (!points)
		return;
	s->tp = tp_new(points);
	if (!s->tp) {
		session_set_err(&s->ses, -ENOMEM);
		return;
	}
	tp_set_resolver(s->tp, script_resolve_kernel, s);
}

/*
 * Fields whose text has no kernel symbol: the default fields of tracepoints. Exception: a print
 * format can print the name of a function (%ps).
 */
#define FIELDS_WITHOUT_SYMBOLS                                                                     \
	(SCRIPT_F(comm) | SCRIPT_F(pid) | SCRIPT_F(tid) | SCRIPT_F(time) | SCRIPT_F(cpu) |         \
	 SCRIPT_F(event) | SCRIPT_F(period) | SCRIPT_F(trace))

/*
 * Whether lines or filters may need kernel symbols. Lines of tracepoints need none most often. Only
 * for files: in a pipe, events and their formats come with the records.
 */
static bool may_need_kernel_symbols(struct script *s)
{
	const struct pdata_reader *r = s->ses.reader;

	if (script_types_fields(&s->opts->types, &s->ses) & ~FIELDS_WITHOUT_SYMBOLS ||
	    s->opts->filter.symbols || s->opts->filter.dsos)
		return true;
	open_tracepoints(s);
	for (uint32_t i = 0; i < pdata_reader_nr_events(r); i++) {
		const struct pdata_attr *attr = &pdata_reader_event(r, i)->attr;

		if (attr->sample_type & PDATA_SAMPLE_CALLCHAIN && !s->opts->hide_chain)
			return true;
		if (s->tp && attr->type == PDATA_TYPE_TRACEPOINT &&
		    tp_event_has_function(tp_event(s->tp, attr->config)))
			return true;
	}
	return false;
}

/*
 * Prepare everything after the header: maps, symbols, formats, the list of columns of each event.
 */
static int prepare_script(struct script *s)
{
	if (!s->opts->raw && !s->opts->raw_unsorted)
		script_filter_limit(s->opts->filter.time, &s->ses, s->opts->reltime);
	if (s->opts->jobs != 1 &&
	    pdata_reader_info(s->ses.reader)->container == PDATA_CONTAINER_FILE &&
	    may_need_kernel_symbols(s))
		rep_session_prefetch_kernel(&s->ses, &s->opts->in);
	if (rep_session_tasks(&s->ses) == REP_FAIL ||
	    rep_session_symbols(&s->ses, &s->opts->in) == REP_FAIL)
		return -1;
	session_set_err(&s->ses, script_threads_init(&s->threads, s->ses.tasks));
	script_addrs_init(&s->addrs);
	s->types = s->opts->types;
	s->use_chain = !s->opts->hide_chain;
	s->whole.deferred = s->ses.deferred;
	if (script_types_check(&s->types, &s->ses, &s->use_chain) || set_wall_clock(s) ||
	    script_filter_init(&s->filter, &s->opts->filter, &s->ses, s->opts->reltime))
		return -1;
	set_defaults(s);
	open_tracepoints(s);
	if (read_group_any(s->ses.reader)) {
		s->group = read_group_new(s->ses.reader);
		session_set_err(&s->ses, s->group ? 0 : -ENOMEM);
	}
	if (session_err(&s->ses))
		return -1;
	script_events_new(s);
	return s->opts->per_event && script_dumps_open(s) ? -1 : 0;
}

static void print_next(void *ctx, const struct pdata_record *rec)
{
	script_print_record(ctx, rec);
}

/* Print records with their bytes, in perf's order. */
static int print_raw(struct script *s)
{
	struct raw_dump d = { .o = &s->out,
			      .ses = &s->ses,
			      .tool = RAW_SCRIPT,
			      .unsorted = s->opts->raw_unsorted || s->opts->show_round };
	int rc;

	raw_dump_start(&d);
	s->raw = &d;
	rc = raw_order_each(s->ses.reader, d.unsorted, print_next, s);
	s->raw = NULL;
	return rc;
}

static void print_records(struct script *s)
{
	const bool raw = s->opts->raw || s->opts->raw_unsorted;

	pdata_reader_set_order(s->ses.reader,
			       raw || s->opts->show_round ? PDATA_ORDER_FILE : PDATA_ORDER_TIME);
	if ((raw ? print_raw(s) : script_print_samples(s)) < 0) {
		rep_session_failed(&s->ses);
		s->ses.status = REP_PART;
	}
	script_note_errors(s);
}

static void free_script(struct script *s)
{
	script_dumps_close(s); /* if the run ended early */
	script_events_free(s);
	script_threads_free(&s->threads);
	script_addrs_free(&s->addrs);
	cgroups_free(&s->cgroups);
	script_filter_free(&s->filter);
	script_stat_free(s);
	read_group_free(s->group);
	tp_free(s->tp);
	script_code_free(s->code);
	free(s->frames.frame);
	deferred_chain_free(&s->whole);
	out_close(&s->scratch);
	out_close(&s->column);
}

static int run_script(struct script *s)
{
	if (s->opts->raw || s->opts->raw_unsorted)
		raw_dump_warn(&s->out, &s->ses);
	if (s->opts->header || s->opts->header_only)
		rep_header_print(&s->ses, &s->out, s->opts->full_info);
	else if (s->opts->full_info && !s->opts->json)
		rep_header_print_facts(&s->ses, &s->out);
	if (s->opts->header_only)
		return 0;
	if (prepare_script(s))
		return -1;
	print_records(s);
	return script_dumps_close(s);
}

/* Return: an option that prints text which has no form in JSON; NULL: none. */
static const char *text_option(const struct script_opts *o)
{
	const struct {
		bool given;
		const char *name;
	} all[] = {
		{ o->raw || o->raw_unsorted, "-D" },
		{ o->header, "--header" },
		{ o->header_only, "--header-only" },
		{ o->show_task, "--show-task-events" },
		{ o->show_mmap, "--show-mmap-events" },
		{ o->show_switch, "--show-switch-events" },
		{ o->show_lost, "--show-lost-events" },
		{ o->show_namespaces, "--show-namespace-events" },
		{ o->show_cgroup, "--show-cgroup-events" },
		{ o->show_bpf, "--show-bpf-events" },
		{ o->show_round, "--show-round-events" },
		{ o->show_text_poke, "--show-text-poke-events" },
	};

	for (size_t i = 0; i < REP_NR(all); i++)
		if (all[i].given)
			return all[i].name;
	return NULL;
}

static int run_script_cmd(int argc, char **argv)
{
	struct script_opts o = { .in.inline_frames = true, .max_stack = MAX_STACK };
	struct script s = { .opts = &o };
	int rc, err;

	script_types_init(&o.types);
	rc = rep_opts_parse(&cmd_script, opts, &o, argc, argv);
	if (rc < 0)
		return -1 - rc;
	if (o.list_fields)
		script_fields_print();
	if (o.bad_fields || o.list_fields)
		return o.bad_fields ? REP_FAIL : REP_OK;
	if (rc < argc && (o.in.path || rc + 1 < argc || access(argv[rc], R_OK)))
		return rep_fail("script: '%s' is not a readable recording, and pdata runs no "
				"script programs of perf",
				argv[rc]);
	if (rc < argc)
		o.in.path = argv[rc];
	if (o.reltime && o.deltatime)
		return rep_fail("--reltime and --deltatime exclude each other");
	if (text_option(&o) && o.json)
		return rep_fail("script: %s and --json exclude each other", text_option(&o));
	o.in.lines |= script_types_want_lines(&o.types);
	o.in.progress = progress_line;
	if (rep_session_open(&s.ses, &o.in))
		return REP_FAIL;
	rep_out_open(&s.out, 1);
	out_open(&s.scratch, -1);
	/* off if its text goes to files of events */
	s.scratch.guard = s.out.guard && !o.per_event;
	out_open(&s.column, -1);
	if (run_script(&s))
		s.ses.status = REP_FAIL;
	if (session_err(&s.ses))
		s.out.len = 0; /* lines that were not written may be wrong */
	err = out_close(&s.out);
	if (err && err != EPIPE && err != ENOMEM)
		rep_err("standard output: %s", strerror(err));
	if (err)
		s.ses.status = REP_FAIL;
	free_script(&s);
	return rep_session_close(&s.ses);
}

static const char *const added_options[] = { "debuginfod", "inline-all", "no-demangle",
					     "no-merge-callchains", NULL };

const struct rep_cmd cmd_script = {
	.name = "script",
	.help = "print samples and other records as text, in order of time",
	.usage = "[FILE]",
	.pager = true,
	.run = run_script_cmd,
	.added = added_options,
};
