/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the rows of an event as text, with the call graphs below them. If there are many rows,
 * several threads fit the columns and format the rows.
 */
#include "view/rows_text.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "base/out_jobs.h"
#include "common/prefetch.h"
#include "console/command.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/keys/key_table.h"
#include "view/chain_text.h"
#include "view/row_line.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_EACH 10000u   /* rows that are worth a thread */
#define ROWS_A_JOB 512u	   /* rows that a thread formats at a time */
#define FITTED_A_JOB 8192u /* rows whose columns a thread fits at a time */

/* How far ahead the members of a row are prefetched: rows are sorted, so they are not adjacent. */
#define ROWS_AHEAD 12u

static void prefetch_printed_row(const struct event_rows *ev, uint32_t at)
{
	if (at >= ev->nr)
		return;
	pd_prefetch(ev->rows[at]);
	pd_prefetch(&ev->rows[at]->self);
}

uint32_t rows_text_threads(const struct report *rp, uint32_t nr)
{
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (!rp->cols[i].skip && !rp->cols[i].key->concurrent)
			return 1;
	return rep_nr_threads(rp->opts->rows.jobs, nr / ROWS_EACH);
}

/* ---- columns ----------------------------------------------------------------------------- */

struct fitting {
	const struct report *rp;
	const struct event_rows *ev;
	unsigned *widths; /* by job and column */
};

static void fit_some_rows(void *ctx, uint32_t job)
{
	const struct fitting *f = ctx;
	const struct report *rp = f->rp;
	const uint32_t from = job * FITTED_A_JOB,
		       end = f->ev->nr - from < FITTED_A_JOB ? f->ev->nr : from + FITTED_A_JOB;
	unsigned *widths = f->widths + (size_t)job * rp->nr_cols, w;

	for (uint32_t i = from; i < end; i++) {
		prefetch_printed_row(f->ev, i + ROWS_AHEAD);
		for (uint32_t c = 0; c < rp->nr_cols && !f->ev->rows[i]->filtered; c++) {
			if (rp->cols[c].skip || rp->cols[c].key->scope == KEY_SUM)
				continue;
			w = report_key_width(rp, rp->cols[c].key, f->ev->rows[i]);
			if (w > widths[c])
				widths[c] = w;
		}
	}
}

size_t rows_text_fit(struct report *rp, const struct event_rows *ev)
{
	const uint32_t jobs = ev->nr / FITTED_A_JOB + 1;
	struct fitting f = { .rp = rp, .ev = ev };

	for (uint32_t i = 0; i < rp->nr_cols; i++)
		rp->cols[i].skip = rp->cols[i].elide ||
				   !rep_key_is_of(rp->cols[i].key, ev->event->index);
	f.widths = rep_alloc((size_t)jobs * rp->nr_cols, sizeof(*f.widths));
	rep_run_jobs(rows_text_threads(rp, ev->nr), jobs, fit_some_rows, &f);
	for (uint32_t c = 0; c < rp->nr_cols; c++) {
		if (rp->cols[c].skip)
			continue;
		rp->cols[c].width = 0;
		for (uint32_t j = 0; j < jobs; j++)
			if (f.widths[(size_t)j * rp->nr_cols + c] > rp->cols[c].width)
				rp->cols[c].width = f.widths[(size_t)j * rp->nr_cols + c];
		row_line_fit_end(rp, &rp->cols[c], ev);
	}
	free(f.widths);
	return row_line_size(rp);
}

/* ---- rows -------------------------------------------------------------------------------- */

/* What a thread needs for itself. */
struct rows_worker {
	struct callgraph_scratch scratch;
	int err;
};

struct rows_printer {
	struct report *rp;
	const struct event_rows *ev;
	size_t line_size;
	/* The first rows may have call graphs, and are a job each; a job has ROWS_A_JOB others. */
	uint32_t nr_heavy;
	struct rows_worker workers[REP_THREADS_MAX];
};

/* The line is made in the buffer of @o, which has room for it. */
void rows_text_row(const struct report *rp, struct out *o, const struct event_rows *ev,
		   size_t line_size, const struct rep_row *r)
{
	const char *separator = row_line_separator(rp);
	const size_t separator_len = strlen(separator);
	struct row_line l = { .size = line_size };
	bool first = true;

	if (o->cap - o->len <= l.size)
		out_make_room(o, l.size + 1);
	if (o->cap - o->len <= l.size)
		return;
	l.buf = o->buf + o->len;
	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		const struct report_column *c = &rp->cols[i];
		size_t start;

		if (c->skip)
			continue;
		if (!rp->opts->show.separator || !first)
			row_line_add(&l, separator, separator_len);
		first = false;
		start = l.len;
		if (c->key->scope == KEY_SUM)
			row_line_print_sums(rp, &l, c, ev, r);
		else
			row_line_print_key(rp, &l, c, r);
		if (i + 1 < rp->nr_cols && l.len - start < c->width)
			row_line_pad(&l, c->width - (l.len - start));
	}
	o->len += l.len;
	out_char(o, '\n');
}

static void print_some_rows(void *ctx, struct out *o, uint32_t worker, uint32_t job)
{
	struct rows_printer *p = ctx;
	struct rows_worker *w = &p->workers[worker];
	const struct event_rows *ev = p->ev;
	uint32_t at = job, end = job + 1;

	if (job >= p->nr_heavy) {
		at = p->nr_heavy + (job - p->nr_heavy) * ROWS_A_JOB;
		end = ev->nr - at < ROWS_A_JOB ? ev->nr : at + ROWS_A_JOB;
	}
	for (; at < end && !o->err && !w->err; at++) {
		const struct rep_row *r = ev->rows[at];

		prefetch_printed_row(ev, at + ROWS_AHEAD);
		if (r->filtered || report_below_limit(p->rp, ev, r))
			continue;
		rows_text_row(p->rp, o, ev, p->line_size, r);
		if (p->rp->trie)
			w->err = chain_text(p->rp, o, &w->scratch, ev, r);
	}
}

/* Return the number of rows before the first one that weighs too little for a call graph. */
static uint32_t rows_with_graph(const struct report *rp, const struct event_rows *ev)
{
	const uint64_t min = rp->trie ? callgraph_min_hit(rp, ev) : 0;
	uint32_t nr = 0;

	if (!rp->trie)
		return 0;
	while (nr < ev->nr && nr < ROWS_A_JOB &&
	       (rp->children ? ev->rows[nr]->acc.period : ev->rows[nr]->self.period) >= min)
		nr++;
	return nr;
}

int rows_text(struct report *rp, const struct event_rows *ev, size_t line_size)
{
	struct rows_printer p = { .rp = rp, .ev = ev, .line_size = line_size };
	uint32_t threads = rows_text_threads(rp, ev->nr), others;
	int err = 0;

	if (rp->trie && !chain_text_is_concurrent(rp))
		threads = 1;
	p.nr_heavy = rows_with_graph(rp, ev);
	others = ev->nr - p.nr_heavy;
	out_run_jobs(rp->out, threads,
		     p.nr_heavy + others / ROWS_A_JOB + (others % ROWS_A_JOB != 0), print_some_rows,
		     &p);
	for (uint32_t i = 0; i < REP_THREADS_MAX; i++) {
		err = err ? err : p.workers[i].err;
		callgraph_scratch_free(&p.workers[i].scratch);
	}
	return err;
}
