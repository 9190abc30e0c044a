/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata evlist`: lists the events of a recording, with their attr fields (-v),
 * frequencies (-F) or groups (-g).
 */
#include "base/out.h"
#include "console/command.h"
#include "session/describe/attr_text.h"
#include "session/event_names.h"
#include "session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct evlist {
	struct rep_input in;
	bool freq;
	bool verbose;
	bool group;
	bool trace_fields;
	bool late;
	/* While printing: */
	struct rep_session s;
	struct out out;
	bool file_names; /* whether the file may have names for its events */
	uint32_t nr;	 /* events to print */
};

const struct rep_cmd cmd_evlist;

static const struct rep_opt evlist_opts[] = {
	{ "input", 'i', REP_STR, offsetof(struct evlist, in.path), "FILE",
	  "read FILE; - is standard input (default perf.data)", NULL },
	{ "force", 'f', REP_FLAG, offsetof(struct evlist, in.force), NULL,
	  "accepted for compatibility with perf: the owner of an input file is never checked",
	  NULL },
	{ "freq", 'F', REP_FLAG, offsetof(struct evlist, freq), NULL,
	  "show the sampling frequency or period", NULL },
	{ "verbose", 'v', REP_FLAG, offsetof(struct evlist, verbose), NULL,
	  "show all attr fields that are not zero", NULL },
	{ "group", 'g', REP_FLAG, offsetof(struct evlist, group), NULL,
	  "show groups as {EVENT,EVENT}", NULL },
	{ "trace-fields", 0, REP_FLAG, offsetof(struct evlist, trace_fields), NULL,
	  "show the fields of tracepoints", NULL },
	{ "late", 0, REP_FLAG, offsetof(struct evlist, late), NULL,
	  "in a pipe: also use the records of events and of their names that come after the "
	  "first HEADER_FEATURE record; perf ignores such records",
	  NULL },
	{ 0 },
};

static void print_name(struct evlist *e, const struct pdata_event *ev)
{
	char name[EVENT_NAME_BYTES];

	if (e->file_names) {
		out_str(&e->out, rep_event_name(&e->s, ev));
		return;
	}
	event_make_name(&ev->attr, name, sizeof(name));
	out_str(&e->out, name);
}

static void print_groups(struct evlist *e)
{
	struct event_group *groups = event_groups(e->s.reader);

	if (!groups) {
		session_set_err(&e->s, -ENOMEM);
		return;
	}
	for (uint32_t i = 0; i < e->nr; i++) {
		bool braces = groups[i].nr_members > 1;

		if (groups[i].leader != i)
			continue;
		if (braces)
			out_printf(&e->out, "%s{", groups[i].name ? groups[i].name : "");
		print_name(e, pdata_reader_event(e->s.reader, i));
		for (uint32_t j = i + 1; j < e->nr && groups[j].leader == i; j++) {
			out_char(&e->out, ',');
			print_name(e, pdata_reader_event(e->s.reader, j));
		}
		out_raw_str(&e->out, braces ? "}\n" : "\n");
	}
	free(groups);
}

static void print_fields(struct evlist *e, const struct pdata_event *ev, bool begun)
{
	const char *sep = begun ? "," : ":";
	struct pdata_tracepoints *points = rep_session_tracing(&e->s);
	const struct pdata_tracepoint *tp;
	bool any = false;

	if (ev->attr.type != PDATA_TYPE_TRACEPOINT) {
		out_printf(&e->out, "%s (not a tracepoint)", sep);
		return;
	}
	tp = points ? pdata_tracepoints_find(points, ev->attr.config) : NULL;
	if (points && !tp && pdata_tracepoints_error(points))
		session_set_err(&e->s, -ENOMEM);
	for (uint32_t i = 0; tp && i < tp->nr_fields; i++) {
		if (tp->fields[i].is_common)
			continue;
		out_printf(&e->out, any ? ",%s%s" : "%s trace_fields: %s", any ? "" : sep,
			   tp->fields[i].name);
		any = true;
	}
	if (!any)
		out_printf(&e->out, "%s (no trace field)", sep);
}

/* The size field of the attr in the file, which may be 0. */
static uint32_t size_in_file(const struct evlist *e, const struct pdata_event *ev)
{
	uint32_t size;

	if (!ev->raw_attr || ev->raw_size < 8)
		return ev->attr.size;
	memcpy(&size, ev->raw_attr + 4, sizeof(size));
	return pdata_reader_info(e->s.reader)->swap ? __builtin_bswap32(size) : size;
}

static void print_evlist_event(struct evlist *e, const struct pdata_event *ev)
{
	static const struct attr_style style = { .first = ": ", .before = ", ", .equals = ": " };
	struct pdata_attr attr;

	print_name(e, ev);
	if (e->verbose) {
		attr = ev->attr;
		attr.size = size_in_file(e, ev);
		attr_print(&e->out, &attr, &style);
	} else if (e->freq) {
		out_printf(&e->out, ": sample_%s=%llu",
			   pdata_attr_flag(&ev->attr, PDATA_ATTR_FREQ) ? "freq" : "period",
			   (unsigned long long)ev->attr.sample_period);
	}
	if (e->trace_fields)
		print_fields(e, ev, e->verbose || e->freq);
	out_char(&e->out, '\n');
}

static void print_evlist(struct evlist *e)
{
	bool tracepoints = false,
	     groups = e->group && e->file_names; /* a file has both or neither */

	for (uint32_t i = 0; i < e->nr; i++) {
		const struct pdata_event *ev = pdata_reader_event(e->s.reader, i);

		if (!groups)
			print_evlist_event(e, ev);
		tracepoints = tracepoints || ev->attr.type == PDATA_TYPE_TRACEPOINT;
	}
	if (groups)
		print_groups(e);
	if (tracepoints && !e->trace_fields)
		out_str(&e->out, "# Tip: use 'perf evlist --trace-fields' to show fields for "
				 "tracepoint events\n");
}

/*
 * Read the events of a pipe. perf stops at the first HEADER_FEATURE record, before it knows the
 * names.
 */
static void read_pipe(struct evlist *e)
{
	struct pdata_record rec;
	uint32_t nr = 0;

	while (pdata_reader_next(e->s.reader, &rec) > 0) {
		if (rec.type == PDATA_RECORD_HEADER_FEATURE && !e->late)
			break;
		nr += rec.type == PDATA_RECORD_HEADER_ATTR;
	}
	e->file_names = e->late;
	e->nr = pdata_reader_nr_events(e->s.reader);
	if (nr < e->nr && !e->late)
		e->nr = nr;
}

static int evlist_run(int argc, char **argv)
{
	struct evlist e = { .file_names = true };
	int first = rep_opts_parse(&cmd_evlist, evlist_opts, &e, argc, argv);
	int status;

	if (first < 0)
		return -1 - first;
	if (rep_input_operand(&e.in, cmd_evlist.name, argc, argv, first))
		return REP_FAIL;
	if (e.group && (e.verbose || e.freq))
		return rep_fail("evlist: --group cannot be combined with --verbose or --freq");
	status = rep_session_open(&e.s, &e.in);
	if (status)
		return status;
	e.s.header_only = true;
	if (pdata_reader_info(e.s.reader)->container == PDATA_CONTAINER_PIPE)
		read_pipe(&e);
	else
		e.nr = pdata_reader_nr_events(e.s.reader);
	rep_out_open(&e.out, STDOUT_FILENO);
	print_evlist(&e);
	if (session_err(&e.s))
		e.out.len = 0;
	status = rep_session_close(&e.s);
	return rep_out_close(&e.out, status);
}

const struct rep_cmd cmd_evlist = {
	.name = "evlist",
	.help = "list the events of a recording",
	.usage = "[FILE]",
	.run = evlist_run,
};
