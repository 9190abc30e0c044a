/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the comparison of several recordings for `pdata diff`: joins rows by their keys and
 * computes delta, ratio or weighted difference.
 */
#include "view/diff.h"

#include "console/command.h"
#include "object/symbols/object_symbols.h"
#include "profile/model/keys.h"
#include "view/row_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEYS 16u
#define FORMULA_WIDTH 70

/*
 * A row of the comparison. Rows of different files are matched by the text of their keys: symbols
 * by name, because the files that contain them may have changed.
 */
struct diff_row {
	char *text[MAX_KEYS];
	unsigned width[MAX_KEYS]; /* least width of the column */
	bool unnamed;		  /* has no symbol */
	uint32_t file;
	uint64_t *period; /* by file */
	bool *there;
};

struct diff_table {
	const struct diff_opts *opts;
	struct diff_file *files;
	uint32_t nr_files;
	uint32_t keys[MAX_KEYS]; /* positions of the report's columns that are keys */
	uint32_t nr_keys;
	unsigned width[MAX_KEYS];
	uint32_t symbol; /* index in keys of the symbol key; nr_keys: there is none */
	struct diff_row *rows;
	uint32_t nr, cap;
	const struct event_rows **ev; /* by file; NULL if the file does not have the event */
};

/* ---- gathering --------------------------------------------------------------------------- */

static int compare_key(const struct diff_table *t, uint32_t key, const struct diff_row *a,
		       const struct diff_row *b)
{
	if (key == t->symbol && (a->unnamed || b->unnamed))
		return a->unnamed - b->unnamed;
	return strcmp(a->text[key], b->text[key]);
}

/*
 * All rows of an object without a symbol are one row, because their addresses mean something else
 * in another file.
 */
static int compare_keys(const struct diff_table *t, const struct diff_row *a,
			const struct diff_row *b)
{
	int c = 0;

	for (uint32_t i = 0; i < t->nr_keys && !c; i++)
		c = compare_key(t, i, a, b);
	return c;
}

/* The first of the rows that become one gives the joined row its text. */
static int compare_diff_keys(const void *pa, const void *pb, void *t)
{
	const struct diff_row *a = pa, *b = pb;
	int c = compare_keys(t, a, b);

	if (!c)
		c = (a->file > b->file) - (a->file < b->file);
	for (uint32_t i = 0; i < ((struct diff_table *)t)->nr_keys && !c; i++)
		c = strcmp(a->text[i], b->text[i]);
	return c;
}

static void add_row(struct diff_table *t, uint32_t file, const struct rep_row *r)
{
	const struct report *rp = &t->files[file].rp;
	struct diff_row *d;

	if (t->nr == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 256;
		t->rows = rep_grow(t->rows, t->cap, sizeof(*t->rows));
	}
	d = &t->rows[t->nr++];
	*d = (struct diff_row){ .unnamed = !r->sym, .file = file };
	d->period = rep_alloc(t->nr_files, sizeof(*d->period));
	d->there = rep_alloc(t->nr_files, sizeof(*d->there));
	d->period[file] = r->self.period;
	d->there[file] = true;
	for (uint32_t i = 0; i < t->nr_keys; i++) {
		const struct rep_key *k = rp->cols[t->keys[i]].key;
		unsigned width = report_key_width(rp, k, r);

		d->width[i] = width;
		d->text[i] = report_key_text(rp, k, r, width);
	}
}

static void free_row(struct diff_row *d)
{
	for (uint32_t i = 0; i < MAX_KEYS; i++)
		free(d->text[i]);
	free(d->period);
	free(d->there);
}

/* Join rows with equal keys. */
static void join_rows(struct diff_table *t)
{
	uint32_t out = 0;

	if (t->nr)
		qsort_r(t->rows, t->nr, sizeof(*t->rows), compare_diff_keys, t);
	for (uint32_t i = 0; i < t->nr; i++) {
		struct diff_row *last = out ? &t->rows[out - 1] : NULL;

		if (!last || compare_keys(t, last, &t->rows[i])) {
			t->rows[out++] = t->rows[i];
			continue;
		}
		for (uint32_t k = 0; k < t->nr_keys; k++)
			if (t->rows[i].width[k] > last->width[k])
				last->width[k] = t->rows[i].width[k];
		for (uint32_t f = 0; f < t->nr_files; f++) {
			last->period[f] += t->rows[i].period[f];
			last->there[f] |= t->rows[i].there[f];
		}
		free_row(&t->rows[i]);
	}
	t->nr = out;
}

