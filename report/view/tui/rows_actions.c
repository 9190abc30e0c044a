/* SPDX-License-Identifier: BSD-2-Clause */
/* What the user can do with the rows of a report: zoom, expand, sort, filter, and the menu. */
#include "view/tui/rows_view.h"

#include "base/array.h"
#include "base/memory.h"
#include "common/plural.h"
#include "console/command.h"
#include "profile/keys/key_table.h"
#include "view/chain_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPAND_MAX 100000u /* lines that "expand all" makes at most */

static struct tui_rows *rows_of(const struct tui *t)
{
	return (struct tui_rows *)tui_top(t);
}

/* The line at the cursor; its row is NULL after a message if there is none. */
static struct rows_at current(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const struct rows_at at = rows_view_at(v, v->view.list.at);

	if (!at.row)
		tui_say(t, rows_of(t)->search.on ? "the list is empty; ESC ends the search"
						 : "the list is empty; u undoes the last filter");
	return at;
}

/* ---- expanding --------------------------------------------------------------------------- */

/* Put the cursor on the row of position @pos, whose number of lines changed. */
static void go_to_row(struct tui_rows *v, uint64_t pos)
{
	uint64_t line = pos;

	for (uint32_t i = 0; i < v->nr_trees && v->trees[i].pos < pos; i++)
		line += v->trees[i].nr;
	v->view.list.at = line;
}

static void toggle_level(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const struct rows_at at = current(t);

	if (!at.row)
		return;
	if (at.line >= 0 && rows_tree_sign(at.tree, (uint32_t)at.line) != ' ')
		rows_tree_toggle(at.tree, &t->rp, (uint32_t)at.line);
	else if (at.line >= 0 || at.tree)
		rows_view_collapse(v, at.pos);
	else if (chain_text_any(&t->rp, rows_view_event(t, v), at.row))
		rows_view_expand(t, v, at.pos, false);
	else
		tui_say(t, t->rp.trie ? "no call chain of this row is above the percent limit (key "
					"L)"
				      : "the recording has no call chains");
	if (at.line >= 0 && !(at.tree && rows_view_at(v, v->view.list.at).row == at.row))
		go_to_row(v, at.pos);
	rows_view_update(t, v);
}

static void toggle_entry(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const struct rows_at at = current(t);

	if (!at.row)
		return;
	if (at.tree)
		rows_view_collapse(v, at.pos);
	else
		rows_view_expand(t, v, at.pos, true);
	go_to_row(v, at.pos);
	rows_view_update(t, v);
}

static void collapse_entry(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const struct rows_at at = current(t);

	if (!at.row)
		return;
	rows_view_collapse(v, at.pos);
	go_to_row(v, at.pos);
	rows_view_update(t, v);
}

static void expand_all(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const struct rows_at at = current(t);
	uint64_t lines = 0;

	rows_view_collapse_all(v);
	for (uint64_t i = 0; i < v->nr_rows && lines < EXPAND_MAX; i++) {
		const uint32_t nr = v->nr_trees;

		rows_view_expand(t, v, i, true);
		lines += v->nr_trees > nr ? v->trees[nr].nr : 0;
	}
	if (lines >= EXPAND_MAX)
		tui_say(t, "rows are expanded until there are %" PRIu64 " lines, the limit", lines);
	go_to_row(v, at.pos);
	rows_view_update(t, v);
}

static void collapse_all(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const uint64_t pos = rows_view_at(v, v->view.list.at).pos;

	rows_view_collapse_all(v);
	v->view.list.at = pos;
	rows_view_update(t, v);
}

/* ---- zoom -------------------------------------------------------------------------------- */

/* Set an option, or take it back if the query has it. */
static void toggle_option(struct tui *t, enum query_option option, const char *value)
{
	tui_query_option(t, option, t->query.value[option] ? NULL : value);
}

/* A comparison of --filter with a text in quotes. Return: the text, to be freed. */
static char *filter_text(const struct tui *t, const char *field, const char *value)
{
	struct out o;

	out_open(&o, -1);
	if (t->query.value[QUERY_FILTER])
		out_printf(&o, "(%s) && ", t->query.value[QUERY_FILTER]);
	else if (t->base->select.filter)
		out_printf(&o, "(%s) && ", t->base->select.filter);
	out_printf(&o, "%s == \"", field);
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			out_char(&o, '\\');
		out_char(&o, *value);
	}
	out_raw_str(&o, "\"");
	out_char(&o, '\0');
	return o.buf;
}

