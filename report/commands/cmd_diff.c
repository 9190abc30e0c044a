/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata diff: prints the differences between recordings. */
#include "cli/words.h"
#include "console/command.h"
#include "console/pager.h"
#include "console/progress_line.h"
#include "profile/rows/report_gather.h"
#include "script/raw_pass.h"
#include "view/diff.h"
#include "view/row_line.h"
#include "view/tui/tui.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct rep_cmd cmd_diff;

/* Options of report come first, because the files are read as report reads them. */
struct diff_cmd {
	struct report_opts report;
	struct diff_opts diff;
	bool stdio, tui;
};

static bool set_weights(struct diff_opts *d, const char *text)
{
	char *end;

	d->w1 = strtoll(text, &end, 10);
	if (*end != ',')
		return false;
	d->w2 = strtoll(end + 1, &end, 10);
	return !*end && d->w1 && d->w2;
}

static int set_compute(void *vals, const char *arg, bool unset)
{
	static const char *const names[] = { "delta", "delta-abs", "ratio", "wdiff" };
	struct diff_cmd *c = vals;
	size_t len = arg ? strcspn(arg, ":") : 0;
	int i = arg ? cli_word_find(arg, len, names, REP_NR(names)) : -1;

	if (unset || i < 0)
		return -1;
	c->diff.compute = (enum diff_compute)i;
	if (i == DIFF_WDIFF)
		return arg[len] && set_weights(&c->diff, arg + len + 1) ? 0 : -1;
	return arg[len] ? -1 : 0;
}

static int set_diff_percentage(void *vals, const char *arg, bool unset)
{
	struct diff_cmd *c = vals;

	if (unset || (strcmp(arg, "relative") && strcmp(arg, "absolute")))
		return -1;
	c->report.show.relative = !strcmp(arg, "relative");
	return 0;
}

#define OFF(member) offsetof(struct diff_cmd, member)

static const struct rep_opt opts[] = {
	{ "stdio", 0, REP_FLAG, OFF(stdio), NULL,
	  "print text (default unless standard input and output are a terminal)", NULL },
	{ "tui", 0, REP_FLAG, OFF(tui), NULL,
	  "browse the rows on the terminal (default on a terminal)", NULL },
	{ "baseline-only", 'b', REP_FLAG, OFF(diff.baseline_only), NULL,
	  "only rows that the baseline and another file have", NULL },
	{ "compute", 'c', REP_CALL, 0, "delta|delta-abs|ratio|wdiff:W1,W2",
	  "delta: difference of percentages; delta-abs: this difference, sorted by absolute value "
	  "(default); ratio: quotient of periods; wdiff: weighted difference of periods",
	  set_compute },
	{ "period", 'p', REP_FLAG, OFF(diff.period), NULL, "add columns with periods", NULL },
	{ "formula", 'F', REP_FLAG, OFF(diff.formula), NULL,
	  "add columns with the formula of each difference", NULL },
	{ "order", 'o', REP_U64, OFF(diff.order), "N",
	  "sort by the column of file N (default 1; 0: the baseline)", NULL },
	{ "force", 'f', REP_FLAG, OFF(report.in.force), NULL,
	  "accepted for compatibility with perf: the owner of an input file is never checked",
	  NULL },
	{ "sort", 's', REP_STR, OFF(report.rows.sort), "KEY[,KEY]",
	  "group samples into rows by these keys (default dso,symbol)", NULL },
	{ "dsos", 'd', REP_STR, OFF(report.select.dso_list), "NAME[,NAME]",
	  "only samples in these objects", NULL },
	{ "comms", 'C', REP_STR, OFF(report.select.comm_list), "NAME[,NAME]",
	  "only samples of these commands", NULL },
	{ "symbols", 'S', REP_STR, OFF(report.select.sym_list), "NAME[,NAME]",
	  "only samples in these symbols or at these hexadecimal addresses", NULL },
	{ "pid", 0, REP_STR, OFF(report.select.pid_list), "PID[,PID]",
	  "only samples of these processes", NULL },
	{ "tid", 0, REP_STR, OFF(report.select.tid_list), "TID[,TID]",
	  "only samples of these threads", NULL },
	{ "cpu", 0, REP_STR, OFF(report.select.cpu_list), "LIST", "only samples of these cpus",
	  NULL },
	{ "time", 0, REP_STR, OFF(report.select.time), "START,STOP[:START,STOP]...",
	  "only samples in this time range, in each file; or one range for each file", NULL },
	{ "percentage", 0, REP_CALL, 0, "relative|absolute",
	  "relative: percentages of the rows shown; absolute: percentages of all samples",
	  set_diff_percentage },
	{ "field-separator", 't', REP_STR, OFF(diff.separator), "TEXT", "put TEXT between columns",
	  NULL },
	{ "jobs", 'j', REP_U64, OFF(report.rows.jobs), "N",
	  "read and print in N threads (default: one for each cpu)", NULL },
	{ "quiet", 'q', REP_FLAG, OFF(diff.quiet), NULL, "print rows only", NULL },
	{ "symfs", 0, REP_LIST, OFF(report.in.symfs), "DIR",
	  "look for the files of the recorded machine below DIR", NULL },
	{ "dump-raw-trace", 'D', REP_FLAG, OFF(report.show.raw), NULL,
	  "first dump each record of each file, raw and decoded", NULL },
	REP_OPT_ABSENT("cycles-hist", 0,
		       "pdata diff does not compare the cycles of basic blocks; leave out "
		       "--cycles-hist"),
	REP_OPT_ABSENT("stream", 0,
		       "pdata diff does not compare call chains made of branches; leave out "
		       "--stream to compare functions"),
	REP_OPT_ABSENT("modules", 'm',
		       "pdata diff always reads symbols of kernel modules; leave out -m"),
	REP_OPT_ABSENT("verbose", 'v',
		       "-v prints perf's internal messages, which pdata does not have; leave out "
		       "-v"),
	{ "kallsyms", 0, REP_STR, OFF(report.in.kallsyms), "FILE", "take kernel symbols from FILE",
	  NULL },
	{ "vmlinux", 'k', REP_STR, OFF(report.in.vmlinux), "FILE",
	  "take kernel symbols from this vmlinux", NULL },
	{ 0 },
};