/* Whether the row is in the baseline and in another file. */
static bool is_matched(const struct diff_table *t, const struct diff_row *d)
{
	for (uint32_t f = 1; f < t->nr_files; f++)
		if (d->there[f])
			return d->there[0];
	return false;
}

static void drop_unmatched(struct diff_table *t)
{
	uint32_t out = 0;

	for (uint32_t i = 0; i < t->nr; i++)
		if (is_matched(t, &t->rows[i]))
			t->rows[out++] = t->rows[i];
		else
			free_row(&t->rows[i]);
	t->nr = out;
}

static const struct event_rows *same_event(const struct report *rp, const struct pdata_attr *a)
{
	for (uint32_t i = 0; i < rp->nr_ev; i++)
		if (rp->ev[i].event->attr.type == a->type &&
		    rp->ev[i].event->attr.config == a->config)
			return &rp->ev[i];
	return NULL;
}

static void fit_keys(struct diff_table *t)
{
	for (uint32_t k = 0; k < t->nr_keys; k++) {
		t->width[k] = (unsigned)strlen(t->files[0].rp.cols[t->keys[k]].header);
		for (uint32_t i = 0; i < t->nr; i++)
			if (t->rows[i].width[k] > t->width[k])
				t->width[k] = t->rows[i].width[k];
	}
}

static void gather_rows(struct diff_table *t, uint32_t f, const struct event_rows *ev)
{
	t->ev[f] = ev;
	for (uint32_t i = 0; i < ev->nr; i++)
		if (!ev->rows[i]->filtered && !ev->rows[i]->dummy)
			add_row(t, f, ev->rows[i]);
}

static void collect_diff_rows(struct diff_table *t, uint32_t event)
{
	const struct report *base = &t->files[0].rp;
	const struct event_rows *ev;

	for (uint32_t i = 0; i < base->nr_cols && t->nr_keys < MAX_KEYS; i++)
		if (base->cols[i].key->scope != KEY_SUM &&
		    strcmp(base->cols[i].key->name, "ipc_null") != 0)
			t->keys[t->nr_keys++] = i;
	while (t->symbol < t->nr_keys && strcmp(base->cols[t->keys[t->symbol]].key->name, "symbo"
											  "l") != 0)
		t->symbol++;
	gather_rows(t, 0, &base->ev[event]);
	for (uint32_t f = 1; f < t->nr_files; f++) {
		t->ev[f] = NULL;
		ev = same_event(&t->files[f].rp, &base->ev[event].event->attr);
		if (ev)
			gather_rows(t, f, ev);
	}
	join_rows(t);
	if (t->opts->baseline_only)
		drop_unmatched(t);
	fit_keys(t);
}

/* ---- differences ------------------------------------------------------------------------- */

static uint64_t diff_file_total(const struct diff_table *t, uint32_t file)
{
	const struct event_rows *ev = t->ev[file];

	return ev ? report_event_total(&t->files[file].rp, ev) : 0;
}

static double percent_of(const struct diff_table *t, const struct diff_row *d, uint32_t file)
{
	uint64_t total = diff_file_total(t, file);

	return total ? (double)d->period[file] * 100.0 / (double)total : 0.0;
}

static double difference(const struct diff_table *t, const struct diff_row *d, uint32_t file)
{
	const double old = d->period[0] ? (double)d->period[0] : 1.0;

	switch (t->opts->compute) {
	case DIFF_RATIO:
		return (double)d->period[file] / old;
	case DIFF_WDIFF:
		/* This wraps around for absurdly large periods. */
		return (double)(int64_t)(d->period[file] * (uint64_t)t->opts->w2 -
					 d->period[0] * (uint64_t)t->opts->w1);
	default:
		return percent_of(t, d, file) - percent_of(t, d, 0);
	}
}

static int larger(double a, double b)
{
	return (a < b) - (a > b);
}