/* Whether an option whose argument is a list of names, or of files with names, can select @name. */
static bool fits_list(const char *name)
{
	return *name && !strchr(name, ',') && strncmp(name, "file://", 7) != 0;
}

/* Zoom into a name. A name that cannot be in a list becomes an expression. */
static void zoom_name(struct tui *t, enum query_option option, const char *field, const char *name)
{
	char *text;

	if (t->query.value[option] || fits_list(name)) {
		toggle_option(t, option, name);
		return;
	}
	text = filter_text(t, field, name);
	tui_query_option(t, QUERY_FILTER, text);
	free(text);
}

static void zoom_thread(struct tui *t)
{
	const struct rows_at at = current(t);
	char number[16];

	if (!at.row)
		return;
	if (t->query.value[QUERY_TID] || rep_has_key(&t->rp, "pid") || rep_has_key(&t->rp, "tid")) {
		snprintf(number, sizeof(number), "%u", at.row->who ? at.row->who->tid : 0);
		toggle_option(t, QUERY_TID, number);
	} else if (t->query.value[QUERY_COMMS] || (rep_has_key(&t->rp, "comm") && at.row->who)) {
		zoom_name(t, QUERY_COMMS, "comm", at.row->who->comm);
	} else {
		tui_say(t, "a row can have several threads: sort by pid, tid or comm first");
	}
}

static void zoom_dso(struct tui *t)
{
	const struct rows_at at = current(t);

	if (at.row && (at.row->dso || t->query.value[QUERY_DSOS]))
		zoom_name(t, QUERY_DSOS, "dso", at.row->dso ? at.row->dso : "");
	else if (at.row)
		tui_say(t, "the row has no object");
}

/* The kernel's object, by the first row in it. */
static const char *kernel_dso(const struct tui_rows *v)
{
	for (uint64_t i = 0; i < v->nr_rows; i++)
		if (v->rows[i]->dso && !strncmp(v->rows[i]->dso, "[kernel", 7))
			return v->rows[i]->dso;
	return NULL;
}

static void zoom_kernel(struct tui *t)
{
	const char *dso = kernel_dso(rows_of(t));

	if (dso || t->query.value[QUERY_DSOS])
		toggle_option(t, QUERY_DSOS, dso);
	else
		tui_say(t, "no row is in the kernel");
}

static void zoom_symbol(struct tui *t)
{
	const struct rows_at at = current(t);

	if (!at.row)
		return;
	if (at.row->sym || t->query.value[QUERY_SYMBOLS])
		zoom_name(t, QUERY_SYMBOLS, "sym", at.row->sym ? at.row->sym->name : "");
	else
		tui_say(t, "the row has no symbol");
}

static void zoom_socket(struct tui *t)
{
	const struct rows_at at = current(t);
	const int32_t cpu = at.row ? row_extra(&t->rp, at.row)->cpu : -1;
	char number[16];

	if (!at.row)
		return;
	if (!t->query.value[QUERY_SOCKET] &&
	    (!rep_has_key(&t->rp, "socket") || cpu < 0 || (uint32_t)cpu >= t->rp.nr_sockets)) {
		tui_say(t, "the socket of the row is not known: sort by socket first");
		return;
	}
	snprintf(number, sizeof(number), "%d", cpu < 0 ? 0 : t->rp.sockets[cpu]);
	toggle_option(t, QUERY_SOCKET, number);
}

static void zoom_out(struct tui *t)
{
	if (rows_of(t)->search.on)
		rows_view_filter(t, rows_of(t), "");
	else if (t->nr_undo)
		tui_undo(t);
	else if (t->nr_views > 1)
		tui_pop(t);
	else
		tui_say(t, "no filter is in force; q leaves");
}

/* ---- what is shown ----------------------------------------------------------------------- */

static void toggle_headers(struct tui *t)
{
	t->headers = !t->headers;
}

static void toggle_verbose(struct tui *t)
{
	t->verbose = !t->verbose;
	tui_say(t, t->verbose ? "call chains with objects" : "call chains without objects");
}

static void toggle_percentage(struct tui *t)
{
	tui_query_option(t, QUERY_PERCENTAGE, t->opts.show.relative ? "absolute" : "relative");
	tui_say(t, t->opts.show.relative ? "percentages are of the rows shown"
					 : "percentages are of all samples");
}

