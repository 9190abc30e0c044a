/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pdata report --json: prints the rows of a report as JSON. With --hierarchy, each row contains
 * the rows of the next level.
 */
#include "view/report_json.h"

#include "base/digits.h"
#include "base/out_jobs.h"
#include "base/out_json.h"
#include "object/symbols/object_symbols.h"
#include "profile/keys/key_table.h"
#include "profile/keys/report_ipc.h"
#include "profile/rows/report_hierarchy.h"
#include "view/row_line.h"
#include "view/rows_text.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_A_JOB 512u /* rows that a thread formats at a time */

static void print_json_fixed(struct pd_json *j, const char *key, double v)
{
	char text[REP_FIXED_SIZE];
	const size_t len = rep_fixed_text(text, v, 6);

	pd_json_begin(j, key);
	j->put(j->to, text, len);
}

static void print_json_sum(struct report *rp, struct pd_json *j, const struct rep_key *k,
			   const struct event_rows *ev, const struct rep_row *r)
{
	uint64_t total = report_key_total(rp, k, ev);

	if (!strcmp(k->name, "period"))
		return; /* put_totals() prints it in each row */
	if (k->acc && !rp->children)
		pd_json_fmt(j, k->name, "null");
	else if (k->percent)
		print_json_fixed(j, k->name,
				 total ? 100.0 * (double)rep_key_sum(k, r) / (double)total : 0.0);
	else if (k->average)
		print_json_fixed(j, k->name, rep_key_average(k, r));
	else
		pd_json_u64(j, k->name, rep_key_sum(k, r));
}

/* Print the text of a column without the blanks around it. */
static void print_json_text(struct report *rp, struct pd_json *j, const struct rep_key *k,
			    const struct rep_row *r)
{
	struct row_text text = { .buf = NULL };

	report_key_text(rp, k, r, report_key_width(rp, k, r), &text);
	pd_json_str(j, k->name, text.buf + strspn(text.buf, " "));
	free(text.buf);
}

/*
 * Print the symbol's name and, as a member of its own, the cpumode; without a symbol, also the
 * address.
 */
static void print_json_symbol(struct pd_json *j, const struct rep_row *r)
{
	if (r->sym)
		pd_json_str(j, "symbol", r->sym->name);
	else
		pd_json_fmt(j, "symbol", "null");
	pd_json_mem(j, "mode", &r->level, r->level ? 1 : 0);
	if (!r->sym)
		pd_json_addr(j, "address", r->addr);
}

/* Print instructions per cycle, if they are known. */
static void put_ipc(struct report *rp, struct pd_json *j, const struct rep_row *r)
{
	struct ipc ipc;

	if (rp->mode != REPORT_BRANCH || !r->sym || !report_ipc_of(rp, r, &ipc))
		return;
	pd_json_fmt(j, "ipc", "%.6f", ipc.per_cycle);
	pd_json_fmt(j, "ipc_coverage", "%.6f", ipc.coverage);
}

static void print_json_key(struct report *rp, struct pd_json *j, const struct rep_key *k,
			   const struct event_rows *ev, const struct rep_row *r)
{
	if (!rep_key_is_of(k, ev->event->index))
		return;
	if (!strcmp(k->name, "symbol"))
		print_json_symbol(j, r);
	else if (!strncmp(k->name, "ipc_", 4))
		put_ipc(rp, j, r);
	else if (k->scope == KEY_SUM)
		print_json_sum(rp, j, k, ev, r);
	else if (!strcmp(k->name, "comm"))
		/* not the column's text: the column is as wide as the widest name */
		pd_json_str(j, k->name, r->who->comm);
	else
		print_json_text(rp, j, k, r);
}

static void put_totals(struct pd_json *j, const struct rep_row *r)
{
	pd_json_u64(j, "samples", r->self.nr);
	pd_json_u64(j, "period", r->self.period);
}

static void print_json_row(struct report *rp, struct pd_json *j, const struct event_rows *ev,
			   const struct rep_row *r)
{
	pd_json_break(j, "\n");
	pd_json_open(j, NULL, '{');
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		print_json_key(rp, j, rp->cols[i].key, ev, r);
	put_totals(j, r);
	pd_json_close(j, '}');
}

/* ---- levels ------------------------------------------------------------------------------ */

