/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the comparison of several recordings: delta, ratio or weighted difference of each row. */
#include "view/diff.h"

#include "base/digits.h"
#include "base/jobs.h"
#include "base/out_jobs.h"
#include "profile/model/keys.h"
#include "view/diff_int.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORMULA_WIDTH 70
#define ROWS_EACH 10000u /* rows that are worth a thread */
#define ROWS_A_JOB 512u	 /* rows that a thread formats at a time */

/* ---- differences ------------------------------------------------------------------------- */

static double share_percent(uint64_t period, uint64_t total)
{
	return total ? (double)period * 100.0 / (double)total : 0.0;
}

static double percent_of(const struct diff_table *t, const struct diff_row *d, uint32_t file)
{
	return share_percent(d->period[file], t->total[file]);
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
	for (uint32_t f = 1; f < t->d->nr_files && !c; f++)
		c = compare_column(t, a, b, f);
	return c ? c : diff_keys_order(t->d, a, b);
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

	if (t->d->nr_files > 2)
		snprintf(buf, size, "%s/%u", name, file);
	else
		snprintf(buf, size, "%s", name);
}

static size_t formula(const struct diff_table *t, const struct diff_row *d, uint32_t file,
		      char *buf, size_t size)
{
	uint64_t old = d->period[0], new = d->period[file];
	int n;

	if (t->opts->compute == DIFF_RATIO)
		n = snprintf(buf, size, "%.0f / %.0f", (double)new, (double)old);
	else if (t->opts->compute == DIFF_WDIFF)
		n = snprintf(buf, size, "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")",
			     new, t->opts->w2, old, t->opts->w1);
	else
		n = snprintf(buf, size,
			     "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64
			     ")",
			     new, t->total[file], old, t->baseline);
	return n < 0 ? 0 : (size_t)n;
}

/* Format @v with its sign and "%", right-aligned in @width characters. */
static size_t format_signed_percent(char *buf, size_t size, double v, int width)
{
	struct rep_cell c = { .buf = buf, .size = size };
	char text[REP_FIXED_SIZE + 1] = "+";
	const bool minus = signbit(v);
	const size_t len = rep_fixed_text(text + !minus, v, 2) + !minus;

	rep_cell_fit(&c, text, len, width);
	rep_cell_mem(&c, "%", 1);
	return (size_t)rep_cell_end(&c);
}

static size_t format_diff_value(const struct diff_table *t, const struct diff_row *d, uint32_t file,
				int width, char *buf, size_t size)
{
	const bool sep = t->opts->separator != NULL;
	double v = difference(t, d, file);
	int n;

	if (t->opts->compute <= DIFF_DELTA_ABS)
		return format_signed_percent(buf, size, v, sep ? 4 : width - 1);
	if (!d->there[0])
		n = snprintf(buf, size, "N/A");
	else if (t->opts->compute == DIFF_RATIO)
		n = snprintf(buf, size, "%14.6f", v);
	else if (sep && !(int64_t)v)
		n = snprintf(buf, size, " ");
	else
		n = snprintf(buf, size, "%14" PRId64 "%*s", (int64_t)v,
			     sep || width < 15 ? 0 : width - 14, ""); /* perf pads to the right */
	return n < 0 ? 0 : (size_t)n;
}

/* Format the text of a cell, " " for an empty one. Return: its length, which may exceed @size. */
static size_t diff_cell(const struct diff_table *t, const struct diff_row *d, enum diff_column c,
			uint32_t file, int width, char *buf, size_t size)
{
	struct rep_cell cell = { .buf = buf, .size = size };
	char text[REP_FIXED_SIZE];

	if (c == COL_DIFFERENCE && d->there[file])
		return format_diff_value(t, d, file, width, buf, size);
	if (c == COL_FORMULA && d->there[file])
		return formula(t, d, file, buf, size);
	if (c == COL_BASELINE && d->there[0]) {
		rep_cell_mem(&cell, text,
			     rep_fixed_text(text, share_percent(d->period[0], t->baseline), 2));
		rep_cell_mem(&cell, "%", t->opts->separator ? 0 : 1);
	} else if (c == COL_PERIOD && (!file || d->there[file])) {
		rep_cell_dec(&cell, d->period[file], 0);
	} else {
		rep_cell_mem(&cell, " ", 1);
	}
	return (size_t)rep_cell_end(&cell);
}

static void print_diff_column(struct diff_printer *p, enum diff_column c, uint32_t file)
{
	char name[32], text[200];
	int width;
	size_t len;

	diff_column_name(p->t, c, file, name, sizeof(name));
	width = width_of(p->t, c, name);
	put_between(p);
	if (p->line == LINE_DOTS) {
		out_pad(p->o, '.', (size_t)width);
		return;
	}
	if (p->line == LINE_HEADER) {
		out_str_w(p->o, name, width);
		return;
	}
	len = diff_cell(p->t, p->row, c, file, width, text, sizeof(text));
	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	if (!p->t->opts->separator && len < (size_t)width)
		out_pad(p->o, ' ', (size_t)width - len);
	out_mem(p->o, text, len);
	if (p->t->opts->separator && len < (size_t)width)
		out_pad(p->o, ' ', (size_t)width - len);
}

/* Print the text of a key; "." takes the place of the separator in the text. */
static void put_key_text(struct diff_printer *p, const char *text, size_t len)
{
	const char *sep = p->t->opts->separator, *at;

	while (sep && (at = memchr(text, sep[0], len))) {
		out_mem(p->o, text, (size_t)(at - text));
		out_char(p->o, '.');
		len -= (size_t)(at + 1 - text);
		text = at + 1;
	}
	out_mem(p->o, text, len);
}