static void set_limit(struct tui *t)
{
	char text[32];
	char *end;

	snprintf(text, sizeof(text), "%g", t->opts.show.percent_limit);
	if (!tui_prompt(t, "percent limit", text, sizeof(text), NULL))
		return;
	if (strtod(text, &end) < 0 || end == text || *end)
		tui_say(t, "%s: not a percentage", text);
	else
		tui_query_option(t, QUERY_LIMIT, text);
}

static void change_sort(struct tui *t)
{
	char text[256];

	snprintf(text, sizeof(text), "%s",
		 t->opts.rows.sort ? t->opts.rows.sort : "comm,dso,symbol");
	if (tui_prompt(t, "sort keys", text, sizeof(text), NULL) && *text)
		tui_query_option(t, QUERY_SORT, text);
}

static void sort_by_event(struct tui *t)
{
	const struct event_rows *ev = rows_view_event(t, rows_of(t));
	const uint32_t n = t->key - '0';
	char text[16];

	if (!ev || ev->members < 2) {
		tui_say(t, "the event is in no group");
		return;
	}
	if (n >= ev->members) {
		tui_say(t, "the group has only %u event%s", ev->members, pd_plural(ev->members));
		return;
	}
	snprintf(text, sizeof(text), "%u", n);
	tui_query_option(t, QUERY_GROUP_SORT, text);
}

static void next_event(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	const uint32_t nr = t->rp.nr_ev;
	uint32_t e = v->event;

	for (uint32_t i = 0; i < nr; i++) {
		e = (e + (t->key == TERM_KEY_TAB ? 1 : nr - 1)) % nr;
		if (t->rp.ev[e].leader == e && t->rp.ev[e].nr)
			break;
	}
	if (e == v->event) {
		tui_say(t, "no other event has samples");
		return;
	}
	rows_view_set_event(t, v, e);
	v->view.list.at = 0;
}

static void pattern_changed(struct tui *t, const char *text)
{
	struct tui_rows *v = rows_of(t);

	v->typing = true;
	rows_view_filter(t, v, text);
	v->typing = false;
}

static void search_rows(struct tui *t)
{
	struct tui_rows *v = rows_of(t);
	char text[256], was[256];

	snprintf(was, sizeof(was), "%s", v->pattern);
	text[0] = '\0';
	rows_view_filter(t, v, "");
	if (!tui_prompt(t, "show only rows that match (regular expression)", text, sizeof(text),
			pattern_changed)) {
		rows_view_filter(t, v, was);
		return;
	}
	if (v->incomplete)
		rows_view_filter(t, v, text);
	if (*text && !v->search.on)
		tui_say(t, "%s: not a regular expression", text);
}

/* ---- the menu ---------------------------------------------------------------------------- */

static void map_details(struct tui *t)
{
	const struct rows_at at = current(t);
	const struct pdata_map *m = at.row ? at.row->map : NULL;
	struct out o;

	if (!m) {
		tui_say(t, "nothing is mapped at the addresses of this row");
		return;
	}
	out_open(&o, -1);
	o.guard = true;
	out_printf(&o, "object   %s\n", symbols_dso_long(t->session.syms, m->object));
	out_printf(&o, "start    %#" PRIx64 "\n", m->start);
	out_printf(&o, "end      %#" PRIx64 "\n", m->end);
	out_printf(&o, "offset   %#" PRIx64 "\n\nsymbols\n", m->pgoff);
	tui_add_symbols(t, &o, m->object);
	tui_show_text(t, "Map", &o, 0);
	out_close(&o);
}

#define MENU_MAX 16u

struct rows_menu {
	char text[MENU_MAX][160];
	void (*run[MENU_MAX])(struct tui *t);
	uint32_t nr;
};

static void add_item(struct rows_menu *m, void (*run)(struct tui *t), const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void add_item(struct rows_menu *m, void (*run)(struct tui *t), const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->text[m->nr], sizeof(m->text[0]), fmt, ap);
	va_end(ap);
	m->run[m->nr++] = run;
}

static const char *into(const struct tui *t, enum query_option option)
{
	return t->query.value[option] ? "out of" : "into";
}