/* A file to compare, and the time range of the samples that are taken from it; NULL: all. */
struct diff_input {
	const char *path, *time;
};

/*
 * Give each file its time range. Ranges in seconds may be separated by ":", in the order of the
 * files; a single range is for all files. @time: a copy of the argument of --time, which is cut
 * into pieces.
 */
static int set_time_ranges(struct diff_input *files, uint32_t nr, char *time)
{
	char *next = time;

	for (uint32_t i = 0; i < nr; i++)
		files[i].time = time;
	if (!time || strchr(time, '%') || !strchr(time, ':'))
		return REP_OK;
	for (uint32_t i = 0; i < nr; i++) {
		files[i].time = strsep(&next, ":");
		if (!files[i].time)
			return rep_fail("diff: --time has ranges for %u of %u files: give one for "
					"each file, or one for all",
					i, nr);
	}
	return REP_OK;
}

/* Read one file and take its rows. Return: a status for which the other files are not read. */
static int read_diff_file(struct rep_session *s, const char *path, const struct diff_cmd *c,
			  struct diff *d, struct out *o)
{
	struct raw_pass pass = { .s = s,
				 .o = o,
				 .tool = RAW_DIFF,
				 .locations = true,
				 .filter.time = c->report.select.time };
	struct report rp = { .opts = &c->report,
			     .s = s,
			     .out = o,
			     .frees_entries = true,
			     .key_order = true,
			     .ignores_chains = true };
	int rc = report_gather(&rp);

	if (rc == REP_OK && c->report.show.raw) {
		raw_dump_warn(o, s);
		rc = raw_pass_run(&pass);
	}
	if (rc == REP_OK && report_err(&rp))
		rc = REP_FAIL;
	if (rc == REP_OK)
		diff_add(d, path, &rp);
	report_free(&rp);
	return rc;
}

/* @closed is set to the status of what could not be read; the comparison goes on without it. */
static int open_diff_file(const struct diff_input *file, const struct diff_cmd *all, struct diff *d,
			  struct out *o, int *closed)
{
	struct rep_session s = { .reader = NULL };
	struct rep_input in = all->report.in;
	struct diff_cmd c = *all;
	int rc = REP_FAIL, was = REP_OK;

	c.report.select.time = file->time;
	in.path = file->path;
	in.progress = progress_line;
	if (!rep_session_open(&s, &in))
		rc = read_diff_file(&s, file->path, &c, d, o);
	if (s.reader)
		was = rep_session_close(&s);
	*closed = *closed ? *closed : was;
	return rc;
}

