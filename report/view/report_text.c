/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile/keys/report_blocks.h"
#include "profile/model/keys.h"
#include "session/describe/branch_types.h"
#include "view/report_unresolved.h"
#include "view/row_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void row_line_add(struct row_line *l, const char *s, size_t n)
{
	if (n > l->size - 1 - l->len)
		n = l->size - 1 - l->len;
	memcpy(l->buf + l->len, s, n);
	l->len += n;
}

void row_line_pad(struct row_line *l, size_t n)
{
	if (n > l->size - 1 - l->len)
		n = l->size - 1 - l->len;
	memset(l->buf + l->len, ' ', n);
	l->len += n;
}

/* ---- columns ----------------------------------------------------------------------------- */

void row_line_fit(struct report *rp, struct report_column *c, const struct rep_row *r)
{
	const struct rep_key *k = c->key;
	unsigned w = rep_key_width(rp, k, r);

	if (w < k->min_width)
		w = k->min_width;
	if (w > c->width)
		c->width = w;
}

void row_line_fit_end(struct report_column *c, const struct event_rows *ev)
{
	const struct rep_key *k = c->key;
	unsigned head = (unsigned)strlen(c->header);

	if (k->sum) {
		c->width = c->user_width ? c->user_width : k->min_width;
		if (ev->members > 1 && c->width < ev->members * k->min_width)
			c->width = ev->members * k->min_width;
	} else {
		c->width &= 0xffff;
		if (c->user_width) {
			c->width = c->user_width;
			return;
		}
	}
	if (c->width < head)
		c->width = head;
}

static void fit_column(struct report *rp, struct report_column *c, const struct event_rows *ev)
{
	c->width = 0;
	for (uint32_t i = 0; i < ev->nr && !c->key->sum; i++)
		if (!ev->rows[i]->filtered)
			row_line_fit(rp, c, ev->rows[i]);
	row_line_fit_end(c, ev);
}

/* Bytes that a line may be longer than its columns: perf leaves room for colours, if it may use them. */
#define LINE_SPARE 4u
#define LINE_COLOURS 224u

size_t line_size(const struct report *rp)
{
	size_t size = LINE_SPARE + (rp->opts->separator ? 0 : LINE_COLOURS);
	bool first = true;

	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		if (rp->cols[i].skip)
			continue;
		size += rp->cols[i].width + (first ? 0 : 2);
		first = false;
	}
	return size;
}

static size_t fit_columns(struct report *rp, const struct event_rows *ev)
{
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		rp->cols[i].skip = rp->cols[i].elide ||
				   !rep_key_is_of(rp->cols[i].key, ev->event->index);
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (!rp->cols[i].skip)
			fit_column(rp, &rp->cols[i], ev);
	return line_size(rp);
}

/* perf cuts a header where the names below are longer than this; the line of dots is as long as they are. */
#define HEADER_MAX 1024

static void print_column_header(struct report *rp, const struct report_column *c)
{
	char text[HEADER_MAX];

	if (c->key->sum || c->key->field)
		snprintf(text, sizeof(text), "%*s", (int)c->width, c->header);
	else
		snprintf(text, sizeof(text), "%-*.*s", (int)c->width, (int)c->width, c->header);
	out_str(rp->out, text);
}

static void print_report_headers(struct report *rp)
{
	bool first = true;

	out_str(rp->out, "# ");
	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		const struct report_column *c = &rp->cols[i];

		if (c->skip)
			continue;
		if (!first)
			out_str(rp->out, row_line_separator(rp));
		first = false;
		print_column_header(rp, c);
	}
	out_char(rp->out, '\n');
	if (rp->opts->separator)
		return;
	out_str(rp->out, "# ");
	first = true;
	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		if (rp->cols[i].skip)
			continue;
		if (!first)
			out_str(rp->out, "  ");
		first = false;
		out_pad(rp->out, '.', rp->cols[i].width);
	}
	out_str(rp->out, "\n#\n");
}

/* ---- cells ------------------------------------------------------------------------------- */

uint64_t report_event_total(const struct report *rp, const struct event_rows *ev)
{
	return rp->opts->relative ? ev->period_shown : ev->period;
}

uint64_t report_key_total(const struct report *rp, const struct rep_key *k,
			  const struct event_rows *ev)
{
	if (!k->latency)
		return report_event_total(rp, ev);
	return rp->opts->relative ? ev->latency_shown : ev->latency;
}

const char *report_colour(double percent)
{
	return percent >= 5.0 ? "\033[31m" : percent > 0.5 ? "\033[32m" : "";
}

static int percent_text(char *buf, size_t size, int len, double percent, bool colour)
{
	const char *on = colour ? report_colour(percent) : "";

	return snprintf(buf, size, "%s %*.2f%%%s", on, len, percent, *on ? REPORT_COLOUR_OFF : "");
}