static void add_items(struct tui *t, struct rows_menu *m, const struct rows_at *at)
{
	const struct rep_row *r = at->row;

	if (r->sym && r->map)
		add_item(m, tui_annotate_row, "Annotate %s", r->sym->name);
	if (r->who && (rep_has_key(&t->rp, "pid") || rep_has_key(&t->rp, "tid")))
		add_item(m, zoom_thread, "Zoom %s thread %s (%u)", into(t, QUERY_TID), r->who->comm,
			 r->who->tid);
	else if (r->who && rep_has_key(&t->rp, "comm"))
		add_item(m, zoom_thread, "Zoom %s %s threads", into(t, QUERY_COMMS), r->who->comm);
	if (r->dso)
		add_item(m, zoom_dso, "Zoom %s %s DSO", into(t, QUERY_DSOS), r->dso);
	if (r->sym)
		add_item(m, zoom_symbol, "Zoom %s symbol %s", into(t, QUERY_SYMBOLS), r->sym->name);
	if (kernel_dso(rows_of(t)))
		add_item(m, zoom_kernel, "Zoom into the kernel map");
	if (rep_has_key(&t->rp, "socket"))
		add_item(m, zoom_socket, "Zoom %s processor socket", into(t, QUERY_SOCKET));
	if (chain_text_any(&t->rp, rows_view_event(t, rows_of(t)), r))
		add_item(m, toggle_level, "%s call chain (key +; e: all levels)",
			 at->tree ? "Collapse" : "Expand");
	if (r->map)
		add_item(m, map_details, "Browse map details");
	add_item(m, tui_show_samples, "Show the samples in context");
	add_item(m, tui_show_header, "Show header information");
	add_item(m, tui_show_views, "Show other views of the recording");
	add_item(m, tui_switch_file, "Switch to another recording in this directory");
	add_item(m, tui_back, "Exit");
}

static void show_menu(struct tui *t)
{
	struct rows_at at = current(t);
	const char *texts[MENU_MAX];
	struct rows_menu m = { .nr = 0 };
	int n;

	if (!at.row)
		return;
	add_items(t, &m, &at);
	for (uint32_t i = 0; i < m.nr; i++)
		texts[i] = m.text[i];
	n = tui_menu(t, "Actions", texts, m.nr);
	if (n >= 0)
		m.run[n](t);
}

const struct tui_action rows_actions[] = {
	{ TERM_KEY_ENTER, 'm', "show the menu of the row: annotate, zoom, expand", show_menu,
	  NULL },
	{ TERM_KEY_ESC, 0, "zoom out: take the last filter back", zoom_out, NULL },
	{ TERM_KEY_TAB, TERM_KEY_BACKTAB, "show the next event; Shift-TAB: the previous one",
	  next_event, NULL },
	{ 'a', 0, "annotate the symbol", tui_annotate_row, NULL },
	{ 'd', 0, "zoom into the DSO, or out of it", zoom_dso, "--dsos" },
	{ 't', 0, "zoom into the thread, or out of it", zoom_thread, "--comms or --tid" },
	{ 'k', 0, "zoom into the kernel map, or out of it", zoom_kernel, "--dsos" },
	{ 'S', 0, "zoom into the processor socket, or out of it", zoom_socket, "--socket-filter" },
	{ '+', 0, "expand or collapse one level of the call chain", toggle_level, "-g" },
	{ 'e', 0, "expand all levels of the row, or collapse it", toggle_entry, "-g" },
	{ 'c', 0, "collapse the row", collapse_entry, NULL },
	{ 'E', 0, "expand all rows", expand_all, "-g" },
	{ 'C', 0, "collapse all rows", collapse_all, "--no-call-graph" },
	{ 'F', 0, "percentages of the rows shown, or of all samples", toggle_percentage,
	  "--percentage" },
	{ 'H', 0, "show or hide the column headers", toggle_headers, NULL },
	{ 'L', 0, "set the percent limit of rows and call chains", set_limit, "--percent-limit" },
	{ 'o', 0, "change the sort keys", change_sort, "--sort" },
	{ 'V', 0, "show or hide the names of objects in call chains", toggle_verbose, NULL },
	{ 'P', 0, "write the rows to perf.hist.N", tui_print_rows, "--stdio" },
	{ '/', 0, "show only rows that match a regular expression", search_rows, NULL },
	{ '0', '1', "sort by event 0-9 of the group", sort_by_event, "--group-sort-idx" },
	{ '2', '3', "", sort_by_event, NULL },
	{ '4', '5', "", sort_by_event, NULL },
	{ '6', '7', "", sort_by_event, NULL },
	{ '8', '9', "", sort_by_event, NULL },
	{ 0 },
};
