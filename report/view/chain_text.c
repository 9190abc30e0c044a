/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the call graph below a report row in perf's modes graph, fractal, flat and folded, with
 * connecting lines and percentages.
 */
#include "view/chain_text.h"

#include "base/digits.h"
#include "base/memory.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/report_history.h"
#include "profile/keys/keys_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The state of drawing one call graph. */
struct draw {
	struct report *rp;
	struct out *o;
	const struct callgraph *g;
	int margin;
	struct branch_counts *counts; /* with --branch-history */
	int err;
};

#define LEFT 12 /* blanks before every line */

/*
 * Print FILE:LINE if frames are compared by address or by line. For an address without a known
 * line, print its offset in the function.
 */
static void print_frame_line(struct draw *d, const struct hist_location *pl)
{
	const struct chain_opts *c = &d->rp->chain;
	const char *line = pl->map && (c->by_address || c->by_line) ? report_frame_line(d->rp, pl)
								    : NULL;

	if (line)
		out_printf(d->o, " %s", line);
	else if (pl->map && c->by_address)
		out_printf(d->o, " +%" PRIu64, pl->addr - pl->sym->start);
}

/* Print the branch counts of a frame (--branch-history); @c: NULL if the frame has none. */
static void put_counts(struct draw *d, const struct branch_counts *c)
{
	char text[256];

	if (!d->counts)
		return;
	report_history_text(c, text, sizeof(text));
	out_str(d->o, text);
}

static void print_frame_name(struct draw *d, uint32_t cls)
{
	const struct locations *p = &d->rp->locations;
	const struct hist_location *pl = &p->all[p->classes[cls].location];

	if (pl->sym) {
		out_str(d->o, pl->sym->name);
		print_frame_line(d, pl);
		if (pl->sym->inlined)
			out_str(d->o, " (inlined)");
		return;
	}
	if (pl->ip)
		out_str(d->o, "0x");
	out_hex(d->o, pl->ip);
}

void chain_text_frame(struct report *rp, uint32_t cls)
{
	struct draw d = { .rp = rp, .o = rp->out };

	print_frame_name(&d, cls);
}

static void print_chain_percent(struct draw *d, double percent)
{
	const char *on = d->rp->colour ? report_colour(percent) : "";
	char text[REP_FIXED_SIZE];

	out_raw_str(d->o, on);
	out_raw(d->o, text, rep_fixed_text(text, percent, 2));
	out_char(d->o, '%');
	out_raw_str(d->o, *on ? REPORT_COLOUR_OFF : "");
}

static void print_chain_value(struct draw *d, uint64_t period, uint64_t count, uint64_t total)
{
	if (d->rp->chain.value == CHAIN_PERIOD)
		out_dec(d->o, period);
	else if (d->rp->chain.value == CHAIN_COUNT)
		out_dec(d->o, count);
	else
		print_chain_percent(d, total ? (double)period * 100.0 / (double)total : 0.0);
}

void chain_text_value(struct report *rp, const struct callgraph_node *n, uint64_t total)
{
	struct draw d = { .rp = rp, .o = rp->out };

	print_chain_value(&d, n->hit + n->children_hit, n->count + n->children_count, total);
}

static void put_margin(struct draw *d)
{
	out_pad(d->o, ' ', (size_t)(LEFT + d->margin));
}

/* Bit n of @mask: more branches follow at level n. Levels beyond 31 share bits, as in perf. */
static bool open_level(uint32_t mask, uint32_t level)
{
	return mask >> (level & 31) & 1;
}

static void put_separator(struct draw *d, uint32_t depth, uint32_t mask)
{
	put_margin(d);
	for (uint32_t i = 0; i < depth; i++)
		out_str(d->o, open_level(mask, i) ? "|          " : "           ");
	out_char(d->o, '\n');
}

/* Print the vertical lines before a name. */
static void put_rails(struct draw *d, uint32_t depth, uint32_t mask)
{
	put_margin(d);
	for (uint32_t i = 0; i < depth; i++)
		out_str(d->o, open_level(mask, i) ? "|          " : "           ");
}

static void put_rails_value(struct draw *d, uint32_t depth, uint32_t mask,
			    const struct callgraph_node *n, uint64_t total)
{
	put_rails(d, depth - 1, mask);
	out_char(d->o, open_level(mask, depth - 1) ? '|' : ' ');
	out_str(d->o, "--");
	print_chain_value(d, n->hit + n->children_hit, n->count + n->children_count, total);
	out_str(d->o, "--");
}

