/* SPDX-License-Identifier: BSD-2-Clause */
/* The command `pdata export`: writes a recording in a format that another program reads. */
#include "base/new_file.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "view/export/export.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct rep_cmd cmd_export;

struct export_opts {
	struct rep_input in;
	struct tables_opts tables;
	const char *output;
};

#define OFF(member) offsetof(struct export_opts, member)
#define STRING(name, letter, member, arg, help)                                                    \
	{                                                                                          \
		name, letter, REP_STR, OFF(member), arg, help, 0                                   \
	}

static const struct rep_opt export_opts[] = {
	REP_SESSION_OPTS(struct export_opts, in),
	STRING("output", 'o', output, "FILE",
	       "write FILE when it is complete (default: standard output)"),
	STRING("event", 'e', tables.events, "LIST", "only samples of these events"),
	STRING("cpu", 'C', tables.filter.cpus, "LIST", "only samples of these cpus"),
	STRING("comms", 'c', tables.filter.comms, "LIST", "only samples of these commands"),
	STRING("pid", 0, tables.filter.pids, "LIST", "only samples of these processes"),
	STRING("tid", 0, tables.filter.tids, "LIST", "only samples of these threads"),
	STRING("time", 0, tables.filter.time, "RANGE",
	       "only samples in this time range: START,STOP in seconds, or percent, as 10%-20%"),
	{ "file-order", 0, REP_FLAG, OFF(tables.file_order), NULL,
	  "samples in the order of the file, not in order of time", 0 },
	{ "jobs", 'j', REP_U64, OFF(tables.jobs), "N",
	  "look names up with N threads; default: one for each cpu", 0 },
	{ 0 },
};

static void list_formats(struct out *o)
{
	out_raw_str(o, "Formats, and programs that read them:\n");
	for (const struct export_format *f = export_formats; f->name; f++)
		out_printf(o, "  %-12s %s\n", f->name, f->readers);
	out_raw_str(o, "Tables of csv and jsonl:\n");
	for (uint32_t i = 0; i < TABLES_NR; i++)
		out_printf(o, "  %-12s %s\n", tables_all[i]->name, tables_meanings[i]);
}

static const struct export_format *find_export_format(const char *name)
{
	for (const struct export_format *f = export_formats; f->name; f++)
		if (!strcmp(f->name, name))
			return f;
	rep_err("%s: unknown format %s; without a format, export lists them", cmd_export.name,
		name);
	return NULL;
}

/* Set e->table by its name. Return: enum rep_exit, after a message if there is no such table. */
static int find_table(struct export *e, const char *name)
{
	e->table = tables_find(e->t, name);
	if (e->table)
		return REP_OK;
	return rep_fail("%s: unknown table %s; without a format, export lists them",
			cmd_export.name, name);
}

static int write_export(const struct export_opts *o, const struct export_format *f,
			const char *table)
{
	struct export e = { .t = NULL };
	struct new_file file;
	struct out out;
	int status, closed;

	if (new_file_open(&file, o->output ? o->output : "-"))
		return REP_FAIL;
	status = tables_open(&e.t, &o->tables);
	if (status == REP_OK && table)
		status = find_table(&e, table);
	rep_out_open(&out, file.fd);
	e.out = &out;
	if (status == REP_OK) {
		f->write(&e);
		if (session_err(tables_session(e.t)))
			out.len = 0;
	}
	closed = tables_close(e.t);
	status = rep_out_close(&out, status == REP_OK ? closed : status);
	if (status != REP_FAIL && new_file_commit(&file))
		status = REP_FAIL;
	new_file_drop(&file);
	return status;
}

static int export_run(int argc, char **argv)
{
	struct export_opts o = { .in = { .inline_frames = true } };
	int first = rep_opts_parse(&cmd_export, export_opts, &o, argc, argv);
	const struct export_format *f;
	const char *table = NULL;
	struct out out;

	if (first < 0)
		return -1 - first;
	if (first == argc) {
		rep_out_open(&out, STDOUT_FILENO);
		list_formats(&out);
		return rep_out_close(&out, REP_OK);
	}
	f = find_export_format(argv[first++]);
	if (!f)
		return REP_FAIL;
	if (f->flags & EXPORT_TABLE) {
		if (first == argc)
			return rep_fail("%s: no table; without a format, export lists them",
					cmd_export.name);
		table = argv[first++];
	}
	if (first < argc)
		return rep_fail("%s: unexpected operand %s", cmd_export.name, argv[first]);
	o.in.progress = progress_line;
	o.tables.in = &o.in;
	o.tables.lines = table && !strcmp(table, "frames");
	o.in.lines = o.tables.lines;
	return write_export(&o, f, table);
}

const struct rep_cmd cmd_export = {
	.name = "export",
	.help = "write a recording in a format of other programs",
	.usage = "[FORMAT [TABLE]]",
	.run = export_run,
};
