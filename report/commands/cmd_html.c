/* SPDX-License-Identifier: BSD-2-Clause */
/* The command `pdata html`: writes a recording as one page that a browser shows. */
#include "base/array.h"
#include "base/new_file.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "view/html/html.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_OUTPUT "pdata.html"
#define MAX_SAMPLES 8000000u
#define MAX_FILES 16

extern const struct rep_cmd cmd_html;

struct html_cmd {
	struct rep_input in;
	struct tables_opts tables;
	struct html_opts html;
	const char *output, *style, *source;
};

#define OFF(member) offsetof(struct html_cmd, member)
#define STRING(name, letter, member, arg, help)                                                    \
	{                                                                                          \
		name, letter, REP_STR, OFF(member), arg, help, 0                                   \
	}

static int set_redact(void *vals, const char *arg, bool unset)
{
	struct html_cmd *o = vals;

	o->html.redact = unset ? HTML_REDACT_NONE : HTML_REDACT;
	if (unset || !arg)
		return 0;
	o->html.redact = HTML_REDACT_ALL;
	return strcmp(arg, "all") ? -1 : 0;
}

static const struct rep_opt html_rows[] = {
	REP_SESSION_OPTS(struct html_cmd, in),
	STRING("output", 'o', output, "FILE",
	       "write to FILE, replaced only when the page is complete; - is standard "
	       "output (default " DEFAULT_OUTPUT ")"),
	STRING("event", 'e', tables.events, "LIST", "only samples of these events"),
	STRING("cpu", 'C', tables.filter.cpus, "LIST", "only samples of these cpus"),
	STRING("comms", 'c', tables.filter.comms, "LIST", "only samples of these commands"),
	STRING("pid", 0, tables.filter.pids, "LIST", "only samples of these processes"),
	STRING("tid", 0, tables.filter.tids, "LIST", "only samples of these threads"),
	STRING("time", 0, tables.filter.time, "RANGE",
	       "only samples in this time range: START,STOP in seconds, or percent, as 10%-20%"),
	{ "lines", 0, REP_FLAG, OFF(tables.lines), NULL,
	  "take the source file of each function from debugging information", 0 },
	{ "samples", 0, REP_U64, OFF(html.max_samples), "N",
	  "if there are more than N samples (default 8000000): add up the samples of a short time "
	  "interval that have the same thread, call stack, event and CPU",
	  0 },
	{ "annotate", 0, REP_U64, OFF(html.annotate), "N",
	  "show the code of the N hottest functions whose object files are found", 0 },
	STRING("source", 0, source, "DIR",
	       "show source lines beside the code that --annotate shows; source files are read "
	       "only if they are below DIR"),
	STRING("disassembler-style", 'M', style, "att|intel",
	       "syntax of x86 instructions (default att)"),
	{ "redact", 0, REP_CALL, 0, "[=all]",
	  "leave out directories, command line arguments, the host name, user names, build ids and "
	  "addresses; all: also replace the names of processes, and the names of functions and "
	  "objects that belong neither to the kernel nor to the operating system",
	  set_redact },
	{ "max-stack", 0, REP_U64, OFF(tables.max_stack), "N",
	  "keep up to N frames of a call stack (default 127)", 0 },
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

static int add_recording(const struct html_cmd *o, struct out *out)
{
	struct tables *t;
	int status = tables_open(&t, &o->tables), closed;

	if (status == REP_OK && new_file_check_input(o->output, tables_session(t)->path))
		status = REP_FAIL;
	if (status == REP_OK && html_write(t, &o->html, out))
		status = REP_FAIL;
	if (status == REP_OK)
		tables_warn_cut_stacks(t, "--max-stack");
	closed = tables_close(t);
	return status == REP_OK ? closed : status;
}

/* Write the page of @nr recordings; the status is the worst of them. */
static int write_page(struct html_cmd *o, char **paths, uint32_t nr)
{
	struct new_file file;
	struct out out;
	int status = REP_OK;

	if (new_file_open(&file, o->output, NEW_FILE_STREAM))
		return REP_FAIL;
	rep_out_open(&out, file.fd);
	o->html.nr_recordings = nr;
	for (uint32_t i = 0; i < nr && status != REP_FAIL; i++) {
		int was;

		if (nr > 1)
			o->in.path = o->html.name = paths[i];
		o->html.number = i;
		was = add_recording(o, &out);
		status = was == REP_OK ? status : was;
	}
	status = rep_out_close_path(&out, o->output, status);
	if (status != REP_FAIL && new_file_commit(&file))
		status = REP_FAIL;
	new_file_drop(&file);
	return status;
}

static int write_with_sources(struct html_cmd *o, char **paths, uint32_t nr)
{
	struct sources_dir source;
	int rc;

	if (!o->source)
		return write_page(o, paths, nr);
	rc = sources_dir_open(&source, o->source);
	if (rc == -ENOMEM) /* the program says so when it ends */
		return REP_FAIL;
	if (rc)
		return rep_fail("%s: --source %s: %s", cmd_html.name, o->source, strerror(-rc));
	o->html.source = &source;
	rc = write_page(o, paths, nr);
	sources_dir_close(&source);
	return rc;
}

/* Options of a page of several recordings. Return: REP_OK, or REP_FAIL after a message. */
static int check_several(const struct html_cmd *o, int nr)
{
	if (o->in.path)
		return rep_fail("%s: -i cannot be used with further files: leave out -i, and give "
				"all files as operands",
				cmd_html.name);
	if (nr > MAX_FILES)
		return rep_fail("%s: %d files: at most %d can be compared", cmd_html.name, nr,
				MAX_FILES);
	if (o->html.annotate)
		return rep_fail("%s: --annotate: a page of several files has no code",
				cmd_html.name);
	if (o->html.redact == HTML_REDACT_ALL)
		return rep_fail("%s: --redact=all removes the names by which functions of several "
				"files are matched: give one file, or use --redact",
				cmd_html.name);
	return REP_OK;
}

static int html_run(int argc, char **argv)
{
	struct html_cmd o = { .in = { .inline_frames = true },
			      .tables = { .max_stack = TABLES_MAX_STACK },
			      .html = { .max_samples = MAX_SAMPLES },
			      .output = DEFAULT_OUTPUT };
	int first = rep_opts_parse(&cmd_html, html_rows, &o, argc, argv);
	char filters[1024];

	if (first < 0)
		return -1 - first;
	if (argc - first < 2 && rep_input_operand(&o.in, cmd_html.name, argc, argv, first))
		return REP_FAIL;
	if (argc - first > 1 && check_several(&o, argc - first))
		return REP_FAIL;
	if (!o.html.max_samples)
		return rep_fail("%s: --samples 0: a page needs samples", cmd_html.name);
	if (o.style && strcmp(o.style, "att") && strcmp(o.style, "intel"))
		return rep_fail("%s: -M: expected att or intel", cmd_html.name);
	if (o.source && !o.html.annotate)
		return rep_fail("%s: --source needs --annotate N", cmd_html.name);
	if (o.style && !o.html.annotate)
		return rep_fail("%s: -M needs --annotate N", cmd_html.name);
	o.html.intel = o.style && !strcmp(o.style, "intel");
	describe_filters(&o, filters, sizeof(filters));
	o.html.filters = filters;
	o.html.jobs = o.tables.jobs;
	o.in.progress = progress_line;
	o.in.lines = o.tables.lines || o.html.annotate;
	o.tables.in = &o.in;
	return write_with_sources(&o, argv + first,
				  argc - first > 1 ? (uint32_t)(argc - first) : 1);
}

const struct rep_cmd cmd_html = {
	.name = "html",
	.help = "write a recording, or a comparison of several, as one page that a browser shows",
	.usage = "[FILE]...",
	.run = html_run,
};