static void draw_frames(struct draw *d, const struct callgraph_node *n, uint32_t depth,
			uint32_t mask, uint64_t total)
{
	for (uint32_t i = 0; i < n->nr; i++) {
		if (i)
			put_rails(d, depth, mask);
		else
			put_rails_value(d, depth, mask, n, total);
		print_frame_name(d, d->g->classes[n->first + i]);
		put_counts(d, report_history_of(d->counts, n->first + i));
		out_char(d->o, '\n');
	}
}

/* In fractal graphs, the sum of branches below the threshold is printed as a branch of its own. */
static void draw_rest(struct draw *d, const struct callgraph_node *parent, uint64_t rest,
		      uint64_t counted, uint32_t depth, uint32_t mask, uint64_t total)
{
	struct callgraph_node n = { .hit = rest };

	if (d->rp->chain.value == CHAIN_COUNT) {
		if (parent->children_count <= counted)
			return;
		n.count = parent->children_count - counted;
	}
	put_rails_value(d, depth, mask & ~(1u << ((depth - 1) & 31)), &n, total);
	out_str(d->o, "[...]");
	put_counts(d, NULL);
	out_char(d->o, '\n');
}

/* Draw the children of @parent, indented by @depth levels. Return: whether anything was drawn. */
static bool draw_children(struct draw *d, uint32_t parent, uint64_t total, uint32_t depth,
			  uint32_t mask)
{
	const bool fractal = d->rp->chain.mode == CHAIN_FRACTAL;
	uint64_t rest = total, counted = 0;
	uint32_t inner = mask, printed = 0, n;

	for (n = d->g->nodes[parent].child; n; n = d->g->nodes[n].sibling) {
		const struct callgraph_node *c = &d->g->nodes[n];

		rest -= c->hit + c->children_hit;
		counted += c->count + c->children_count;
		if (!c->sibling && (!fractal || !rest))
			inner &= ~(1u << ((depth - 1) & 31));
		put_separator(d, depth, mask);
		draw_frames(d, c, depth, inner, total);
		draw_children(d, n, fractal ? c->children_hit : total, depth + 1,
			      inner | 1u << (depth & 31));
		if (++printed == d->rp->chain.print_limit)
			break;
	}
	if (fractal && rest && rest != total)
		draw_rest(d, &d->g->nodes[parent], rest, counted, depth, inner, total);
	return printed != 0;
}

/* If the first sort key is the symbol, the first frame of a single branch would repeat the row. */
static bool repeats_row(const struct draw *d)
{
	const struct report_opts *o = d->rp->opts;

	return !o->rows.fields && o->rows.sort && !strncmp(o->rows.sort, "sym", 3);
}

/*
 * Draw a single branch that weighs as much as the row, without a value. Return: whether it was
 * drawn.
 */
static bool draw_single(struct draw *d, const struct callgraph_node *n)
{
	bool drawn = false;
	uint32_t printed = 0;

	for (uint32_t i = repeats_row(d); i < n->nr; i++) {
		put_margin(d);
		if (!drawn) {
			out_str(d->o, "|\n");
			put_margin(d);
			out_str(d->o, "---");
			d->margin += 3;
			drawn = true;
		}
		print_frame_name(d, d->g->classes[n->first + i]);
		put_counts(d, report_history_of(d->counts, n->first + i));
		out_char(d->o, '\n');
		if (++printed == d->rp->chain.print_limit)
			break;
	}
	return drawn;
}

static void draw_graph(struct draw *d, uint64_t total, uint64_t row_period)
{
	uint32_t root = 0, first = d->g->nodes[0].child;
	const struct callgraph_node *n = &d->g->nodes[first];
	bool drawn = false;

	if (first && !n->sibling && n->hit + n->children_hit == row_period) {
		drawn = draw_single(d, n);
		root = first;
	}
	drawn |= draw_children(d, root, d->rp->chain.mode == CHAIN_FRACTAL ? row_period : total, 1,
			       1);
	if (drawn)
		out_char(d->o, '\n');
}

