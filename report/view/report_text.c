/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints a report as text: event headers, column headers, and rows with columns fitted to their
 * contents.
 */
#include "view/report_text.h"

#include "console/command.h"
#include "profile/keys/key_table.h"
#include "profile/rows/report_setup.h"
#include "session/describe/branch_types.h"
#include "view/blocks_text.h"
#include "view/hierarchy_text.h"
#include "view/row_line.h"
#include "view/rows_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- columns ----------------------------------------------------------------------------- */

/*
 * perf truncates a header at this length if the names below are longer; the line of dots is as
 * long as the names.
 */
#define HEADER_MAX 1024

static void print_column_header(struct report *rp, const struct report_column *c)
{
	char text[HEADER_MAX];

	if (c->key->scope == KEY_SUM || c->key->field)
		snprintf(text, sizeof(text), "%*s", (int)c->width, c->header);
	else
		snprintf(text, sizeof(text), "%-*.*s", (int)c->width, (int)c->width, c->header);
	out_str(rp->out, text);
}

void report_text_headers(struct report *rp)
{
	bool first = true;

	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		const struct report_column *c = &rp->cols[i];

		if (c->skip)
			continue;
		if (!first)
			out_raw_str(rp->out, row_line_separator(rp));
		first = false;
		print_column_header(rp, c);
	}
}

static void print_report_headers(struct report *rp)
{
	bool first = true;

	out_str(rp->out, "# ");
	report_text_headers(rp);
	out_char(rp->out, '\n');
	if (rp->opts->show.separator)
		return;
	out_str(rp->out, "# ");
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

/* ---- events ------------------------------------------------------------------------------ */

/* Shorten a number to 206, 12K or 3M. */
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
	const char *sort = rp->opts->rows.sort;

	out_printf(rp->out, "\n# Total weight : %" PRIu64 "\n# Sort order   : ", weight);
	if (sort && *sort == '+')
		out_printf(rp->out, "%s,", report_default_sort(rp));
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

		samples += rp->opts->show.relative ? e->nr_shown : e->nr_samples;
		period += report_event_total(rp, e);
	}
	samples = short_count(samples, &unit);
	out_printf(rp->out, "# Samples: %" PRIu64 "%c", samples, unit);
	put_event_name(rp, ev);
	if (rp->opts->select.time)
		out_printf(rp->out, " (time slices: %s)", rp->opts->select.time);
	if (rp->opts->select.show_ref && any_without_chains(rp, ev))
		out_str(rp->out, ", show reference callgraph");
	if (rp->mode == REPORT_MEM)
		put_mem_head(rp, period);
	else
		out_printf(rp->out, "\n# Event count (approx.): %" PRIu64, period);
	if (rp->opts->select.socket_filter != UINT64_MAX)
		out_printf(rp->out, "\n# Processor Socket: %d",
			   (int)rp->opts->select.socket_filter);
	out_str(rp->out, "\n#\n");
}

static void print_report_rows(struct report *rp, const struct event_rows *ev)
{
	const size_t line_size = rows_text_fit(rp, ev);

	if (!rp->opts->show.quiet)
		print_report_headers(rp);
	if (rows_text(rp, ev, line_size))
		report_no_memory(rp);
}

static void print_report_event(struct report *rp, const struct event_rows *ev)
{
	if (!rp->opts->show.quiet)
		put_event_head(rp, ev);
	if (rp->blocks && rp->opts->rows.total_cycles) {
		report_blocks_text(rp, ev);
		return;
	}
	if (rp->hierarchy)
		hierarchy_text(rp, ev);
	else
		print_report_rows(rp, ev);
	out_str(rp->out, "\n\n");
}

/* perf classifies all branches of a row by the first of them. */
void report_branch_types(struct report *rp)
{
	struct branch_types types = { .forward = 0 };

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		for (uint32_t i = 0; i < rp->ev[e].nr; i++) {
			const struct rep_row *r = rp->ev[e].rows[i];
			const struct hist_extra *x = row_extra(rp, r);

			branch_types_count(&types, x->branch_flags, x->from, x->to, r->self.nr);
		}
	branch_types_put(&types, rp->out);
}

/*
 * perf prints a random tip. If many samples are unresolved, recommend --unnamed, which prints the
 * reason.
 */
static void put_tip(struct report *rp)
{
	const double share =
		rp->mode == REPORT_NORMAL && !rp->opts->show.unnamed && rep_has_key(rp, "symbol") &&
				rp->samples.nr
			? 100.0 * (double)rp->samples.nr_unresolved / (double)rp->samples.nr
			: 0;

	if (share >= 20)
		out_printf(rp->out,
			   "#\n# (Tip: %.0f%% of the samples have no symbol; pdata report "
			   "--unnamed lists what would resolve them)\n#\n",
			   share);
	else
		out_str(rp->out, "#\n# (Tip: pdata report --sort help lists the sort keys)\n#\n");
}

void report_elided_text(struct report *rp)
{
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (rp->cols[i].only)
			out_printf(rp->out, "# %s: %s\n", rp->cols[i].key->name, rp->cols[i].only);
}

bool report_text(struct report *rp)
{
	uint64_t rows = 0;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		rows += rp->ev[e].nr;
	if (!rows) {
		rep_err("%s: no samples", rp->s->path);
		return false;
	}
	if (!rp->opts->show.quiet)
		out_printf(rp->out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n",
			   rp->hist->lost_samples);
	/* perf skips a whole group if its first event has no samples. */
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].leader == e &&
		    (!rp->opts->show.skip_empty || report_group_has_samples(rp, &rp->ev[e])))
			print_report_event(rp, &rp->ev[e]);
	if (!rp->opts->show.quiet)
		put_tip(rp);
	return true;
}
