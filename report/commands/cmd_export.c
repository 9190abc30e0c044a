/* SPDX-License-Identifier: BSD-2-Clause */
/* The command `pdata export`: writes a recording in a format that another program reads. */
#include "commands/cmd_export.h"

#include "base/new_file.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "view/export/export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct rep_cmd cmd_export;

struct export_command {
	struct rep_input in;
	struct tables_opts tables;
	struct export_opts stacks;
	const char *output, *differential;
	uint64_t width;	       /* NO_WIDTH: not given */
	bool kernel, jit, all; /* of labels */
	bool roots_set;	       /* --root was given */
	bool weight_set;       /* --weight was given */
};

#define NO_WIDTH UINT64_MAX

#define OFF(member) offsetof(struct export_command, member)
#define STRING(name, letter, member, arg, help)                                                    \
	{                                                                                          \
		name, letter, REP_STR, OFF(member), arg, help, 0                                   \
	}

/* Set roots to the words of --root. Return: 0, or -1: a word is not known. */
static int set_roots(void *vals, const char *arg, bool unset)
{
	static const char *const names[] = { [EXPORT_ROOT_COMM] = "comm",
					     [EXPORT_ROOT_PID] = "pid",
					     [EXPORT_ROOT_TID] = "tid",
					     [EXPORT_ROOT_EVENT] = "event" };
	struct export_opts *o = &((struct export_command *)vals)->stacks;
	struct word_list words = { .nr = 0 };
	int rc = unset || !strcmp(arg, "none") ? 0 : word_list_split(&words, arg);

	((struct export_command *)vals)->roots_set = true;
	o->nr_roots = 0;
	for (uint32_t i = 0; i < words.nr && rc == 0; i++) {
		uint32_t k = 0;

		while (k < REP_NR(names) && strcmp(words.word[i], names[k]))
			k++;
		if (k == REP_NR(names) || o->nr_roots == EXPORT_MAX_ROOTS)
			rc = -1;
		else
			o->roots[o->nr_roots++] = (enum export_root)k;
	}
	word_list_free(&words);
	return rc;
}

static int set_weight(void *vals, const char *arg, bool unset)
{
	struct export_opts *o = &((struct export_command *)vals)->stacks;

	((struct export_command *)vals)->weight_set = !unset;
	o->periods = !unset && !strcmp(arg, "period");
	return unset || o->periods || !strcmp(arg, "samples") ? 0 : -1;
}

static const struct rep_opt export_opts[] = {
	REP_SESSION_OPTS(struct export_command, in),
	STRING("output", 'o', output, "FILE",
	       "write to FILE, replaced only when the output is complete (default: standard "
	       "output)"),
	STRING("event", 'e', tables.events, "LIST", "only samples of these events"),
	STRING("cpu", 'C', tables.filter.cpus, "LIST", "only samples of these cpus"),
	STRING("comms", 'c', tables.filter.comms, "LIST", "only samples of these commands"),
	STRING("pid", 0, tables.filter.pids, "LIST", "only samples of these processes"),
	STRING("tid", 0, tables.filter.tids, "LIST", "only samples of these threads"),
	STRING("time", 0, tables.filter.time, "RANGE",
	       "only samples in this time range: START,STOP in seconds, or percent, as 10%-20%"),
	{ "file-order", 0, REP_FLAG, OFF(tables.file_order), NULL,
	  "samples in the order of the file, not in order of time", 0 },
	{ "root", 0, REP_CALL, 0, "LIST",
	  "folded, svg, speedscope, cpuprofile: put these labels before each stack: comm, pid, "
	  "tid, event; or none (default: comm)",
	  set_roots },
	{ "weight", 0, REP_CALL, 0, "samples|period",
	  "not for csv and jsonl: weight of a stack, except in pprof, which has both: its number "
	  "of samples (default), or the sum of their periods",
	  set_weight },
	{ "reverse", 0, REP_FLAG, OFF(stacks.reverse), NULL,
	  "folded, svg, speedscope, cpuprofile: stacks begin with the innermost function", 0 },
	{ "kernel", 0, REP_FLAG, OFF(kernel), NULL,
	  "folded, svg, speedscope, cpuprofile: mark functions of the kernel with the suffix _[k]",
	  0 },
	{ "jit", 0, REP_FLAG, OFF(jit), NULL,
	  "folded, svg, speedscope, cpuprofile: mark functions of JIT code (memory without a file) "
	  "with the suffix _[j]",
	  0 },
	{ "all", 0, REP_FLAG, OFF(all), NULL,
	  "folded, svg, speedscope, cpuprofile: mark functions as --kernel and --jit do, and "
	  "inlined functions with the suffix _[i]",
	  0 },
	STRING("title", 0, stacks.title, "TEXT", "svg: the title of the graph"),
	{ "width", 0, REP_U64, OFF(width), "PIXELS",
	  "svg: width of the graph, from 100 to 100000 (default: 1200)", 0 },
	{ "minwidth", 0, REP_DBL, OFF(stacks.min_width), "PIXELS",
	  "svg: leave out functions that would have fewer pixels than this (default: 0.1)", 0 },
	{ "icicle", 0, REP_FLAG, OFF(stacks.icicle), NULL,
	  "svg: the outermost functions are at the top", 0 },
	{ "inverted", 0, REP_FLAG, OFF(stacks.icicle), NULL, "svg: the same as --icicle", 0 },
	STRING("differential", 0, differential, "BEFORE",
	       "svg: colour functions by their change from the recording BEFORE"),
	{ "max-stack", 0, REP_U64, OFF(tables.max_stack), "N",
	  "keep up to N frames of a call stack (default 127)", 0 },
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
	rep_err("%s: unknown format %s; 'pdata export' without a format lists the formats",
		cmd_export.name, name);
	return NULL;
}

