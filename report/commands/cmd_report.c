/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata report`: the table of its options and the choice between text, JSON, raw
 * dump, statistics and task list.
 */
#include "commands/cmd_report.h"
#include "base/pager.h"
#include "console/progress_line.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/report_history.h"
#include "profile/callgraph/report_parent.h"
#include "profile/filter/filter_expr.h"
#include "profile/filter/sample_filter.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_line.h"
#include "profile/keys/report_blocks.h"
#include "profile/keys/report_ipc.h"
#include "profile/keys/report_trace.h"
#include "profile/rows/report_gather.h"
#include "script/raw_pass.h"
#include "session/datatype/data_type.h"
#include "session/describe/header.h"
#include "session/describe/stats.h"
#include "session/describe/tasks_text.h"
#include "session/namespaces.h"
#include "session/sample_cache.h"
#include "session/unwind/unwind.h"
#include "view/report_json.h"
#include "view/report_text.h"
#include "view/report_threads.h"
#include "view/report_unresolved.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct rep_cmd cmd_report;

/* ---- options ----------------------------------------------------------------------------- */

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
	o->percent_limit = o->chain.min_percent = strtod(arg, &end);
	return end == arg || (*end && strcmp(end, "%")) ? -1 : 0;
}

static int set_report_percentage(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	if (unset || (strcmp(arg, "relative") && strcmp(arg, "absolute")))
		return -1;
	o->relative = !strcmp(arg, "relative");
	return 0;
}

static int set_report_group(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	(void)arg;
	o->group = !unset;
	o->no_group = unset;
	return 0;
}

static int set_branch_stack(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	(void)arg;
	o->branch_stack = !unset;
	o->branch_set = true;
	return 0;
}

/* A number with an optional unit: s, ms, us or ns; without one nanoseconds. */
static int set_quantum(void *vals, const char *arg, bool unset)
{
	static const struct {
		const char *unit;
		uint64_t ns;
	} units[] = {
		{ "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }
	};
	struct report_opts *o = vals;
	char *end;

	if (unset)
		return -1;
	o->time_quantum = strtoull(arg, &end, 0);
	if (end == arg || !o->time_quantum)
		return -1;
	for (size_t i = 0; i < REP_NR(units); i++)
		if (!strcmp(end, units[i].unit))
			return __builtin_mul_overflow(o->time_quantum, units[i].ns,
						      &o->time_quantum)
				       ? -1
				       : 0;
	return -1;
}

static int set_colour(void *vals, const char *arg, bool unset)
{
	struct report_opts *o = vals;

	if (unset || (strcmp(arg, "always") && strcmp(arg, "never") && strcmp(arg, "auto")))
		return -1;
	o->colour_set = strcmp(arg, "auto") != 0;
	o->colour = !strcmp(arg, "always");
	return 0;
}

#define OFF(member) offsetof(struct report_opts, member)

static const struct rep_opt opts[] = {
	REP_SESSION_OPTS(struct report_opts, in),
	{ "stdio", 0, REP_FLAG, OFF(stdio), NULL, "accepted for perf's sake: output is always text",
	  0 },
	{ "stats", 0, REP_FLAG, OFF(stats), NULL, "count records by type and samples by event", 0 },
	{ "json", 0, REP_FLAG, OFF(json), NULL,
	  "one JSON object with all rows, without call graphs; with --hierarchy levels of rows",
	  0 },
	{ "tasks", 0, REP_FLAG, OFF(tasks), NULL, "print the tasks that were seen, as a tree", 0 },
	{ "mmaps", 0, REP_FLAG, OFF(mmaps), NULL, "the same with the maps of each", 0 },
	{ "header", 0, REP_FLAG, OFF(header), NULL, "print the facts of the header first", 0 },
	{ "header-only", 0, REP_FLAG, OFF(header_only), NULL,
	  "print the facts of the header and nothing else", 0 },
	{ "show-info", 'I', REP_FLAG, OFF(full_info), NULL,
	  "with --header: facts of many lines, too", 0 },
	{ "sort", 's', REP_STR, OFF(sort), "KEY[,KEY]",
	  "tell rows apart and sort them by these keys; +KEY adds to the default", 0 },
	{ "fields", 'F', REP_STR, OFF(fields), "KEY[,KEY]",
	  "columns to print; +KEY adds to the default", 0 },
	{ "field-separator", 't', REP_STR, OFF(separator), "TEXT",
	  "put this between columns; in names it becomes '.'", 0 },
	{ "column-widths", 'w', REP_STR, OFF(widths), "N[,N]", "widths of the columns", 0 },
	{ "percent-limit", 0, REP_CALL, 0, "PERCENT", "leave out rows and branches below this",
	  set_percent_limit },
	{ "percentage", 0, REP_CALL, 0, "relative|absolute", "percent of what is shown, or of all",
	  set_report_percentage },
	{ "call-graph", 'g', REP_CALL, 0, "[MODE,MIN[,LIMIT],ORDER,KEY[,branch],VALUE]",
	  "graph, flat, fractal, folded or none; least percent; most branches; caller or callee "
	  "first; function, address or srcline; branch: with the branches of the sample; percent, "
	  "period or count (default graph,0.5,caller,function,percent)",
	  set_chain },
	{ "children", 0, REP_FLAG, OFF(children), NULL,
	  "count callers for what they call (default with call chains)", 0 },
	{ "inverted", 'G', REP_FLAG, OFF(inverted), NULL,
	  "call graphs begin at the outermost caller", 0 },
	{ "max-stack", 0, REP_U64, OFF(max_stack), "N",
	  "look at N frames of a chain at most (default 127)", 0 },
	{ "show-nr-samples", 'n', REP_FLAG, OFF(show_nr_samples), NULL,
	  "add a column with the number of samples", 0 },
	{ "show-total-period", 0, REP_FLAG, OFF(show_total_period), NULL,
	  "add a column with the sum of periods", 0 },
	{ "show-cpu-utilization", 0, REP_FLAG, OFF(show_cpu_utilization), NULL,
	  "add columns for kernel and user", 0 },
	{ "comms", 'c', REP_STR, OFF(comm_list), "NAME[,NAME]", "only these commands", 0 },
	{ "dsos", 'd', REP_STR, OFF(dso_list), "NAME[,NAME]", "only these objects", 0 },
	{ "symbols", 'S', REP_STR, OFF(sym_list), "NAME[,NAME]", "only these symbols", 0 },
	{ "pid", 0, REP_STR, OFF(pid_list), "PID[,PID]", "only these processes", 0 },
	{ "tid", 0, REP_STR, OFF(tid_list), "TID[,TID]", "only these threads", 0 },
	{ "cpu", 'C', REP_STR, OFF(cpu_list), "LIST", "only samples of these cpus, as 0-3,7", 0 },
	{ "latency", 0, REP_FLAG, OFF(latency), NULL,
	  "sort by the share of the time on the clock: that of a thread counts less while others "
	  "run, too",
	  0 },
	{ "parallelism", 0, REP_STR, OFF(parallelism_list), "LIST",
	  "only samples while so many threads ran, as 1,4-8", 0 },
	{ "time", 0, REP_STR, OFF(time), "START,STOP",
	  "only samples of this time: seconds, or PERCENT%/NUMBER, FROM%-TO%", 0 },
	{ "filter", 0, REP_STR, OFF(filter), "EXPRESSION",
	  "only samples for which it holds, as 'period > 1000 && comm == \"work\"'; see "
	  "pdata-report(1)",
	  0 },
	{ "switch-on", 0, REP_STR, OFF(switch_on), "EVENT", "only samples after one of this event",
	  0 },
	{ "switch-off", 0, REP_STR, OFF(switch_off), "EVENT",
	  "only samples before one of this event, or until the next of --switch-on", 0 },
	{ "show-on-off-events", 0, REP_FLAG, OFF(show_switches), NULL,
	  "count the samples that switch, too", 0 },
	{ "symbol-filter", 0, REP_STR, OFF(symbol_filter), "TEXT", "only symbols that contain TEXT",
	  0 },
	{ "socket-filter", 0, REP_U64, OFF(socket_filter), "N",
	  "only samples of this processor socket", 0 },
	{ "hide-unresolved", 'U', REP_FLAG, OFF(hide_unresolved), NULL,
	  "leave out what has no symbol", 0 },
	{ "show-ref-call-graph", 0, REP_FLAG, OFF(show_ref), NULL,
	  "samples of events without call chains show that of the thread's last sample with one",
	  0 },
	{ "branch-history", 0, REP_FLAG, OFF(branch_history), NULL,
	  "call chains begin with the branches that led to the sample", 0 },
	{ "branch-stack", 'b', REP_CALL, 0, NULL,
	  "rows are branches (default where the file has them)", set_branch_stack },
	{ "mem-mode", 0, REP_FLAG, OFF(mem_mode), NULL,
	  "rows are accesses to memory, weighed by what they cost", 0 },
	{ "total-cycles", 0, REP_FLAG, OFF(total_cycles), NULL,
	  "of branches with cycles: stretches of code by their cycles", 0 },
	{ "hierarchy", 0, REP_FLAG, OFF(hierarchy), NULL,
	  "a line for each key, the next below it; {KEY,KEY} share one", 0 },
	{ "group-sort-idx", 0, REP_U64, OFF(group_sort_idx), "N",
	  "sort by event N of a group, from 0", 0 },
	{ "parent", 'p', REP_STR, OFF(parent), "REGEX",
	  "callers that the key 'parent' is about (default ^sys_|^do_page_fault)", 0 },
	{ "exclude-other", 'x', REP_FLAG, OFF(exclude_other), NULL,
	  "only samples that have such a caller", 0 },
	{ "ignore-callees", 0, REP_STR, OFF(ignore_callees), "REGEX",
	  "count what these functions call for themselves", 0 },
	{ "group", 0, REP_CALL, 0, NULL, "show all events side by side", set_report_group },
	{ "time-quantum", 0, REP_CALL, 0, "TIME",
	  "length of a slice of the key 'time' (default 100ms)", set_quantum },
	{ "ns", 0, REP_FLAG, OFF(ns), NULL, "times in nanoseconds", 0 },
	{ "threads", 'T', REP_FLAG, OFF(threads), NULL,
	  "add the counters of each thread, as record -s has them", 0 },
	{ "pretty", 0, REP_STR, OFF(pretty), "normal|raw",
	  "how --threads prints: a table, or a line for each counter", 0 },
	{ "raw-trace", 0, REP_FLAG, OFF(raw_trace), NULL,
	  "payloads of tracepoints as fields, without their formats", 0 },
	{ "full-source-path", 0, REP_FLAG, OFF(full_path), NULL,
	  "source files with their directories", 0 },
	{ "stdio-color", 0, REP_CALL, 0, "always|never|auto",
	  "colours; by themselves on a terminal only", set_colour },
	{ "unnamed", 0, REP_FLAG, OFF(unnamed), NULL,
	  "list what has no symbols, its share of the samples, and what would name it", 0 },
	{ "jobs", 'j', REP_U64, OFF(jobs), "N",
	  "add up samples in N threads (default: one for each cpu)", 0 },
	{ "quiet", 'q', REP_FLAG, OFF(quiet), NULL, "rows only", 0 },
	REPORT_IGNORED_OPTS,
	{ NULL, 'm', REP_FLAG, OFF(ignored), NULL,
	  "accepted for perf's sake: symbols of modules are always looked for", 0 },
	{ "dump-raw-trace", 'D', REP_FLAG, OFF(raw), NULL,
	  "instead of rows: each record as it lies in the file, and what it says; then --stats",
	  0 },
	{ "disable-order", 0, REP_FLAG, OFF(disable_order), NULL,
	  "with -D: records in the order of the file", 0 },
	REP_OPT_ABSENT("verbose", 'v',
		       "it is about perf's own work; -F +addr shows addresses, --unnamed what has "
		       "no symbols"),
	REP_OPT_ABSENT("stitch-lbr", 0, "stacks of branches are not stitched"),
	REP_OPT_ABSENT("gtk", 0, "output is text or JSON"),
	{ "skip-empty", 0, REP_FLAG, OFF(skip_empty), NULL,
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
	     "                     fields of tracepoints; with /raw, without the event's format");
}

/* ---- the report -------------------------------------------------------------------------- */

/* -D: the records, and how many of their samples the rows would have. */
static int report_dump_raw(struct report *rp)
{
	struct stats *stats = stats_new(rp->s);
	struct raw_pass pass = { .s = rp->s,
				 .o = rp->out,
				 .tool = RAW_REPORT,
				 .unsorted = rp->opts->disable_order,
				 .places = true,
				 .filter = report_filter_opts(rp->opts),
				 .stats = stats };
	int rc;

	if (!stats)
		return REP_FAIL;
	pass.filter.cpus = NULL; /* asked for later in perf */
	rc = raw_pass_run(&pass);
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		stats_set_samples(stats, rp->ev[e].event, rp->ev[e].nr_samples);
	if (rc == REP_OK)
		stats_print(stats, rp->out, rp->opts->skip_empty);
	stats_free(stats);
	return rc;
}

static int show_report(struct report *rp)
{
	const struct report_opts *o = rp->opts;

	if (!o->json && !o->stats)
		report_elided_text(rp);
	if (o->raw)
		return report_dump_raw(rp);
	if (o->json) {
		report_json(rp);
		return REP_OK;
	}
	report_text(rp);
	if (o->threads)
		report_threads(rp, o->pretty && !strcmp(o->pretty, "raw"));
	if (rp->mode == REPORT_BRANCH)
		report_branch_types(rp);
	if (o->unnamed)
		report_unresolved(rp);
	return REP_OK;
}

static int run_rows(struct rep_session *s, const struct report_opts *o, struct out *out)
{
	struct report rp = {
		.opts = o, .s = s, .out = out, .colour = o->colour_set ? o->colour : pager_colours()
	};
	int rc = report_gather(&rp);

	if (rc == REP_OK)
		rep_session_warn_aux(s);
	if (rc == REP_OK)
		rc = show_report(&rp);
	if (report_err(&rp))
		rc = REP_FAIL;
	report_free(&rp);
	return rc;
}

static int run_session(struct rep_session *s, const struct report_opts *o, struct out *out)
{
	int rc;

	if (o->raw)
		raw_dump_warn(out, s);
	if (o->stats && !o->raw) /* which ends with them */
		return rep_stats_print(s, out, o->skip_empty);
	if (o->tasks || o->mmaps)
		return rep_tasks_print(s, out, o->mmaps);
	if (o->header || o->header_only) {
		rc = rep_header_print(s, out, o->full_info);
		if (rc == REP_FAIL || o->header_only)
			return rc;
	} else if (!o->quiet && !o->json) {
		out_str(out, "# To display the perf.data header info, please use "
			     "--header/--header-only options.\n#\n");
	}
	return run_rows(s, o, out);
}

static int report_run(int argc, char **argv)
{
	struct report_opts o = {
		.in.inline_frames = true,
		.children = true,
		.skip_empty = true,
		.max_stack = 127,
		.socket_filter = UINT64_MAX,
		.time_quantum = 100000000,
		.chain = { .mode = CHAIN_GRAPH, .min_percent = 0.5 },
	};
	int at = rep_opts_parse(&cmd_report, opts, &o, argc, argv), rc;
	struct rep_session s;
	struct out out;

	if (at < 0)
		return -1 - at;
	if ((o.sort && !strcmp(o.sort, "help")) || (o.fields && !strcmp(o.fields, "help"))) {
		put_keys();
		return REP_OK;
	}
	if (o.raw && (o.json || o.tasks || o.mmaps)) {
		rep_err("report: -D prints records: not with --json, --tasks, --mmaps");
		return REP_FAIL;
	}
	if (rep_function_operand(&o.in, cmd_report.name, argc, argv, at))
		return REP_FAIL;
	if (o.in.operand)
		o.symbol_filter = o.in.operand;
	o.in.lines = o.branch_history || o.chain.by_address || o.chain.by_line ||
		     (o.sort && strstr(o.sort, "src")) || (o.fields && strstr(o.fields, "src"));
	o.in.progress = progress_line;
	rc = rep_session_open(&s, &o.in);
	if (rc != REP_OK)
		return rc;
	s.header_only = o.header_only;
	rep_out_open(&out, STDOUT_FILENO);
	rc = run_session(&s, &o, &out);
	if (rc == REP_FAIL || session_err(&s))
		out.len = 0; /* no heading above an error */
	at = rep_session_close(&s);
	return rep_out_close(&out, rc == REP_FAIL ? rc : at);
}

const struct rep_cmd cmd_report = {
	.name = "report",
	.help = "rank functions by how much was sampled in them",
	.usage = "[SYMBOL]",
	.pager = true,
	.run = report_run,
};
