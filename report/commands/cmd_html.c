/* SPDX-License-Identifier: BSD-2-Clause */
/* The command `pdata html`: writes a recording as one page that a browser shows. */
#include "base/array.h"
#include "base/new_file.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "view/html/html.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_OUTPUT "pdata.html"
#define MAX_SAMPLES 8000000u

extern const struct rep_cmd cmd_html;

struct html_cmd {
	struct rep_input in;
	struct tables_opts tables;
	struct html_opts html;
	const char *output;
};

#define OFF(member) offsetof(struct html_cmd, member)
#define STRING(name, letter, member, arg, help)                                                    \
	{                                                                                          \
		name, letter, REP_STR, OFF(member), arg, help, 0                                   \
	}

static const struct rep_opt html_rows[] = {
	REP_SESSION_OPTS(struct html_cmd, in),
	STRING("output", 'o', output, "FILE",
	       "write FILE when it is complete; - is standard output (default " DEFAULT_OUTPUT ")"),
	STRING("event", 'e', tables.events, "LIST", "only samples of these events"),
	STRING("cpu", 'C', tables.filter.cpus, "LIST", "only samples of these cpus"),
	STRING("comms", 'c', tables.filter.comms, "LIST", "only samples of these commands"),
	STRING("pid", 0, tables.filter.pids, "LIST", "only samples of these processes"),
	STRING("tid", 0, tables.filter.tids, "LIST", "only samples of these threads"),
	STRING("time", 0, tables.filter.time, "RANGE",
	       "only samples in this time range: START,STOP in seconds, or percent, as 10%-20%"),
	{ "lines", 0, REP_FLAG, OFF(tables.lines), NULL,
	  "read the source files of functions from debugging information", 0 },
	{ "samples", 0, REP_U64, OFF(html.max_samples), "N",
	  "add up equal samples in slices of time if there are more than N (default 8000000)", 0 },
	{ "jobs", 'j', REP_U64, OFF(tables.jobs), "N",
	  "look names up with N threads; default: one for each cpu", 0 },
	{ 0 },
};

/* Put the filters in force into @text as options. */
static void describe_filters(const struct html_cmd *o, char *text, size_t size)
{
	const struct {
		const char *option, *value;
	} rows[] = {
		{ "--event", o->tables.events },       { "--cpu", o->tables.filter.cpus },
		{ "--comms", o->tables.filter.comms }, { "--pid", o->tables.filter.pids },
		{ "--tid", o->tables.filter.tids },    { "--time", o->tables.filter.time },
	};
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < REP_NR(rows); i++)
		if (rows[i].value && at < size)
			at += (size_t)snprintf(text + at, size - at, "%s%s %s", at ? " " : "",
					       rows[i].option, rows[i].value);
}

static int write_page(const struct html_cmd *o)
{
	struct new_file file;
	struct tables *t;
	struct out out;
	int status, closed;

	if (new_file_open(&file, o->output))
		return REP_FAIL;
	status = tables_open(&t, &o->tables);
	rep_out_open(&out, file.fd);
	if (status == REP_OK && html_write(t, &o->html, &out))
		status = REP_FAIL;
	closed = tables_close(t);
	status = rep_out_close(&out, status == REP_OK ? closed : status);
	if (status != REP_FAIL && new_file_commit(&file))
		status = REP_FAIL;
	new_file_drop(&file);
	return status;
}

static int html_run(int argc, char **argv)
{
	struct html_cmd o = { .in = { .inline_frames = true },
			      .html = { .max_samples = MAX_SAMPLES },
			      .output = DEFAULT_OUTPUT };
	int first = rep_opts_parse(&cmd_html, html_rows, &o, argc, argv);
	char filters[1024];

	if (first < 0)
		return -1 - first;
	if (rep_input_operand(&o.in, cmd_html.name, argc, argv, first))
		return REP_FAIL;
	if (!o.html.max_samples)
		return rep_fail("%s: --samples 0: a page needs samples", cmd_html.name);
	describe_filters(&o, filters, sizeof(filters));
	o.html.filters = filters;
	o.html.jobs = o.tables.jobs;
	o.in.progress = progress_line;
	o.in.lines = o.tables.lines;
	o.tables.in = &o.in;
	return write_page(&o);
}

const struct rep_cmd cmd_html = {
	.name = "html",
	.help = "write a recording as one page that a browser shows",
	.usage = "[FILE]",
	.run = html_run,
};