/* The order of rows by the column of @file. Rows that the file does not have come last. */
static int compare_column(const struct diff_table *t, const struct diff_row *a,
			  const struct diff_row *b, uint32_t file)
{
	double x, y;

	if (a->there[file] != b->there[file])
		return a->there[file] ? -1 : 1;
	if (!a->there[file])
		return 0;
	if (t->opts->compute == DIFF_RATIO || t->opts->compute == DIFF_WDIFF)
		if (a->there[0] != b->there[0])
			return a->there[0] ? -1 : 1;
	x = difference(t, a, file);
	y = difference(t, b, file);
	return t->opts->compute == DIFF_DELTA_ABS ? larger(fabs(x), fabs(y)) : larger(x, y);
}

static int by_difference(const void *pa, const void *pb, void *arg)
{
	const struct diff_table *t = arg;
	const struct diff_row *a = pa, *b = pb;
	int c = t->opts->order ? compare_column(t, a, b, (uint32_t)t->opts->order) : 0;

	if (!c && a->period[0] != b->period[0])
		return a->period[0] > b->period[0] ? -1 : 1;
	for (uint32_t f = 1; f < t->nr_files && !c; f++)
		c = compare_column(t, a, b, f);
	return c ? c : compare_keys(t, a, b);
}

/* ---- text -------------------------------------------------------------------------------- */

enum diff_column { COL_BASELINE, COL_DIFFERENCE, COL_FORMULA, COL_PERIOD };

struct diff_printer {
	struct out *o;
	const struct diff_table *t;
	bool first;
	enum { LINE_HEADER, LINE_DOTS, LINE_ROW } line;
	const struct diff_row *row;
};

static void put_between(struct diff_printer *p)
{
	if (!p->first)
		out_raw_str(p->o, p->t->opts->separator ? p->t->opts->separator : "  ");
	p->first = false;
}

static int width_of(const struct diff_table *t, enum diff_column c, const char *name)
{
	static const int least[] = {
		[COL_BASELINE] = 0, [COL_DIFFERENCE] = 7, [COL_FORMULA] = FORMULA_WIDTH, [COL_PERIOD] = 14
	};
	int width = least[c], len = (int)strlen(name);

	if (c == COL_DIFFERENCE && t->opts->compute >= DIFF_RATIO)
		width = 14;
	return width > len ? width : len;
}

static void diff_column_name(const struct diff_table *t, enum diff_column c, uint32_t file,
			     char *buf, size_t size)
{
	static const char *const names[] = { "Delta", "Delta Abs", "Ratio", "Weighted diff" };
	const char *name = c == COL_BASELINE	 ? "Baseline"
			   : c == COL_DIFFERENCE ? names[t->opts->compute]
			   : c == COL_FORMULA	 ? "Formula"
			   : file		 ? "Period"
						 : "Base period";

	if (t->nr_files > 2)
		snprintf(buf, size, "%s/%u", name, file);
	else
		snprintf(buf, size, "%s", name);
}

static void formula(const struct diff_table *t, const struct diff_row *d, uint32_t file, char *buf,
		    size_t size)
{
	uint64_t old = d->period[0], new = d->period[file];

	if (t->opts->compute == DIFF_RATIO)
		snprintf(buf, size, "%.0f / %.0f", (double)new, (double)old);
	else if (t->opts->compute == DIFF_WDIFF)
		snprintf(buf, size, "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")",
			 new, t->opts->w2, old, t->opts->w1);
	else
		snprintf(buf, size,
			 "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64 ")",
			 new, diff_file_total(t, file), old, diff_file_total(t, 0));
}

static void format_diff_value(const struct diff_table *t, const struct diff_row *d, uint32_t file,
			      int width, char *buf, size_t size)
{
	const bool sep = t->opts->separator != NULL;
	double v = difference(t, d, file);

	if (t->opts->compute <= DIFF_DELTA_ABS)
		snprintf(buf, size, "%+*.2f%%", sep ? 4 : width - 1, v);
	else if (!d->there[0])
		snprintf(buf, size, "N/A");
	else if (t->opts->compute == DIFF_RATIO)
		snprintf(buf, size, "%14.6f", v);
	else
		snprintf(buf, size, "%14" PRId64, (int64_t)v);
}