static bool is_name_of_tracepoint(struct tables *t, const char *name)
{
	const struct pdata_reader *r = tables_session(t)->reader;

	for (uint32_t i = 0; i < pdata_reader_nr_events(r); i++)
		if (pdata_reader_event(r, i)->attr.type == PDATA_TYPE_TRACEPOINT &&
		    !strcmp(tables_event_name(t, i), name))
			return true;
	return false;
}

/* Set e->table by its name. Return: enum rep_exit, after a message if there is no such table. */
static int find_table(struct export *e, const char *name)
{
	struct rep_session *s = tables_session(e->t);
	const struct pdata_feature *f;
	int formats;

	e->table = tables_find(e->t, name);
	if (e->table)
		return REP_OK;
	formats = strchr(name, ':') ? session_feature(s, PDATA_FEAT_TRACING_DATA, &f) : 0;
	if (formats == PDATA_E_FEATURE || formats == PDATA_E_CUT)
		return rep_fail("%s: the table %s cannot be made: the formats of tracepoints are "
				"damaged or incomplete",
				s->path, name);
	if (is_name_of_tracepoint(e->t, name))
		return rep_fail("%s: the table %s cannot be made: the recording lacks the format "
				"of this tracepoint",
				s->path, name);
	return rep_fail("%s: unknown table %s; 'pdata export' without a format lists the tables",
			cmd_export.name, name);
}

/*
 * Open the recording that the graph is compared with; its options are those of the other one.
 * @in and @tables are filled in, and have to stay valid. Return: enum rep_exit.
 */
static int open_baseline(struct export_command *o, struct rep_input *in, struct tables_opts *tables)
{
	if (!o->differential)
		return REP_OK;
	*in = o->in;
	in->path = o->differential;
	*tables = o->tables;
	tables->in = in;
	return tables_open(&o->stacks.baseline, tables);
}

/* The worse of two exit statuses: an answer that is incomplete, or none. */
static int worse_status(int a, int b)
{
	return a == REP_FAIL || b == REP_FAIL ? REP_FAIL : a != REP_OK ? a : b;
}

static int write_export(struct export_command *o, const struct export_format *f, const char *table)
{
	const char *output = o->output ? o->output : "-";
	struct export e = { .opts = &o->stacks };
	struct rep_input baseline_in;
	struct tables_opts baseline;
	struct new_file file;
	struct out out;
	int status, closed;

	if (o->differential && new_file_check_input(output, o->differential))
		return REP_FAIL;
	if (new_file_open(&file, output, NEW_FILE_STREAM))
		return REP_FAIL;
	status = tables_open(&e.t, &o->tables);
	if (status == REP_OK && new_file_check_input(output, tables_session(e.t)->path))
		status = REP_FAIL;
	if (status == REP_OK)
		status = open_baseline(o, &baseline_in, &baseline);
	if (status == REP_OK && table)
		status = find_table(&e, table);
	rep_out_open(&out, file.fd);
	e.out = &out;
	if (status == REP_OK) {
		f->write(&e);
		if (session_err(tables_session(e.t)))
			out.len = 0;
		tables_warn_cut_stacks(e.t, "--max-stack");
		if (o->stacks.baseline)
			tables_warn_cut_stacks(o->stacks.baseline, "--max-stack");
	}
	closed = tables_close(e.t);
	if (o->stacks.baseline)
		closed = worse_status(closed, tables_close(o->stacks.baseline));
	status = rep_out_close_path(&out, output, status == REP_OK ? closed : status);
	if (status != REP_FAIL && new_file_commit(&file))
		status = REP_FAIL;
	new_file_drop(&file);
	return status;
}