static void print_json_level(struct report *rp, struct pd_json *j, const struct event_rows *ev,
			     const struct hier_level *levels, struct rep_row *const *rows,
			     uint32_t nr);

static void put_hier(struct report *rp, struct pd_json *j, const struct event_rows *ev,
		     const struct hier_level *levels, const struct hier *h)
{
	pd_json_break(j, "\n");
	pd_json_open(j, NULL, '{');
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (rp->cols[i].key->scope == KEY_SUM)
			print_json_key(rp, j, rp->cols[i].key, ev, &h->row);
	for (uint32_t k = levels[h->depth].first; k < levels[h->depth].end; k++)
		print_json_key(rp, j, rp->keys[k], ev, &h->row);
	put_totals(j, &h->row);
	if (!h->leaf)
		print_json_level(rp, j, ev, levels, h->kids.rows, h->kids.nr);
	pd_json_close(j, '}');
}

static void print_json_level(struct report *rp, struct pd_json *j, const struct event_rows *ev,
			     const struct hier_level *levels, struct rep_row *const *rows,
			     uint32_t nr)
{
	pd_json_open(j, "rows", '[');
	for (uint32_t i = 0; i < nr; i++)
		if (!rows[i]->filtered && !report_below_limit(rp, ev, rows[i]))
			put_hier(rp, j, ev, levels, (const struct hier *)(const void *)rows[i]);
	pd_json_close(j, ']');
}

static void put_levels(struct report *rp, struct pd_json *j, const struct event_rows *ev)
{
	struct hier_level *levels;
	const uint32_t nr = hierarchy_levels(rp, ev->event->index, &levels) ? ev->nr_top : 0;

	print_json_level(rp, j, ev, levels, ev->top, nr);
	free(levels);
}

/* ---- events ------------------------------------------------------------------------------ */

struct json_rows {
	struct report *rp;
	const struct event_rows *ev;
	uint32_t first; /* the first row that is printed; the others follow a comma */
};

static bool is_json_row(const struct json_rows *l, uint32_t at)
{
	return !l->ev->rows[at]->filtered && !report_below_limit(l->rp, l->ev, l->ev->rows[at]);
}

static void print_some_json_rows(void *ctx, struct out *o, uint32_t worker, uint32_t job)
{
	const struct json_rows *l = ctx;
	const uint32_t from = job * ROWS_A_JOB,
		       end = l->ev->nr - from < ROWS_A_JOB ? l->ev->nr : from + ROWS_A_JOB;
	struct pd_json j = out_json(o);

	(void)worker;
	j.comma = from > l->first;
	for (uint32_t i = from; i < end && !o->err; i++)
		if (is_json_row(l, i))
			print_json_row(l->rp, &j, l->ev, l->ev->rows[i]);
}

static void print_json_rows(struct report *rp, struct pd_json *j, const struct event_rows *ev)
{
	struct json_rows l = { .rp = rp, .ev = ev };

	while (l.first < ev->nr && !is_json_row(&l, l.first))
		l.first++;
	pd_json_open(j, "rows", '[');
	out_run_jobs(rp->out, rows_text_threads(rp, ev->nr),
		     ev->nr / ROWS_A_JOB + (ev->nr % ROWS_A_JOB != 0), print_some_json_rows, &l);
	pd_json_close(j, ']');
}

static void print_json_event(struct report *rp, struct pd_json *j, const struct event_rows *ev)
{
	pd_json_break(j, "\n");
	pd_json_open(j, NULL, '{');
	pd_json_str(j, "event", ev->name);
	pd_json_u64(j, "samples", rp->opts->show.relative ? ev->nr_shown : ev->nr_samples);
	pd_json_u64(j, "period", report_event_total(rp, ev));
	if (rp->hierarchy)
		put_levels(rp, j, ev);
	else
		print_json_rows(rp, j, ev);
	pd_json_close(j, '}');
}

void report_json(struct report *rp)
{
	struct pd_json j = out_json(rp->out);

	pd_json_open(&j, NULL, '{');
	pd_json_str(&j, "file", rp->s->path);
	pd_json_u64(&j, "lost_samples", rp->hist->lost_samples);
	pd_json_open(&j, "events", '[');
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].nr_samples || !rp->opts->show.skip_empty)
			print_json_event(rp, &j, &rp->ev[e]);
	pd_json_close(&j, ']');
	pd_json_close(&j, '}');
	out_char(rp->out, '\n');
}