/* Format the text of a cell; " " for an empty one. */
static void cell(const struct diff_table *t, const struct diff_row *d, enum diff_column c,
		 uint32_t file, int width, char *buf, size_t size)
{
	const bool sep = t->opts->separator != NULL;

	snprintf(buf, size, " ");
	if (c == COL_BASELINE && d->there[0])
		snprintf(buf, size, sep ? "%.2f" : "%.2f%%", percent_of(t, d, 0));
	else if (c == COL_PERIOD && (!file || d->there[file]))
		snprintf(buf, size, "%" PRIu64, d->period[file]);
	else if (c == COL_DIFFERENCE && d->there[file])
		format_diff_value(t, d, file, width, buf, size);
	else if (c == COL_FORMULA && d->there[file])
		formula(t, d, file, buf, size);
}

static void print_diff_column(struct diff_printer *p, enum diff_column c, uint32_t file)
{
	char name[32], text[200];
	int width;

	diff_column_name(p->t, c, file, name, sizeof(name));
	width = width_of(p->t, c, name);
	put_between(p);
	if (p->line == LINE_DOTS) {
		out_pad(p->o, '.', (size_t)width);
		return;
	}
	if (p->line == LINE_ROW)
		cell(p->t, p->row, c, file, width, text, sizeof(text));
	if (p->line == LINE_ROW && p->t->opts->separator)
		width = -width;
	out_printf(p->o, "%*s", width, p->line == LINE_ROW ? text : name);
}

static void print_diff_key(struct diff_printer *p, uint32_t key)
{
	const struct report_column *c = &p->t->files[0].rp.cols[p->t->keys[key]];
	unsigned width = p->t->width[key];
	bool pad = p->line == LINE_HEADER || key + 1 < p->t->nr_keys || key != p->t->symbol;

	if (c->elide)
		return;
	put_between(p);
	if (p->line == LINE_DOTS)
		out_pad(p->o, '.', width);
	else
		out_printf(p->o, "%-*s", pad ? (int)width : 0,
			   p->line == LINE_ROW ? p->row->text[key] : c->header);
}

static void print_diff_line(struct diff_printer *p)
{
	const struct diff_opts *o = p->t->opts;

	p->first = true;
	if (p->line == LINE_ROW)
		out_str(p->o, o->separator ? "" : "  ");
	else
		out_str(p->o, "# ");
	for (uint32_t f = 0; f < p->t->nr_files; f++) {
		print_diff_column(p, f ? COL_DIFFERENCE : COL_BASELINE, f);
		if (f && o->formula)
			print_diff_column(p, COL_FORMULA, f);
		if (o->period)
			print_diff_column(p, COL_PERIOD, f);
	}
	for (uint32_t k = 0; k < p->t->nr_keys; k++)
		print_diff_key(p, k);
	out_char(p->o, '\n');
}

static void print_diff_table(struct out *o, const struct diff_table *t)
{
	struct diff_printer p = { .o = o, .t = t };

	if (!t->opts->quiet) {
		p.line = LINE_HEADER;
		print_diff_line(&p);
		p.line = LINE_DOTS;
		if (!t->opts->separator) {
			print_diff_line(&p);
			out_str(o, "#\n");
		}
	}
	p.line = LINE_ROW;
	for (uint32_t i = 0; i < t->nr; i++) {
		p.row = &t->rows[i];
		print_diff_line(&p);
	}
}

static void put_files(struct out *o, const struct diff_table *t)
{
	out_str(o, "# Data files:\n");
	for (uint32_t f = 0; f < t->nr_files; f++)
		out_printf(o, "#  [%u] %s %s\n", f, t->files[f].path, f ? "" : "(Baseline)");
	out_str(o, "#\n");
}

void diff_event(struct out *o, const struct diff_opts *opts, struct diff_file *files, uint32_t nr,
		uint32_t event)
{
	struct diff_table t = { .opts = opts, .files = files, .nr_files = nr };

	t.ev = rep_alloc(nr, sizeof(struct event_rows *));
	collect_diff_rows(&t, event);
	if (t.nr)
		qsort_r(t.rows, t.nr, sizeof(*t.rows), by_difference, &t);
	if (!opts->quiet) {
		out_printf(o, "%s# Event '%s'\n#\n", event ? "\n" : "", files[0].rp.ev[event].name);
		if (nr > 2)
			put_files(o, &t);
	}
	print_diff_table(o, &t);
	for (uint32_t i = 0; i < t.nr; i++)
		free_row(&t.rows[i]);
	free(t.rows);
	free(t.ev);
}
