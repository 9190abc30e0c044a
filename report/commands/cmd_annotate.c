/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata annotate`: adds up samples by function and address and prints the hottest
 * functions with code or source lines.
 */
#include "commands/cmd_report.h"
#include "common/plural.h"
#include "console/command.h"
#include "console/pager.h"
#include "console/progress_line.h"
#include "profile/rows/report_gather.h"
#include "script/raw_pass.h"
#include "session/describe/stats.h"
#include "view/annotate.h"
#include "view/tui/tui.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct rep_cmd cmd_annotate;

#define OFF(member) offsetof(struct annotate_opts, member)

static int set_source(void *vals, const char *arg, bool unset)
{
	struct annotate_opts *o = vals;

	(void)arg;
	o->source = !unset;
	o->no_lines = unset;
	return 0;
}

static int set_percents(void *vals, const char *arg, bool unset)
{
	struct annotate_opts *o = vals;

	return unset ? -1 : annotate_parse_percents(arg, &o->hits, &o->global);
}

static int set_annotate_group(void *vals, const char *arg, bool unset)
{
	struct annotate_opts *o = vals;

	(void)arg;
	o->report.rows.group = !unset;
	o->report.rows.no_group = unset;
	return 0;
}

static const struct rep_opt opts[] = {
	REP_SESSION_OPTS(struct annotate_opts, report.in),
	{ "stdio", 0, REP_FLAG, OFF(stdio), NULL,
	  "print text (default unless standard input and output are a terminal)", 0 },
	{ "tui", 0, REP_FLAG, OFF(tui), NULL,
	  "browse the code on the terminal (default on a terminal)", 0 },
	{ "json", 0, REP_FLAG, OFF(json), NULL, "print JSON", 0 },
	{ "symbol", 's', REP_STR, OFF(symbol), "NAME",
	  "annotate only this function, as with the argument SYMBOL", 0 },
	{ "dsos", 'd', REP_STR, OFF(report.select.dso_list), "NAME[,NAME]",
	  "only samples in these objects", 0 },
	{ "cpu", 'C', REP_STR, OFF(report.select.cpu_list), "LIST",
	  "only samples of these cpus, as 0-3,7", 0 },
	{ "time", 0, REP_STR, OFF(report.select.time), "START,STOP",
	  "only samples in this time range: START,STOP in seconds, or a part such as 10%/2 (the "
	  "second tenth) or 10%-20%",
	  0 },
	{ "disassembler-style", 'M', REP_STR, OFF(style), "att|intel",
	  "syntax of x86 instructions (default att)", 0 },
	{ "source", 0, REP_CALL, 0, NULL,
	  "print the text of source lines from this machine's files; --no-source: do not print "
	  "file names and line numbers",
	  set_source },
	{ "show-nr-samples", 'n', REP_FLAG, OFF(counts), NULL,
	  "print counts of samples instead of percentages", 0 },
	{ "show-total-period", 0, REP_FLAG, OFF(periods), NULL,
	  "print sums of periods instead of percentages", 0 },
	{ "stdio2", 0, REP_FLAG, OFF(stdio), NULL, "the same as --stdio", 0 },
	{ "skip-missing", 0, REP_FLAG, OFF(ignored), NULL,
	  "accepted for compatibility with perf: functions whose code is missing are always left "
	  "out",
	  0 },
	{ "percent-type", 0, REP_CALL, 0, PERCENT_TYPES,
	  "print percentages of the function (local) or of the event (global), by the sum of "
	  "periods (period) or by the number of samples (hits); default: local-period",
	  set_percents },
	{ "print-line", 'l', REP_FLAG, OFF(line_sums), NULL,
	  "before the code of each function, print its source lines with their percentages, the "
	  "largest percentage first",
	  0 },
	{ "full-paths", 'P', REP_FLAG, OFF(full_paths), NULL,
	  "print full paths of objects and sources", 0 },
	{ "asm-raw", 0, REP_FLAG, OFF(raw_code), NULL, "print the bytes of instructions", 0 },
	IGNORED("quiet", 'q'),
	IGNORED("verbose", 'v'),
	{ "skip-empty", 0, REP_FLAG, OFF(ignored), NULL,
	  "accepted for compatibility with perf: events without samples are always left out", 0 },
	{ NULL, 'm', REP_FLAG, OFF(ignored), NULL,
	  "accepted for compatibility with perf: symbols of kernel modules are always read", 0 },
	{ "addr2line", 0, REP_STR, OFF(ignored_text), "PATH",
	  "accepted for compatibility with perf; no effect, because pdata runs no other program",
	  0 },
	{ "objdump", 0, REP_STR, OFF(ignored_text), "PATH",
	  "accepted for compatibility with perf; no effect, because pdata runs no other program",
	  0 },
	{ "stdio-color", 0, REP_STR, OFF(ignored_text), "MODE",
	  "accepted for compatibility with perf; no effect", 0 },
	{ "itrace", 0, REP_STR, OFF(ignored_text), "[=OPTIONS]",
	  "accepted for compatibility with perf; no effect", 0 },
	{ "dump-raw-trace", 'D', REP_FLAG, OFF(report.show.raw), NULL,
	  "dump each record, raw and decoded, instead of code", 0 },
	{ "group", 0, REP_CALL, 0, NULL,
	  "treat all events as one group, with a column for each event; --no-group: annotate "
	  "each event by itself; default: the groups of the recording, or --no-group with --json",
	  set_annotate_group },
	REP_OPT_ABSENT("data-type", 0,
		       "not supported; pdata report -s type,typeoff counts accesses to data types"),
	REP_OPT_ABSENT("type-stat", 0,
		       "pdata does not print perf's internal statistics of data types; leave out "
		       "--type-stat"),
	REP_OPT_ABSENT("insn-stat", 0,
		       "pdata does not print perf's internal statistics of data types; leave out "
		       "--insn-stat"),
	REP_OPT_ABSENT("code-with-type", 0,
		       "pdata annotate does not show data types; pdata report -s type,typeoff "
		       "counts accesses to data types"),
	REP_OPT_ABSENT("gtk", 0, "pdata has no GTK window; use --tui or --stdio"),
	REPORT_PREFIX_OPTS,
	{ "percent-limit", 0, REP_DBL, OFF(report.show.percent_limit), "PERCENT",
	  "leave out functions below this percentage", 0 },
	{ 0 }
};

/* ---- the command ------------------------------------------------------------------------- */

static bool below_limit(const struct annotate *a, const struct annotate_func *f)
{
	for (uint32_t m = 0; m < f->members; m++) {
		const uint64_t all = a->rp.ev[f->event + m].period;

		if (f->sums[m].nr && (double)f->sums[m].period * 100 >=
					     a->opts->report.show.percent_limit * (double)all)
			return false;
	}
	return true;
}

static void put_funcs(struct annotate *a)
{
	a->json = out_json(a->rp.out);
	if (a->opts->json) {
		pd_json_open(&a->json, NULL, '[');
		out_char(a->rp.out, '\n');
	}
	for (uint32_t i = 0; i < a->funcs.nr; i++)
		if (!below_limit(a, &a->funcs.all[i]))
			annotate_func(a, &a->funcs.all[i]);
	if (a->opts->json) {
		out_char(a->rp.out, '\n');
		pd_json_close(&a->json, ']');
		out_char(a->rp.out, '\n');
	}
}

/*
 * As with missing names, missing code does not make the answer partial. If no code of the
 * requested function is found, there is no answer.
 */
static int warn_code_missing(const struct annotate *a)
{
	const struct annotate_hit *h = a->without->hits;

	if (session_err(a->rp.s))
		return REP_FAIL;
	rep_err("%s: the code of %u function%s with %llu sample%s cannot be shown; for example, "
		"the code of %s in %s %s",
		a->rp.s->path, a->nr_without, pd_plural(a->nr_without),
		(unsigned long long)a->samples_without, pd_plural(a->samples_without), h->sym->name,
		symbols_dso_long(a->rp.s->syms, h->object), a->why);
	return a->opts->symbol && a->nr_without == a->funcs.nr ? REP_FAIL : REP_OK;
}

/* Samples of an event: of all addresses, or in the requested function. */
static uint64_t nr_samples(const struct annotate *a, uint32_t event)
{
	uint64_t nr = 0;

	if (!a->opts->symbol)
		return a->rp.ev[event].nr_shown;
	for (uint32_t i = 0; i < a->nr_hits; i++)
		nr += a->hits[i].event == event ? a->hits[i].nr : 0;
	return nr;
}

/* -D: print all records, and the number of samples that would be shown. */
static int annotate_dump_raw(struct annotate *a)
{
	struct rep_session *s = a->rp.s;
	struct stats *stats = stats_new(s);
	const struct raw_pass pass = {
		.s = s, .o = a->rp.out, .tool = RAW_ANNOTATE, .locations = true, .stats = stats
	};
	int rc;

	if (!stats)
		return REP_FAIL;
	raw_dump_warn(a->rp.out, s);
	rc = raw_pass_run(&pass);
	for (uint32_t e = 0; e < a->rp.nr_ev; e++)
		stats_set_samples(stats, a->rp.ev[e].event, nr_samples(a, e));
	if (rc == REP_OK)
		stats_print(stats, a->rp.out, false);
	stats_free(stats);
	return rc;
}

/* Say that no function is shown, and name the filters, of which one may have a misspelt word. */
static void warn_no_functions(const struct annotate *a)
{
	const struct report_select_opts *by = &a->opts->report.select;
	const char *dsos = by->dso_list, *cpus = by->cpu_list, *time = by->time;

	rep_err("%s: no samples in %s%s%s%s%s%s%s%s%s", a->rp.s->path,
		a->opts->symbol ? a->opts->symbol : "functions with a symbol",
		dsos || cpus || time ? ", with" : "", dsos ? " --dsos " : "", dsos ? dsos : "",
		cpus ? " --cpu " : "", cpus ? cpus : "", time ? " --time " : "", time ? time : "",
		dsos ? "; 'pdata report -s dso' lists the objects with samples" : "");
}

static int annotate_print(struct annotate *a)
{
	int rc = REP_OK;

	put_funcs(a);
	if (!a->funcs.nr) {
		warn_no_functions(a);
		rc = a->opts->symbol ? REP_FAIL : REP_OK;
	}
	return rc == REP_OK && a->nr_without ? warn_code_missing(a) : rc;
}

static int annotate_all(struct annotate *a)
{
	int rc = report_gather(&a->rp);

	if (rc == REP_OK && !annotate_gather(a)) {
		rc = a->opts->report.show.raw ? annotate_dump_raw(a) : annotate_print(a);
	}
	if (report_err(&a->rp))
		rc = REP_FAIL;
	report_free(&a->rp);
	annotate_free(a);
	return rc;
}

/* Show the code in the browser. Return: enum rep_exit. */
static int browse_code(const struct annotate_opts *o, int argc, char **argv)
{
	const struct tui_start start = { .command = cmd_annotate.name,
					 .argc = argc - 1,
					 .argv = argv + 1,
					 .run_command = rep_run_command,
					 .annotate = o->symbol ? o->symbol : "" };

	return tui_report(&start, &o->report);
}

static bool annotate_wants_browser(const struct annotate_opts *o)
{
	const bool text = o->stdio || o->json || o->line_sums || o->report.show.raw;

	return tui_wanted(o->tui && !text, text);
}

static int annotate_run(int argc, char **argv)
{
	struct annotate_opts o = {
		.report = { .show.skip_empty = true,
			    .rows.max_stack = 127,
			    .select.socket_filter = UINT64_MAX,
			    .rows.time_quantum = 100000000,
			    .chain = { .mode = CHAIN_NONE } },
	};
	int at = rep_opts_parse(&cmd_annotate, opts, &o, argc, argv), rc;
	struct rep_session s;
	struct out out;

	if (at < 0)
		return -1 - at;
	if (rep_function_operand(&o.report.in, cmd_annotate.name, argc, argv, at))
		return REP_FAIL;
	if (o.report.in.operand)
		o.symbol = o.report.in.operand;
	if (o.style && strcmp(o.style, "att") && strcmp(o.style, "intel"))
		return rep_fail("annotate: -M: expected att or intel");
	if (o.report.show.prefix_strip && !o.report.show.prefix)
		return rep_fail("annotate: --prefix-strip requires --prefix");
	o.report.in.lines = !o.no_lines || o.line_sums;
	o.report.rows.branch_set = true; /* count samples, not branches */
	o.report.rows.no_group |= o.json;
	if (annotate_wants_browser(&o))
		return browse_code(&o, argc, argv);
	pager_start();
	o.report.show.json = true; /* report's lines above the columns are not printed */
	o.report.in.progress = progress_line;
	rc = rep_session_open(&s, &o.report.in);
	if (rc != REP_OK)
		return rc;
	rep_out_open(&out, STDOUT_FILENO);
	struct annotate a = { .opts = &o, .rp = { .opts = &o.report, .s = &s, .out = &out } };

	rc = annotate_all(&a);
	if (session_err(&s))
		out.len = 0;
	at = rep_session_close(&s);
	return rep_out_close(&out, rc == REP_FAIL || at == REP_OK ? rc : at);
}

static const char *const added_options[] = { "addr2line",  "code-with-type", "inline",
					     "inline-all", "insn-stat",	     "skip-empty",
					     "time",	   "type-stat",	     NULL };

const struct rep_cmd cmd_annotate = {
	.name = "annotate",
	.help = "show functions instruction by instruction, with the samples at each",
	.usage = "[SYMBOL]",
	.pager = true,
	.browser = true,
	.run = annotate_run,
	.added = added_options,
};