static uint32_t path_frames(const struct callgraph *g, uint32_t node, uint32_t *path)
{
	uint32_t nr = 0, swap;

	for (; node; node = g->nodes[node].parent)
		path[nr++] = node;
	for (uint32_t i = 0; i < nr / 2; i++) {
		swap = path[i];
		path[i] = path[nr - 1 - i];
		path[nr - 1 - i] = swap;
	}
	return nr;
}

/*
 * perf omits addresses without code from lists, such as those that unwinding found at the end of a
 * stack.
 */
static bool is_frame_listed(const struct draw *d, uint32_t cls)
{
	const struct locations *p = &d->rp->locations;

	return p->all[p->classes[cls].location].ip < PDATA_CONTEXT_MAX;
}

static void draw_flat_frames(struct draw *d, const uint32_t *path, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct callgraph_node *n = &d->g->nodes[path[i]];

		for (uint32_t f = 0; f < n->nr; f++) {
			if (!is_frame_listed(d, d->g->classes[n->first + f]))
				continue;
			out_pad(d->o, ' ', 16);
			print_frame_name(d, d->g->classes[n->first + f]);
			out_char(d->o, '\n');
		}
	}
}

static void draw_folded_frames(struct draw *d, const uint32_t *path, uint32_t nr)
{
	const char *sep = d->rp->opts->show.separator ? d->rp->opts->show.separator : ";";
	bool first = true;

	for (uint32_t i = 0; i < nr; i++) {
		const struct callgraph_node *n = &d->g->nodes[path[i]];

		for (uint32_t f = 0; f < n->nr; f++) {
			if (!is_frame_listed(d, d->g->classes[n->first + f]))
				continue;
			if (!first)
				out_raw_str(d->o, sep);
			print_frame_name(d, d->g->classes[n->first + f]);
			first = false;
		}
	}
}

static void draw_list(struct draw *d, uint64_t total)
{
	const bool folded = d->rp->chain.mode == CHAIN_FOLDED;
	uint32_t *path = mem_alloc(d->g->nr, sizeof(*path)), nr;

	if (!path)
		d->err = -ENOMEM;
	for (uint32_t i = 0; path && i < d->g->nr_flat; i++) {
		const struct callgraph_node *n = &d->g->nodes[d->g->flat[i]];

		nr = path_frames(d->g, d->g->flat[i], path);
		if (folded) {
			print_chain_value(d, n->hit, n->count, total);
			out_char(d->o, ' ');
			draw_folded_frames(d, path, nr);
		} else {
			out_pad(d->o, ' ', 11);
			print_chain_value(d, n->hit + n->children_hit, n->count + n->children_count,
					  total);
			out_char(d->o, '\n');
			draw_flat_frames(d, path, nr);
		}
		out_char(d->o, '\n');
		if (i + 1 == d->rp->chain.print_limit)
			break;
	}
	free(path);
}

bool chain_text_any(const struct report *rp, const struct event_rows *ev, const struct rep_row *row)
{
	const uint64_t period = rp->children ? row->acc.period : row->self.period;

	return rp->trie && (row->terminals || row->through) && period >= callgraph_min_hit(rp, ev);
}

uint64_t chain_text_total(const struct report *rp, const struct event_rows *ev)
{
	return rp->hierarchy ? report_event_total(rp, ev) : ev->period; /* as in perf */
}

bool chain_text_is_concurrent(const struct report *rp)
{
	return !rp->history && !rp->chain.by_address && !rp->chain.by_line;
}

int chain_text(struct report *rp, struct out *o, struct callgraph_scratch *scratch,
	       const struct event_rows *ev, const struct rep_row *row)
{
	uint64_t period = rp->children ? row->acc.period : row->self.period;
	const uint64_t total = chain_text_total(rp, ev);
	struct draw d = { .rp = rp, .o = o };
	struct callgraph g;

	if (!chain_text_any(rp, ev, row))
		return 0;
	d.g = &g;
	if (callgraph_build(&g, scratch, rp, row) ||
	    (rp->history && !(d.counts = report_history_counts(rp, &g, row))))
		d.err = -ENOMEM;
	else if (rp->chain.mode == CHAIN_FLAT || rp->chain.mode == CHAIN_FOLDED)
		draw_list(&d, total);
	else
		draw_graph(&d, total, period);
	callgraph_free(&g);
	free(d.counts);
	return d.err;
}
