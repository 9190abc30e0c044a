/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata report`: the table of its options and the choice between text, JSON, raw
 * dump, statistics and task list.
 */
#include "commands/cmd_report.h"
#include "cli/numbers.h"
#include "console/command.h"
#include "console/pager.h"
#include "console/progress_line.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/report_history.h"
#include "profile/callgraph/report_parent.h"
#include "profile/filter/sample_filter.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_line.h"
#include "profile/keys/report_blocks.h"
#include "profile/keys/report_ipc.h"
#include "profile/keys/report_trace.h"
#include "profile/rows/report_gather.h"
#include "profile/rows/report_setup.h"
#include "script/raw_pass.h"
#include "session/datatype/data_type.h"
#include "session/describe/header.h"
#include "session/describe/stats.h"
#include "session/describe/tasks_text.h"
#include "session/unwind/unwind.h"
#include "view/annotate.h"
#include "view/report_json.h"
#include "view/report_text.h"
#include "view/report_threads.h"
#include "view/report_unresolved.h"
#include "view/row_line.h"
#include "view/tui/tui.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct rep_cmd cmd_report;

/* ---- options ----------------------------------------------------------------------------- */

/* Output in addition to the rows, or instead of them. Options of a report come first. */
struct report_cmd {
	struct report_opts report;
	bool stats, tasks, mmaps, header, header_only, full_info;
	bool threads;		 /* print the counter values of each thread, too */
	const char *pretty;	 /* --pretty: how these are printed */
	bool disable_order;	 /* print --dump-raw-trace in file order */
	bool colour_set, colour; /* --stdio-color; otherwise colours depend on the terminal */
	bool stdio, tui, follow, ignored;
	const char *ignored_text;
	uint64_t ignored_number;
};

static int set_chain(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	if (unset) {
		o->chain.enabled = o->chain.use = false;
		o->chain.mode = CHAIN_NONE;
		return 0;
	}
	return report_parse_chain(&o->chain,
				  arg && *arg ? arg : "graph,0.5,caller,function,percent");
}

static int set_percent_limit(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;
	char *end;

	if (unset)
		return -1;
	o->show.percent_limit = o->chain.min_percent = strtod(arg, &end);
	return end == arg || (*end && strcmp(end, "%")) ? -1 : 0;
}

static int set_report_percentage(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	if (unset || (strcmp(arg, "relative") && strcmp(arg, "absolute")))
		return -1;
	o->show.relative = !strcmp(arg, "relative");
	return 0;
}

static int set_report_group(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	(void)arg;
	o->rows.group = !unset;
	o->rows.no_group = unset;
	return 0;
}

static int set_branch_stack(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	(void)arg;
	o->rows.branch_stack = !unset;
	o->rows.branch_set = true;
	return 0;
}

/* Parse a duration with an optional unit: s, ms, us or ns; without a unit in nanoseconds. */
static int set_quantum(void *vals, const char *arg, bool unset)
{
	static const struct cli_unit units[] = {
		{ "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }
	};
	struct report_opts *o = vals;

	if (unset || cli_parse_units(arg, 0, units, REP_NR(units), &o->rows.time_quantum))
		return -1;
	return o->rows.time_quantum ? 0 : -1;
}

static int set_colour(void *vals, const char *arg, bool unset)
{
	struct report_cmd *o = vals;

	if (unset || (strcmp(arg, "always") && strcmp(arg, "never") && strcmp(arg, "auto")))
		return -1;
	o->colour_set = strcmp(arg, "auto") != 0;
	o->colour = !strcmp(arg, "always");
	return 0;
}

static int check_percent_type(void *vals, const char *arg, bool unset)
{
	bool hits, global;

	(void)vals;
	return unset ? -1 : annotate_parse_percents(arg, &hits, &global);
}

#define OFF(member) offsetof(struct report_cmd, member)

static const struct rep_opt opts[] = {
	REP_SESSION_OPTS(struct report_cmd, report.in),
	{ "stdio", 0, REP_FLAG, OFF(stdio), NULL,
	  "print text (default unless standard input and output are a terminal)", 0 },
	{ "tui", 0, REP_FLAG, OFF(tui), NULL,
	  "browse the rows on the terminal (default on a terminal)", 0 },
	{ "follow", 0, REP_FLAG, OFF(follow), NULL,
	  "browse a recording that is still being written: read it again when it has grown", 0 },
	{ "stats", 0, REP_FLAG, OFF(stats), NULL, "count records by type and samples by event", 0 },
	{ "json", 0, REP_FLAG, OFF(report.show.json), NULL,
	  "print one JSON object with all rows, without call graphs; with --hierarchy rows are "
	  "nested",
	  0 },
	{ "tasks", 0, REP_FLAG, OFF(tasks), NULL, "print the recorded tasks as a tree", 0 },
	{ "mmaps", 0, REP_FLAG, OFF(mmaps), NULL, "print the recorded tasks with their maps", 0 },
	{ "header", 0, REP_FLAG, OFF(header), NULL, "print the header features first", 0 },
	{ "header-only", 0, REP_FLAG, OFF(header_only), NULL, "print only the header features", 0 },
	{ "show-info", 'I', REP_FLAG, OFF(full_info), NULL,
	  "with --header: also print long features, such as the CPU topology", 0 },
	{ "sort", 's', REP_STR, OFF(report.rows.sort), "KEY[,KEY]",
	  "group samples into rows by these keys, and sort by them; +KEY adds to the default", 0 },
	{ "fields", 'F', REP_STR, OFF(report.rows.fields), "KEY[,KEY]",
	  "print these columns; +KEY adds to the default", 0 },
	{ "field-separator", 't', REP_STR, OFF(report.show.separator), "TEXT",
	  "put TEXT between columns; replace TEXT in names by '.'", 0 },
	{ "column-widths", 'w', REP_STR, OFF(report.show.widths), "N[,N]",
	  "set the widths of the columns", 0 },
	{ "percent-limit", 0, REP_CALL, 0, "PERCENT",
	  "leave out rows, and branches of call graphs, below this percentage", set_percent_limit },
	{ "percentage", 0, REP_CALL, 0, "relative|absolute",
	  "relative: percentages of the rows shown; absolute: percentages of all samples",
	  set_report_percentage },
	{ "call-graph", 'g', REP_CALL, 0, "[MODE,MIN[,LIMIT],ORDER,KEY[,branch],VALUE]",
	  "print call graphs. MODE: graph, flat, fractal, folded or none; MIN: leave out parts "
	  "of the call graph below this percentage; LIMIT: print at most this many callers or "
	  "callees at each level; ORDER: caller (outermost caller first) or callee (sampled "
	  "function first); "
	  "KEY: join frames with the same function, address or srcline (source line); the word "
	  "\"branch\": begin each call chain with the recorded branches (LBR); VALUE: print "
	  "percent, period or count (default graph,0.5,caller,function,percent)",
	  set_chain },
	{ "children", 0, REP_FLAG, OFF(report.rows.children), NULL,
	  "add the samples of callees to their callers (default with call chains)", 0 },
	{ "inverted", 'G', REP_FLAG, OFF(report.rows.inverted), NULL,
	  "print call graphs from the outermost caller", 0 },
	{ "max-stack", 0, REP_U64, OFF(report.rows.max_stack), "N",
	  "use at most N frames of a call chain (default 127)", 0 },
	{ "show-nr-samples", 'n', REP_FLAG, OFF(report.show.show_nr_samples), NULL,
	  "add a column with the number of samples", 0 },
	{ "show-total-period", 0, REP_FLAG, OFF(report.show.show_total_period), NULL,
	  "add a column with the sum of periods", 0 },
	{ "show-cpu-utilization", 0, REP_FLAG, OFF(report.show.show_cpu_utilization), NULL,
	  "add columns with the shares of kernel and user code", 0 },
	{ "showcpuutilization", 0, REP_FLAG, OFF(report.show.show_cpu_utilization), NULL,
	  "the same as --show-cpu-utilization", 0 },
	{ "comms", 'c', REP_STR, OFF(report.select.comm_list), "NAME[,NAME]",
	  "only samples of these commands", 0 },
	{ "dsos", 'd', REP_STR, OFF(report.select.dso_list), "NAME[,NAME]",
	  "only samples in these objects", 0 },
	{ "symbols", 'S', REP_STR, OFF(report.select.sym_list), "NAME[,NAME]",
	  "only samples in these symbols or at these hexadecimal addresses", 0 },
	{ "pid", 0, REP_STR, OFF(report.select.pid_list), "PID[,PID]",
	  "only samples of these processes", 0 },
	{ "tid", 0, REP_STR, OFF(report.select.tid_list), "TID[,TID]",
	  "only samples of these threads", 0 },
	{ "cpu", 'C', REP_STR, OFF(report.select.cpu_list), "LIST",
	  "only samples of these cpus, as 0-3,7", 0 },
	{ "latency", 0, REP_FLAG, OFF(report.rows.latency), NULL,
	  "sort by latency: each period is divided by the number of threads that ran; see "
	  "pdata-report(1)",
	  0 },
	{ "parallelism", 0, REP_STR, OFF(report.select.parallelism_list), "LIST",
	  "only samples taken while this many threads were running, as 1,4-8", 0 },
	{ "time", 0, REP_STR, OFF(report.select.time), "START,STOP",
	  "only samples in this time range: START,STOP in seconds, or a part such as 10%/2 (the "
	  "second tenth) or 10%-20%",
	  0 },
	{ "filter", 0, REP_STR, OFF(report.select.filter), "EXPRESSION",
	  "only samples for which EXPRESSION is true, as 'period > 1000 && comm == \"work\"'; see "
	  "pdata-report(1)",
	  0 },
	{ "switch-on", 0, REP_STR, OFF(report.select.switch_on), "EVENT",
	  "leave out all samples before the first sample of EVENT", 0 },
	{ "switch-off", 0, REP_STR, OFF(report.select.switch_off), "EVENT",
	  "leave out samples after a sample of EVENT, until the next sample of --switch-on", 0 },
	{ "show-on-off-events", 0, REP_FLAG, OFF(report.select.show_switches), NULL,
	  "also count the samples of the events of --switch-on and --switch-off", 0 },
	{ "symbol-filter", 0, REP_STR, OFF(report.select.symbol_filter), "TEXT",
	  "only samples in symbols that contain TEXT", 0 },
	{ "socket-filter", 0, REP_U64, OFF(report.select.socket_filter), "N",
	  "only samples of this processor socket", 0 },
	{ "hide-unresolved", 'U', REP_FLAG, OFF(report.select.hide_unresolved), NULL,
	  "leave out rows and callers without a symbol", 0 },
	{ "show-ref-call-graph", 0, REP_FLAG, OFF(report.select.show_ref), NULL,
	  "for samples of events without call chains: show the call chain of the last sample of "
	  "the same thread that has a call chain",
	  0 },
	{ "branch-history", 0, REP_FLAG, OFF(report.rows.branch_history), NULL,
	  "call chains begin with the branches that led to the sample", 0 },
	{ "branch-stack", 'b', REP_CALL, 0, NULL,
	  "make rows of branches (default if events have branch stacks)", set_branch_stack },
	{ "mem-mode", 0, REP_FLAG, OFF(report.rows.mem_mode), NULL,
	  "make rows of memory accesses, weighted by the samples' weight", 0 },
	{ "total-cycles", 0, REP_FLAG, OFF(report.rows.total_cycles), NULL,
	  "make rows of basic blocks, sorted by their cycles (needs branch stacks with cycles)",
	  0 },
	{ "hierarchy", 0, REP_FLAG, OFF(report.rows.hierarchy), NULL,
	  "print a tree with a level for each sort key; {KEY,KEY} share a level", 0 },
	{ "group-sort-idx", 0, REP_U64, OFF(report.rows.group_sort_idx), "N",
	  "sort by event N of a group, counted from 0", 0 },
	{ "parent", 'p', REP_STR, OFF(report.rows.parent), "REGEX",
	  "functions that the key 'parent' shows as callers (default ^sys_|^do_page_fault)", 0 },
	{ "exclude-other", 'x', REP_FLAG, OFF(report.select.exclude_other), NULL,
	  "only samples with a caller that matches --parent", 0 },
	{ "ignore-callees", 0, REP_STR, OFF(report.rows.ignore_callees), "REGEX",
	  "count samples in callees of these functions as samples of these functions", 0 },
	{ "group", 0, REP_CALL, 0, NULL, "show all events side by side", set_report_group },
	{ "time-quantum", 0, REP_CALL, 0, "TIME",
	  "length of the time slices of the key 'time' (default 100ms)", set_quantum },
	{ "ns", 0, REP_FLAG, OFF(report.show.ns), NULL, "print times in nanoseconds", 0 },
	{ "threads", 'T', REP_FLAG, OFF(threads), NULL,
	  "also print the counters of each thread; 'pdata record -s' records these counters", 0 },
	{ "pretty", 0, REP_STR, OFF(pretty), "normal|raw",
	  "how --threads prints counters: normal: a line for each thread; raw: a line for "
	  "each counter of each thread",
	  0 },
	{ "raw-trace", 0, REP_FLAG, OFF(report.rows.raw_trace), NULL,
	  "print the raw values of tracepoint fields, not formatted by print formats", 0 },
	{ "full-source-path", 0, REP_FLAG, OFF(report.show.full_path), NULL,
	  "print source files with their directories", 0 },
	{ "stdio-color", 0, REP_CALL, 0, "always|never|auto",
	  "use colours; auto: on a terminal only", set_colour },
	{ "unnamed", 0, REP_FLAG, OFF(report.show.unnamed), NULL,
	  "list objects without symbols, their share of the samples, and the file that is missing",
	  0 },
	{ "jobs", 'j', REP_U64, OFF(report.rows.jobs), "N",
	  "add up samples in N threads (default: one for each cpu)", 0 },
	{ "quiet", 'q', REP_FLAG, OFF(report.show.quiet), NULL, "print rows only", 0 },
	REPORT_IGNORED_OPTS,
	{ "percent-type", 0, REP_CALL, 0, PERCENT_TYPES,
	  "accepted for compatibility with perf; no effect", check_percent_type },
	{ "samples", 0, REP_U64, OFF(ignored_number), "N",
	  "accepted for compatibility with perf; no effect", 0 },
	REPORT_PREFIX_OPTS,
	{ NULL, 'm', REP_FLAG, OFF(ignored), NULL,
	  "accepted for compatibility with perf: symbols of kernel modules are always read", 0 },
	{ "dump-raw-trace", 'D', REP_FLAG, OFF(report.show.raw), NULL,
	  "dump each record, raw and decoded, instead of rows; then print what --tasks or --mmaps "
	  "prints, if one of them is given, otherwise what --stats prints",
	  0 },
	{ "disable-order", 0, REP_FLAG, OFF(disable_order), NULL,
	  "with -D: print records in the order of the file", 0 },
	REP_OPT_ABSENT("verbose", 'v',
		       "-v prints perf's internal messages, which pdata does not have; instead use "
		       "-F +addr to see addresses, or --unnamed to list missing symbols"),
	REP_OPT_ABSENT("stitch-lbr", 0,
		       "pdata does not extend LBR call stacks by frames of earlier samples; leave "
		       "out --stitch-lbr"),
	REP_OPT_ABSENT("gtk", 0, "pdata has no GTK window; use --tui, --stdio or --json"),
	{ "skip-empty", 0, REP_FLAG, OFF(report.show.skip_empty), NULL,
	  "leave out events without samples (default)", 0 },
	{ 0 }
};

static void put_keys(void)
{
	for (const struct rep_key *k = rep_keys; k->name; k++)
		printf("%-20s %s%s\n", k->name, k->header + strspn(k->header, " "),
		       k->mode == REPORT_BRANCH ? " (branch stacks)"
		       : k->mode == REPORT_MEM	? " (--mem-mode)"
						: "");
	puts("FIELD, EVENT.FIELD, EVENT.*, trace_fields\n"
	     "                     fields of tracepoints; FIELD/raw: not in the event's print "
	     "format");
}

/* ---- the report -------------------------------------------------------------------------- */

/* -D: print all records; then the tasks, or the number of samples that the rows would have. */
static int report_dump_raw(struct report *rp, const struct report_cmd *o)
{
	struct stats *stats = stats_new(rp->s);
	struct raw_pass pass = { .s = rp->s,
				 .o = rp->out,
				 .tool = RAW_REPORT,
				 .unsorted = o->disable_order,
				 .locations = true,
				 .filter = report_filter_opts(rp->opts),
				 .stats = stats };
	int rc;

	if (!stats)
		return REP_FAIL;
	pass.filter.cpus = NULL; /* perf applies this filter later */
	rc = raw_pass_run(&pass);
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		stats_set_samples(stats, rp->ev[e].event, rp->ev[e].nr_samples);
	if (rc == REP_OK && (o->tasks || o->mmaps))
		rc = rep_tasks_print(rp->s, rp->out, o->mmaps);
	else if (rc == REP_OK)
		stats_print(stats, rp->out, rp->opts->show.skip_empty);
	stats_free(stats);
	return rc;
}

static int show_report(struct report *rp, const struct report_cmd *o)
{
	if (!o->report.show.json)
		report_elided_text(rp);
	if (o->report.show.raw)
		return report_dump_raw(rp, o);
	if (o->report.show.json) {
		report_json(rp);
		return REP_OK;
	}
	if (report_text(rp)) {
		if (o->threads)
			report_threads(rp, o->pretty && !strcmp(o->pretty, "raw"));
		if (rp->mode == REPORT_BRANCH)
			report_branch_types(rp);
	}
	if (o->report.show.unnamed)
		report_unresolved(rp);
	return REP_OK;
}

static int run_rows(struct rep_session *s, const struct report_cmd *o, struct out *out)
{
	struct report rp = { .opts = &o->report,
			     .s = s,
			     .out = out,
			     .frees_entries = !o->report.show.unnamed,
			     .colour = o->colour_set ? o->colour : pager_colours() };
	int rc = report_gather(&rp);

	if (rc == REP_OK)
		rep_session_warn_aux(s);
	if (rc == REP_OK)
		rc = show_report(&rp, o);
	if (report_err(&rp))
		rc = REP_FAIL;
	report_free(&rp);
	return rc;
}

/* Print which columns have one value only, as report_text() does, above output without rows. */
static int print_elided(struct rep_session *s, const struct report_cmd *o, struct out *out)
{
	struct report rp = { .opts = &o->report, .s = s, .out = out };
	int rc = report_setup_columns(&rp);

	if (rc == REP_OK)
		report_elided_text(&rp);
	report_free(&rp);
	return rc;
}

static int print_without_rows(struct rep_session *s, const struct report_cmd *o, struct out *out)
{
	const struct report_select_opts *f = &o->report.select;
	const struct script_filter_opts fo = report_filter_opts(&o->report);
	struct script_filter filter = { .nr_times = 0 };
	const int bad = script_filter_init(&filter, &fo, s, false);

	/* As in perf, filters of samples must be valid, but do not change the output. */
	script_filter_free(&filter);
	if (bad)
		return REP_FAIL;
	if ((f->comm_list || f->dso_list || f->sym_list) && print_elided(s, o, out))
		return REP_FAIL;
	return o->stats ? rep_stats_print(s, out, o->report.show.skip_empty)
			: rep_tasks_print(s, out, o->mmaps);
}

static int run_session(struct rep_session *s, const struct report_cmd *o, struct out *out)
{
	const bool rows = !o->stats && !o->tasks && !o->mmaps;
	int rc;

	if (o->report.show.raw)
		raw_dump_warn(out, s);
	if ((o->header || o->header_only) && !o->report.show.quiet) {
		rc = rep_header_print(s, out, o->full_info);
		if (rc == REP_FAIL || o->header_only)
			return rc;
	} else if (!o->report.show.json && rows) {
		if (!o->report.show.quiet)
			out_str(out, "# To display the perf.data header info, please use "
				     "--header/--header-only options.\n#\n");
		if (o->full_info && !o->report.show.raw &&
		    rep_header_print_facts(s, out) == REP_FAIL)
			return REP_FAIL;
	}
	if (!rows && !o->report.show.raw)
		return print_without_rows(s, o, out);
	return run_rows(s, o, out);
}

/* Text that is not a list of rows, or is meant for a program, is printed. */
static bool report_wants_browser(const struct report_cmd *o)
{
	const bool text = o->stdio || o->stats || o->tasks || o->mmaps || o->header ||
			  o->header_only || o->threads || o->report.show.json ||
			  o->report.show.raw || o->report.show.quiet || o->report.show.unnamed ||
			  o->report.show.separator || o->report.rows.hierarchy ||
			  o->report.rows.total_cycles || o->colour_set;

	return tui_wanted(o->tui && !text, text && !(o->tui && !o->stdio && !text));
}

static int browse_report(struct report_cmd *o, int argc, char **argv)
{
	const struct tui_live live = { .ctx = NULL };
	const struct tui_start start = { .command = cmd_report.name,
					 .argc = argc - 1,
					 .argv = argv + 1,
					 .run_command = rep_run_command,
					 .live = o->follow ? &live : NULL };

	if (!o->report.in.path)
		o->report.in.path = "perf.data";
	return tui_report(&start, &o->report);
}

/* Return: an option that prints text other than rows, which has no form in JSON; NULL: none. */
static const char *text_option(const struct report_cmd *o)
{
	return o->report.show.raw ? "-D"
	       : o->header	  ? "--header"
	       : o->header_only	  ? "--header-only"
	       : o->stats	  ? "--stats"
	       : o->tasks	  ? "--tasks"
	       : o->mmaps	  ? "--mmaps"
				  : NULL;
}

static int report_run(int argc, char **argv)
{
	struct report_cmd o = {
		.report.in.inline_frames = true,
		.report.rows.children = true,
		.report.show.skip_empty = true,
		.report.rows.max_stack = 127,
		.report.select.socket_filter = UINT64_MAX,
		.report.rows.time_quantum = 100000000,
		.report.chain = { .mode = CHAIN_GRAPH, .min_percent = 0.5 },
	};
	int at = rep_opts_parse(&cmd_report, opts, &o, argc, argv), rc;
	struct rep_session s;
	struct out out;

	if (at < 0)
		return -1 - at;
	if ((o.report.rows.sort && !strcmp(o.report.rows.sort, "help")) ||
	    (o.report.rows.fields && !strcmp(o.report.rows.fields, "help"))) {
		put_keys();
		return REP_OK;
	}
	if (text_option(&o) && o.report.show.json)
		return rep_fail("report: %s and --json exclude each other", text_option(&o));
	if (o.report.show.prefix_strip && !o.report.show.prefix)
		return rep_fail("report: --prefix-strip requires --prefix");
	/* perf adds the columns of IPC by itself, and refuses every list with these letters. */
	if (o.report.rows.sort && strstr(o.report.rows.sort, "ipc"))
		return rep_fail("report: --sort: the column of IPC cannot be a sort key; it is "
				"printed beside the key symbol, or with -F");
	if (o.stats && (o.tasks || o.mmaps))
		return rep_fail("report: --stats excludes --tasks and --mmaps");
	if (row_line_check_separator(&o.report.show.separator, cmd_report.name) ||
	    rep_function_operand(&o.report.in, cmd_report.name, argc, argv, at))
		return REP_FAIL;
	if (o.report.in.operand)
		o.report.select.symbol_filter = o.report.in.operand;
	if (report_wants_browser(&o))
		return browse_report(&o, argc, argv);
	if (o.follow)
		return rep_fail("report: --follow needs the terminal browser: a terminal, and "
				"no option that prints text");
	pager_start();
	o.report.in.progress = progress_line;
	rc = rep_session_open(&s, &o.report.in);
	if (rc != REP_OK)
		return rc;
	s.header_only = o.header_only;
	rep_out_open(&out, STDOUT_FILENO);
	rc = run_session(&s, &o, &out);
	if (rc == REP_FAIL || session_err(&s))
		out.len = 0; /* print no heading above an error */
	at = rep_session_close(&s);
	return rep_out_close(&out, rc == REP_FAIL ? rc : at);
}

static const char *const added_options[] = { "addr2line",   "follow",	   "inline-all",
					     "no-demangle", "parallelism", NULL };

const struct rep_cmd cmd_report = {
	.name = "report",
	.help = "rank functions by their share of the samples",
	.usage = "[SYMBOL]",
	.pager = true,
	.browser = true,
	.run = report_run,
	.added = added_options,
};