/* Print a sum of the baseline as the report does: right-aligned, a percentage of the total. */
static void print_row_sum(struct diff_printer *p, uint32_t key, unsigned width, bool pad)
{
	const struct rep_key *k = p->t->d->cols[key].sum;
	const uint64_t sum = diff_key_sum(p->row, key);
	char text[REP_FIXED_SIZE + 2];
	struct rep_cell c = { .buf = text, .size = sizeof(text) };
	char fixed[REP_FIXED_SIZE];
	size_t len;

	if (k->percent) {
		rep_cell_mem(&c, fixed,
			     rep_fixed_text(fixed, share_percent(sum, p->t->baseline), 2));
		rep_cell_mem(&c, "%", 1);
	} else {
		rep_cell_dec(&c, sum, 0);
	}
	len = (size_t)rep_cell_end(&c);
	out_pad(p->o, ' ', p->t->opts->separator ? 1 : len < width ? width - len : 0);
	out_mem(p->o, text, len);
	if (p->t->opts->separator && pad && len + 1 < width)
		out_pad(p->o, ' ', width - len - 1);
}

static void print_row_key(struct diff_printer *p, uint32_t key, unsigned width, bool pad)
{
	const struct diff *d = p->t->d;
	const char *text = diff_key_text(d, p->row, key);
	char level[] = "[.] ";
	size_t len = strlen(text), taken = 0;

	if (key == d->symbol && p->row->level) {
		level[1] = p->row->level;
		taken = sizeof(level) - 1;
		put_key_text(p, level, taken);
	}
	if (d->cols[key].cut && len > width)
		len = width;
	if (d->cols[key].right && len < width)
		out_pad(p->o, ' ', width - len);
	put_key_text(p, text, len);
	if (pad && !d->cols[key].right && taken + len < width)
		out_pad(p->o, ' ', width - taken - len);
}

static void print_diff_key(struct diff_printer *p, uint32_t key)
{
	const struct diff *d = p->t->d;
	const struct diff_key_column *c = &d->cols[key];
	const unsigned width = p->t->width[key];

	if (c->elide)
		return;
	put_between(p);
	if (p->line == LINE_DOTS)
		out_pad(p->o, '.', width);
	else if (p->line == LINE_HEADER)
		out_str_w(p->o, c->header, c->sum ? (int)width : -(int)width);
	else if (c->sum)
		print_row_sum(p, key, width, key + 1 < d->nr_keys);
	else
		print_row_key(p, key, width,
			      key + 1 < d->nr_keys || (key != d->symbol && !c->no_pad));
}

static void print_diff_line(struct diff_printer *p)
{
	const struct diff_opts *o = p->t->opts;

	p->first = true;
	if (p->line == LINE_ROW)
		out_str(p->o, o->separator ? "" : "  ");
	else
		out_str(p->o, "# ");
	for (uint32_t f = 0; f < p->t->d->nr_files; f++) {
		print_diff_column(p, f ? COL_DIFFERENCE : COL_BASELINE, f);
		if (f && o->formula)
			print_diff_column(p, COL_FORMULA, f);
		if (o->period)
			print_diff_column(p, COL_PERIOD, f);
	}
	for (uint32_t k = 0; k < p->t->d->nr_keys; k++)
		print_diff_key(p, k);
	out_char(p->o, '\n');
}

static void print_some_diff_rows(void *ctx, struct out *o, uint32_t worker, uint32_t job)
{
	const struct diff_table *t = ctx;
	struct diff_printer p = { .o = o, .t = t, .line = LINE_ROW };
	const uint32_t from = job * ROWS_A_JOB,
		       end = t->nr - from < ROWS_A_JOB ? t->nr : from + ROWS_A_JOB;

	(void)worker;
	for (uint32_t i = from; i < end && !o->err; i++) {
		p.row = &t->rows[i];
		print_diff_line(&p);
	}
}

static void print_diff_table(struct out *o, struct diff_table *t)
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
	out_run_jobs(o, rep_nr_threads(t->opts->jobs, t->nr / ROWS_EACH),
		     t->nr / ROWS_A_JOB + (t->nr % ROWS_A_JOB != 0), print_some_diff_rows, t);
}

static void put_files(struct out *o, const struct diff *d)
{
	out_str(o, "# Data files:\n");
	for (uint32_t f = 0; f < d->nr_files; f++)
		out_printf(o, "#  [%u] %s %s\n", f, d->files[f].path, f ? "" : "(Baseline)");
	out_str(o, "#\n");
}

static void print_diff_event(struct diff *d, struct out *o, uint32_t event)
{
	struct diff_table t;

	diff_table_make(&t, d, event);
	if (t.nr)
		qsort_r(t.rows, t.nr, sizeof(*t.rows), by_difference, &t);
	if (!d->opts->quiet) {
		out_printf(o, "%s# Event '%s'\n#\n", event ? "\n" : "", d->files[0].ev[event].name);
		if (d->nr_files > 2)
			put_files(o, d);
	}
	print_diff_table(o, &t);
	diff_table_free(&t);
}

void diff_text(struct diff *d, struct out *o)
{
	for (uint32_t e = 0; e < d->files[0].nr_ev; e++)
		print_diff_event(d, o, e);
}