static int compare_files(const struct diff_cmd *c, const struct diff_input *files, uint32_t nr)
{
	struct diff *d = diff_new(&c->diff, nr);
	int status = REP_OK, closed = REP_OK;
	struct out o;

	rep_out_open(&o, STDOUT_FILENO);
	for (uint32_t i = 0; i < nr && !status; i++)
		status = open_diff_file(&files[i], c, d, &o, &closed);
	if (closed == REP_FAIL) /* memory was exhausted */
		status = REP_FAIL;
	if (!status)
		diff_text(d, &o);
	if (status == REP_FAIL)
		o.len = 0;
	diff_free(d);
	status = rep_out_close(&o, status);
	return status ? status : closed;
}

#define WORDS_MAX 256

/* Show the text in the browser, above the rows of the newer file. Return: enum rep_exit. */
static int browse_diff(struct diff_cmd *c, const struct diff_input *newer, int argc, char **argv)
{
	const char *words[WORDS_MAX] = { cmd_diff.name, "--stdio" };
	const struct tui_start start = { .command = cmd_diff.name,
					 .run_command = rep_run_command,
					 .show = words };

	for (int i = 1; i < argc && i < WORDS_MAX - 3; i++)
		words[i + 1] = argv[i];
	c->report.in.path = newer->path;
	c->report.select.time = newer->time;
	return tui_report(&start, &c->report);
}

#define DEFAULT_SORT "dso,symbol"

/*
 * Return the sort keys, which the caller frees: "+" at the start adds keys to the default ones. A
 * lone "+" stays as it is: setup_keys() refuses it.
 */
static char *diff_sort_keys(const char *sort)
{
	size_t size = sizeof(DEFAULT_SORT) + 1 + strlen(sort);
	char *keys = rep_alloc(size, 1);

	if (sort[0] == '+' && sort[1])
		snprintf(keys, size, "%s,%s", DEFAULT_SORT, sort + 1);
	else
		snprintf(keys, size, "%s", sort);
	return keys;
}

static int diff_run(int argc, char **argv)
{
	struct diff_cmd c = {
		.report = { .show.skip_empty = true,
			    .rows.max_stack = 127,
			    .rows.branch_set = true,
			    .rows.sort = DEFAULT_SORT,
			    .select.socket_filter = UINT64_MAX,
			    .rows.time_quantum = 100000000,
			    .chain = { .mode = CHAIN_NONE } },
		.diff = { .compute = DIFF_DELTA_ABS, .order = 1 },
	};
	int first = rep_opts_parse(&cmd_diff, opts, &c, argc, argv);
	struct diff_input *files;
	uint32_t nr;
	char *time, *sort;
	int status;

	if (first < 0)
		return -1 - first;
	if (row_line_check_separator(&c.diff.separator, cmd_diff.name))
		return REP_FAIL;
	c.report.show.separator = c.diff.separator;
	nr = argc - first > 1 ? (uint32_t)(argc - first) : 2;
	if (c.diff.order >= nr)
		return rep_fail("diff: -o %llu: there are only %u files",
				(unsigned long long)c.diff.order, nr);
	if (argc - first < 2 && access("perf.data.old", F_OK))
		return rep_fail("diff: perf.data.old: no such file: name the files to compare, OLD "
				"NEW");
	files = rep_alloc(nr, sizeof(*files));
	for (int i = first; i < argc && argc - first > 1; i++)
		files[i - first].path = argv[i];
	if (argc - first < 2) {
		files[0].path = "perf.data.old";
		files[1].path = first < argc ? argv[first] : "perf.data";
	}
	c.report.rows.sort = sort = diff_sort_keys(c.report.rows.sort);
	time = c.report.select.time ? rep_strdup(c.report.select.time) : NULL;
	status = set_time_ranges(files, nr, time);
	if (status) {
		/* the message is printed */
	} else if (tui_wanted(c.tui,
			      c.stdio || c.diff.quiet || c.diff.separator || c.report.show.raw)) {
		status = browse_diff(&c, &files[1], argc, argv);
	} else {
		pager_start();
		c.diff.jobs = c.report.rows.jobs;
		status = compare_files(&c, files, nr);
	}
	free(files);
	free(time);
	free(sort);
	return status;
}

static const char *const added_options[] = { "stdio", "vmlinux", NULL };

const struct rep_cmd cmd_diff = {
	.name = "diff",
	.help = "show what changed between recordings",
	.usage = "[OLD] [NEW]...",
	.pager = true,
	.browser = true,
	.run = diff_run,
	.added = added_options,
};