static void set_labels(struct export_command *o)
{
	if (o->kernel || o->all)
		o->stacks.labels |= EXPORT_LABEL_KERNEL;
	if (o->jit || o->all)
		o->stacks.labels |= EXPORT_LABEL_JIT;
	if (o->all)
		o->stacks.labels |= EXPORT_LABEL_INLINED;
}

/* Refuse options of flame graphs, of trees of stacks and of stacks for other formats. */
static int refuse_options(const struct rep_cmd *cmd, const struct export_command *o,
			  const struct export_format *f)
{
	const char *tree = o->roots_set	       ? "--root works"
			   : o->stacks.reverse ? "--reverse works"
			   : o->stacks.labels  ? "--kernel, --jit and --all work"
					       : NULL;
	const char *graph = o->differential			      ? "--differential"
			    : o->stacks.title			      ? "--title"
			    : o->width != NO_WIDTH		      ? "--width"
			    : o->stacks.icicle			      ? "--icicle"
			    : o->stacks.min_width != EXPORT_MIN_WIDTH ? "--minwidth"
								      : NULL;

	if (graph && !(f->flags & EXPORT_GRAPH))
		return rep_fail("%s: %s works only with the format svg", cmd->name, graph);
	if (tree && !(f->flags & EXPORT_TREE))
		return rep_fail("%s: %s only with the formats folded, svg, speedscope and "
				"cpuprofile",
				cmd->name, tree);
	if (o->weight_set && f->flags & EXPORT_TABLE)
		return rep_fail("%s: --weight works only with formats of call stacks, not with csv "
				"and jsonl",
				cmd->name);
	return REP_OK;
}

static int check_widths(const struct rep_cmd *cmd, struct export_command *o)
{
	if (o->width != NO_WIDTH && (o->width < EXPORT_WIDTH_LEAST || o->width > EXPORT_WIDTH_MOST))
		return rep_fail("%s: --width %llu: expected a number of pixels from %u to %u",
				cmd->name, (unsigned long long)o->width, EXPORT_WIDTH_LEAST,
				EXPORT_WIDTH_MOST);
	if (!isfinite(o->stacks.min_width) || o->stacks.min_width < 0)
		return rep_fail("%s: --minwidth: expected a number of pixels of at least 0",
				cmd->name);
	o->stacks.width = o->width == NO_WIDTH ? 0 : (uint32_t)o->width;
	return REP_OK;
}

int cmd_export_run(const struct rep_cmd *cmd, const char *format, int argc, char **argv)
{
	struct export_command o = { .in = { .inline_frames = true },
				    .width = NO_WIDTH,
				    .tables = { .max_stack = TABLES_MAX_STACK },
				    .stacks = { .nr_roots = 1, .min_width = EXPORT_MIN_WIDTH } };
	int first = rep_opts_parse(cmd, export_opts, &o, argc, argv);
	const struct export_format *f;
	const char *table = NULL;
	struct out out;

	if (first < 0)
		return -1 - first;
	if (!format && first == argc) {
		rep_out_open(&out, STDOUT_FILENO);
		list_formats(&out);
		return rep_out_close(&out, REP_OK);
	}
	f = find_export_format(format ? format : argv[first++]);
	if (!f)
		return REP_FAIL;
	if (f->flags & EXPORT_TABLE) {
		if (first == argc)
			return rep_fail("%s: the table is missing; it is the argument after the "
					"format, and 'pdata export' without a format lists the "
					"tables",
					cmd->name);
		table = argv[first++];
	}
	if (rep_input_operand(&o.in, cmd->name, argc, argv, first) != REP_OK)
		return REP_FAIL;
	set_labels(&o);
	if (refuse_options(cmd, &o, f) != REP_OK || check_widths(cmd, &o) != REP_OK)
		return REP_FAIL;
	if (o.tables.file_order && f->flags & EXPORT_TIMES)
		return rep_fail("%s: the format %s needs samples in order of time; leave out "
				"--file-order",
				cmd->name, f->name);
	if (f->flags & EXPORT_BINARY && !o.output && isatty(STDOUT_FILENO))
		return rep_fail("%s: the format %s is binary and is not written to a terminal; -o "
				"FILE writes a file",
				cmd->name, f->name);
	o.in.progress = progress_line;
	o.tables.in = &o.in;
	o.tables.sums = f->flags & EXPORT_SUMS;
	o.tables.lines = f->flags & EXPORT_LINES || (table && !strcmp(table, "frames"));
	o.in.lines = o.tables.lines;
	return write_export(&o, f, table);
}

static int export_run(int argc, char **argv)
{
	return cmd_export_run(&cmd_export, NULL, argc, argv);
}

const struct rep_cmd cmd_export = {
	.name = "export",
	.help = "write a recording in a format of other programs",
	.usage = "[FORMAT [TABLE] [FILE]]",
	.run = export_run,
};
