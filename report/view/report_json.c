/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pdata report --json: the rows of a report for programs; with --hierarchy each has those of the
 * next level below it.
 */
#include "view/report_json.h"

#include "base/out_json.h"
#include "object/symbols/object_symbols.h"
#include "profile/keys/key_table.h"
#include "profile/keys/report_ipc.h"
#include "profile/rows/report_hierarchy.h"
#include "view/row_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_json_number(struct report *rp, const struct rep_key *k,
			      const struct event_rows *ev, const struct rep_row *r)
{
	uint64_t total = report_key_total(rp, k, ev);

	if (k->acc && !rp->children)
		out_str(rp->out, "null");
	else if (k->percent)
		out_printf(rp->out, "%.6f",
			   total ? 100.0 * (double)rep_key_sum(k, r) / (double)total : 0.0);
	else if (k->average)
		out_printf(rp->out, "%.6f", rep_key_average(k, r));
	else
		out_printf(rp->out, "%" PRIu64, rep_key_sum(k, r));
}

/* The text of a column without the blanks around it. */
static void print_json_text(struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	char *text = report_key_text(rp, k, r, report_key_width(rp, k, r));

	out_json_str(rp->out, text + strspn(text, " "));
	free(text);
}

/*
 * A symbol is its name and, apart from that, the mode it ran in; without a name it is its address.
 */
static void print_json_symbol(struct report *rp, bool *first, const struct rep_row *r)
{
	char mode[2] = { r->level, 0 };

	out_json_key(rp->out, first, "symbol");
	if (r->sym)
		out_json_str(rp->out, r->sym->name);
	else
		out_str(rp->out, "null");
	out_json_key(rp->out, first, "mode");
	out_json_str(rp->out, mode);
	if (!r->sym) {
		out_json_key(rp->out, first, "address");
		out_printf(rp->out, "\"0x%" PRIx64 "\"", r->addr);
	}
}

/* Nothing where it is not known. */
static void put_ipc(struct report *rp, bool *first, const struct rep_row *r)
{
	struct ipc ipc;

	if (rp->mode != REPORT_BRANCH || !r->sym || !report_ipc_of(rp, r, &ipc))
		return;
	out_json_key(rp->out, first, "ipc");
	out_printf(rp->out, "%.6f", ipc.per_cycle);
	out_json_key(rp->out, first, "ipc_coverage");
	out_printf(rp->out, "%.6f", ipc.coverage);
}

static void print_json_key(struct report *rp, bool *first, const struct rep_key *k,
			   const struct event_rows *ev, const struct rep_row *r)
{
	if (!rep_key_is_of(k, ev->event->index))
		return;
	if (!strcmp(k->name, "symbol")) {
		print_json_symbol(rp, first, r);
	} else if (!strncmp(k->name, "ipc_", 4)) {
		put_ipc(rp, first, r);
	} else {
		out_json_key(rp->out, first, k->name);
		if (k->scope == KEY_SUM)
			print_json_number(rp, k, ev, r);
		else if (!strcmp(k->name, "comm"))
			out_json_str(rp->out,
				     /* columns are as wide as the last name of a thread */
				     r->who->comm);
		else
			print_json_text(rp, k, r);
	}
}

static void put_totals(struct report *rp, bool *first, const struct rep_row *r)
{
	out_json_key(rp->out, first, "samples");
	out_printf(rp->out, "%" PRIu64 ",\"period\":%" PRIu64, r->self.nr, r->self.period);
}

static void print_json_row(struct report *rp, const struct event_rows *ev, const struct rep_row *r)
{
	bool first = true;

	out_char(rp->out, '{');
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		print_json_key(rp, &first, rp->cols[i].key, ev, r);
	put_totals(rp, &first, r);
	out_char(rp->out, '}');
}

/* ---- levels ------------------------------------------------------------------------------ */

static void print_json_level(struct report *rp, const struct event_rows *ev,
			     const struct hier_level *levels, struct rep_row *const *rows,
			     uint32_t nr);

static void put_hier(struct report *rp, const struct event_rows *ev,
		     const struct hier_level *levels, const struct hier *h)
{
	bool first = true;

	out_char(rp->out, '{');
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (rp->cols[i].key->scope == KEY_SUM)
			print_json_key(rp, &first, rp->cols[i].key, ev, &h->row);
	for (uint32_t k = levels[h->depth].first; k < levels[h->depth].end; k++)
		print_json_key(rp, &first, rp->keys[k], ev, &h->row);
	put_totals(rp, &first, &h->row);
	if (!h->leaf) {
		out_json_key(rp->out, &first, "rows");
		print_json_level(rp, ev, levels, h->kids.rows, h->kids.nr);
	}
	out_char(rp->out, '}');
}

static void print_json_level(struct report *rp, const struct event_rows *ev,
			     const struct hier_level *levels, struct rep_row *const *rows,
			     uint32_t nr)
{
	bool first = true;

	out_char(rp->out, '[');
	for (uint32_t i = 0; i < nr; i++) {
		if (rows[i]->filtered || report_below_limit(rp, ev, rows[i]))
			continue;
		out_raw_str(rp->out, first ? "\n" : ",\n");
		first = false;
		put_hier(rp, ev, levels, (const struct hier *)(const void *)rows[i]);
	}
	out_char(rp->out, ']');
}

static void put_levels(struct report *rp, const struct event_rows *ev)
{
	struct hier_level *levels;

	if (hierarchy_levels(rp, ev->event->index, &levels))
		print_json_level(rp, ev, levels, ev->top, ev->nr_top);
	else
		out_str(rp->out, "[]");
	free(levels);
}

/* ---- events ------------------------------------------------------------------------------ */

static void print_json_rows(struct report *rp, const struct event_rows *ev)
{
	bool first = true;

	out_char(rp->out, '[');
	for (uint32_t i = 0; i < ev->nr; i++) {
		if (ev->rows[i]->filtered || report_below_limit(rp, ev, ev->rows[i]))
			continue;
		out_raw_str(rp->out, first ? "\n" : ",\n");
		first = false;
		print_json_row(rp, ev, ev->rows[i]);
	}
	out_char(rp->out, ']');
}

static void print_json_event(struct report *rp, const struct event_rows *ev)
{
	out_str(rp->out, "{\"event\":");
	out_json_str(rp->out, ev->name);
	out_printf(rp->out, ",\"samples\":%" PRIu64 ",\"period\":%" PRIu64 ",\"rows\":",
		   rp->opts->show.relative ? ev->nr_shown : ev->nr_samples,
		   report_event_total(rp, ev));
	if (rp->hierarchy)
		put_levels(rp, ev);
	else
		print_json_rows(rp, ev);
	out_char(rp->out, '}');
}

void report_json(struct report *rp)
{
	bool first = true;

	out_str(rp->out, "{\"file\":");
	out_json_str(rp->out, rp->s->path);
	out_printf(rp->out, ",\"lost_samples\":%" PRIu64 ",\"events\":[", rp->hist->lost_samples);
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		if (!rp->ev[e].nr_samples && rp->opts->show.skip_empty)
			continue;
		out_raw_str(rp->out, first ? "\n" : ",\n");
		first = false;
		print_json_event(rp, &rp->ev[e]);
	}
	out_str(rp->out, "]}\n");
}