static void put_sum(struct row_line *l, const struct rep_key *k, int len, const struct rep_row *r,
		    uint64_t total, bool colour)
{
	char text[400];
	int n;

	if (k->percent)
		n = percent_text(text, sizeof(text), len,
				 total && r ? 100.0 * (double)k->sum(r) / (double)total : 0.0,
				 colour);
	else if (k->average)
		n = snprintf(text, sizeof(text), " %*.1f", len, r ? rep_key_average(k, r) : 0.0);
	else
		n = snprintf(text, sizeof(text), " %*" PRIu64, len, r ? k->sum(r) : 0);
	if (n > 0)
		row_line_add(l, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

/* The leader's number and those of the group's other members. */
void line_sums(struct report *rp, struct row_line *l, const struct report_column *c,
	       const struct event_rows *ev, const struct rep_row *r)
{
	const bool colour = rp->colour && !rp->opts->separator;
	int len = (int)(c->user_width ? c->user_width : c->key->min_width) -
		  (c->key->percent ? 2 : 1);

	if (c->key->acc && !rp->children) {
		char text[400];
		int n = snprintf(text, sizeof(text), " %*s",
				 (int)(c->user_width ? c->user_width : c->key->min_width) - 1,
				 "N/A");

		row_line_add(l, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
		return;
	}
	if (rp->opts->separator)
		len = 1;
	put_sum(l, c->key, len, r, report_key_total(rp, c->key, ev), colour);
	for (uint32_t m = 1; m < ev->members; m++) {
		const struct event_rows *other = &rp->ev[ev->event->index + m];
		uint64_t total = report_key_total(rp, c->key, other);

		put_sum(l, c->key, len, r->pairs && total ? r->pairs[m] : NULL, total, colour);
	}
}

void row_line_print_key(struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r)
{
	char *at = l->buf + l->len;
	int n = rep_key_text(rp, c->key, r, at, l->size - l->len, c->width);

	if (n < 0)
		return;
	if ((size_t)n > l->size - 1 - l->len)
		n = (int)(l->size - 1 - l->len);
	l->len += (size_t)n;
	for (int i = 0; rp->opts->separator && i < n; i++)
		if (at[i] == rp->opts->separator[0])
			at[i] = '.';
}

static void print_report_row(struct report *rp, struct row_line *l, const struct event_rows *ev,
			     const struct rep_row *r)
{
	bool first = true;

	l->len = 0;
	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		const struct report_column *c = &rp->cols[i];
		size_t start;

		if (c->skip)
			continue;
		if (!rp->opts->separator || !first)
			row_line_add(l, row_line_separator(rp), strlen(row_line_separator(rp)));
		first = false;
		start = l->len;
		if (c->key->sum)
			line_sums(rp, l, c, ev, r);
		else
			row_line_print_key(rp, l, c, r);
		if (i + 1 < rp->nr_cols && l->len - start < c->width)
			row_line_pad(l, c->width - (l->len - start));
	}
	out_mem(rp->out, l->buf, l->len);
	out_char(rp->out, '\n');
}

unsigned report_key_width(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	unsigned width = rep_key_width(rp, k, r);

	return width > k->min_width ? width : k->min_width;
}

char *report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		      unsigned width)
{
	size_t size = width + 4 * KEY_NO_NAME_WIDTH;
	char *buf = rep_alloc(size + 1, 1);
	size_t len;

	rep_key_text(rp, k, r, buf, size, width);
	for (len = strlen(buf); len && buf[len - 1] == ' '; len--)
		buf[len - 1] = 0;
	return buf;
}

bool report_below_limit(const struct report *rp, const struct event_rows *ev,
			const struct rep_row *r)
{
	uint64_t period = rp->children ? r->acc.period : r->self.period,
		 total = report_event_total(rp, ev);
	float percent = total ? (float)((double)period * 100.0 / (double)total) : 0.0f;

	return percent < (float)rp->opts->percent_limit;
}

/* ---- events ------------------------------------------------------------------------------ */

/* As people read it: 206, 12K, 3M. */
static uint64_t short_count(uint64_t n, char *unit)
{
	double v = (double)n;
	const char *units = " KMG";

	while (v > 1000.0 && units[1]) {
		v /= 1000.0;
		units++;
	}
	*unit = *units;
	return (uint64_t)v;
}

static void put_event_name(struct report *rp, const struct event_rows *ev)
{
	const bool named = ev->group_name && ev->group_name[0];

	if (ev->members == 1) {
		out_printf(rp->out, " of event%s '%s'", ev->plural ? "s" : "", ev->name);
		return;
	}
	out_str(rp->out, " of events '");
	if (named)
		out_printf(rp->out, "%s { ", ev->group_name);
	out_str(rp->out, ev->name);
	for (uint32_t m = 1; m < ev->members; m++)
		out_printf(rp->out, ", %s", rp->ev[ev->event->index + m].name);
	out_str(rp->out, named ? " }'" : "'");
}

static void put_mem_head(struct report *rp, uint64_t weight)
{
	const char *sort = rp->opts->sort;

	out_printf(rp->out, "\n# Total weight : %" PRIu64 "\n# Sort order   : ", weight);
	if (sort && *sort == '+')
		out_str(rp->out, REPORT_MEM_SORT ",");
	out_str(rp->out, sort ? sort + (*sort == '+') : REPORT_MEM_SORT);
	if (sort && strstr(sort, "symbol"))
		out_str(rp->out, ",ipc_null");
}

static bool any_without_chains(const struct report *rp, const struct event_rows *ev)
{
	for (uint32_t m = 0; m < ev->members; m++)
		if (strstr(rp->ev[ev->event->index + m].name, "call-graph=no"))
			return true;
	return false;
}

static void put_event_head(struct report *rp, const struct event_rows *ev)
{
	uint64_t samples = 0, period = 0;
	char unit;

	for (uint32_t m = 0; m < ev->members; m++) {
		const struct event_rows *e = &rp->ev[ev->event->index + m];

		samples += rp->opts->relative ? e->nr_shown : e->nr_samples;
		period += report_event_total(rp, e);
	}
	samples = short_count(samples, &unit);
	out_printf(rp->out, "# Samples: %" PRIu64 "%c", samples, unit);
	put_event_name(rp, ev);
	if (rp->opts->time)
		out_printf(rp->out, " (time slices: %s)", rp->opts->time);
	if (rp->opts->show_ref && any_without_chains(rp, ev))
		out_str(rp->out, ", show reference callgraph");
	if (rp->mode == REPORT_MEM)
		put_mem_head(rp, period);
	else
		out_printf(rp->out, "\n# Event count (approx.): %" PRIu64, period);
	if (rp->opts->socket_filter != UINT64_MAX)
		out_printf(rp->out, "\n# Processor Socket: %d", (int)rp->opts->socket_filter);
	out_str(rp->out, "\n#\n");
}

static void print_report_rows(struct report *rp, const struct event_rows *ev)
{
	struct row_line l = { 0 };

	l.size = fit_columns(rp, ev);
	l.buf = rep_alloc(l.size, 1);
	if (!rp->opts->quiet)
		print_report_headers(rp);
	for (uint32_t i = 0; i < ev->nr; i++) {
		const struct rep_row *r = ev->rows[i];

		if (r->filtered || report_below_limit(rp, ev, r))
			continue;
		print_report_row(rp, &l, ev, r);
		if (rp->forest)
			chain_text(rp, ev, r);
	}
	free(l.buf);
}

static void print_report_event(struct report *rp, const struct event_rows *ev)
{
	if (!rp->opts->quiet)
		put_event_head(rp, ev);
	if (rp->blocks && rp->opts->total_cycles) {
		report_blocks_text(rp->blocks, ev);
		return;
	}
	if (rp->hierarchy)
		hierarchy_text(rp, ev);
	else
		print_report_rows(rp, ev);
	out_str(rp->out, "\n\n");
}

/* perf takes all branches of a row for the kind of the first of them. */
void report_branch_types(struct report *rp)
{
	struct branch_types types = { .forward = 0 };

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		for (uint32_t i = 0; i < rp->ev[e].nr; i++) {
			const struct rep_row *r = rp->ev[e].rows[i];

			branch_types_count(&types, r->extra->branch_flags, r->extra->from,
					   r->extra->to, r->self.nr);
		}
	branch_types_put(&types, rp->out);
}

/* perf's tips are drawn by lot. Where names are mostly missing, --unnamed tells the reason. */
static void put_tip(struct report *rp)
{
	const double share = rp->mode == REPORT_NORMAL && !rp->opts->unnamed &&
					     rep_has_key(rp, "symbol")
				     ? report_unresolved_share(rp)
				     : 0;

	if (share >= 20)
		out_printf(rp->out,
			   "#\n# (Tip: %.0f%% of the samples have no name; pdata report --unnamed "
			   "says what would give them one)\n#\n",
			   share);
	else
		out_str(rp->out, "#\n# (Tip: pdata report --sort help lists the sort keys)\n#\n");
}

void report_text(struct report *rp)
{
	uint64_t rows = 0;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		rows += rp->ev[e].nr;
	if (!rows) {
		rep_err("%s: no samples", rp->s->path);
		return;
	}
	if (!rp->opts->quiet)
		out_printf(rp->out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n",
			   rp->hist->lost_samples);
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].leader == e && (!rp->opts->skip_empty || rp->ev[e].nr_samples))
			print_report_event(rp, &rp->ev[e]);
	if (!rp->opts->quiet)
		put_tip(rp);
}
