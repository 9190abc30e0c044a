/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds the call graph of one row from the shared call-graph trie: branches in perf's order, with
 * the threshold and mode of --call-graph.
 */
#include "base/memory.h"
#include "base/tree_sort.h"
#include "profile/callgraph/callgraph_trie_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * A frame of the shared trie with one part of its weight: that of the row's own samples, or that
 * of all others.
 */
struct share {
	uint32_t cls;
	uint32_t group; /* the class by which shares are grouped into branches */
	uint32_t frame;
	uint32_t first; /* number of the first chain through the frame */
	bool own;
	const struct location_class *order;
};

struct shares {
	struct share *s;
	uint32_t nr, cap;
};

/* The shares of one group: a branch of the graph. */
struct branch {
	uint32_t first, nr; /* range in the shares, sorted by first chain */
	uint32_t rank;	    /* perf's order of branches with equal weight */
	uint64_t cumul, count;
};

struct build {
	struct callgraph *g;
	struct report *rp;
	struct callgraph_trie *f;
	uint64_t min_hit;
	int err; /* 0 or -ENOMEM: the graph is incomplete */
};

static void share_add(struct build *b, struct shares *l, uint32_t frame, bool own)
{
	uint32_t cls = b->f->frames[frame].cls;

	if (!mem_room(&l->s, &l->cap, l->nr, sizeof(*l->s))) {
		b->err = -ENOMEM;
		return;
	}
	l->s[l->nr++] =
		(struct share){ .cls = cls,
				.group = cls,
				.frame = frame,
				.own = own,
				.first = own ? b->f->own[frame].first : b->f->frames[frame].first,
				.order = &b->rp->places.classes[cls] };
}

static uint64_t share_count(const struct build *b, const struct share *s)
{
	const struct own_share *o = &b->f->own[s->frame];

	return s->own ? o->nr_cumul : b->f->frames[s->frame].nr_cumul - o->nr_cumul;
}

static uint64_t share_cumul(const struct build *b, const struct share *s)
{
	const struct own_share *o = &b->f->own[s->frame];

	return s->own ? o->cumul : b->f->frames[s->frame].cumul - o->cumul;
}

/* The children of the shares, without those of weight 0. */
static void shares_below(struct build *b, const struct share *s, uint32_t nr, struct shares *out)
{
	struct share c;

	out->nr = 0;
	for (uint32_t i = 0; i < nr; i++) {
		c = s[i];
		for (c.frame = b->f->frames[s[i].frame].child; c.frame;
		     c.frame = b->f->frames[c.frame].sibling)
			if (share_count(b, &c))
				share_add(b, out, c.frame, c.own);
	}
}

/* ---- branches ---------------------------------------------------------------------------- */

static int compare_share_names(const void *x, const void *y)
{
	const struct share *a = x, *b = y;

	if (a->order->name_id != b->order->name_id)
		return a->order->name_id < b->order->name_id ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/*
 * Inlined functions have no address of their own, so their shares are grouped by name, together
 * with a real call of that name, if there is one. If the first share of a name is inlined, all
 * shares of that name are grouped. Return: whether there are both inlined and other shares.
 */
static bool group_by_name(struct shares *l)
{
	uint32_t inlined = 0, lead = 0;

	for (uint32_t i = 0; i < l->nr; i++)
		inlined += l->s[i].order->inlined;
	if (!inlined)
		return false;
	qsort(l->s, l->nr, sizeof(*l->s), compare_share_names);
	for (uint32_t i = 0; i < l->nr; i++) {
		if (l->s[i].order->name_id != l->s[lead].order->name_id)
			lead = i;
		if (l->s[i].order->inlined || l->s[lead].order->inlined)
			l->s[i].group = l->s[lead].group;
	}
	return inlined != l->nr;
}

static int by_group(const void *x, const void *y)
{
	const struct share *a = x, *b = y;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

struct ranking {
	const struct share *s;
	const struct branch *br;
};

/* perf sorts branches by object and address, descending. */
static bool branch_before(const void *ctx, uint32_t a, uint32_t b)
{
	const struct ranking *r = ctx;

	return location_class_compare(r->s[r->br[b].first].order, r->s[r->br[a].first].order) < 0;
}

static int rank_order(const void *x, const void *y, void *ctx)
{
	const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	if (branch_before(ctx, a, b))
		return -1;
	return branch_before(ctx, b, a) ? 1 : a < b ? -1 : a > b;
}

static int earlier_first(const void *x, const void *y, void *ctx)
{
	const struct share *s = ctx;
	const uint32_t a = s[((const struct branch *)x)->first].first,
		       b = s[((const struct branch *)y)->first].first;

	return a < b ? -1 : a > b;
}

/*
 * Set the rank of each branch. @mixed: inlined functions and others have no consistent order, so
 * the order of insertion in perf's tree decides.
 */
static int rank_branches(const struct share *s, struct branch *br, uint32_t nr, bool mixed)
{
	const struct ranking r = { s, br };
	uint32_t *order = mem_alloc(nr, sizeof(*order));
	int err = 0;

	if (!order)
		return -ENOMEM;
	if (mixed) {
		qsort_r(br, nr, sizeof(*br), earlier_first, (void *)(uintptr_t)s);
		err = tree_sort(order, nr, branch_before, &r);
	} else {
		for (uint32_t i = 0; i < nr; i++)
			order[i] = i;
		qsort_r(order, nr, sizeof(*order), rank_order, (void *)(uintptr_t)&r);
	}
	for (uint32_t i = 0; i < nr; i++)
		br[order[i]].rank = i;
	free(order);
	return err;
}

static bool one_branch(struct shares *l)
{
	uint32_t i = 1;

	while (i < l->nr && l->s[i].cls == l->s[0].cls)
		i++;
	if (i >= l->nr)
		return true;
	group_by_name(l);
	for (i = 1; i < l->nr; i++)
		if (l->s[i].group != l->s[0].group)
			return false;
	return true;
}

static uint32_t find_branches(struct build *b, struct shares *l, struct branch **out)
{
	const bool mixed = group_by_name(l);
	struct branch *br = NULL;
	uint32_t nr = 0;

	*out = NULL;
	if (!l->nr)
		return 0;
	if (l->nr > 1)
		qsort(l->s, l->nr, sizeof(*l->s), by_group);
	br = mem_alloc(l->nr, sizeof(*br));
	if (!br) {
		b->err = -ENOMEM;
		return 0;
	}
	for (uint32_t i = 0; i < l->nr; i++) {
		if (!i || l->s[i].group != l->s[i - 1].group)
			br[nr++].first = i;
		br[nr - 1].nr++;
		br[nr - 1].cumul += share_cumul(b, &l->s[i]);
		br[nr - 1].count += share_count(b, &l->s[i]);
	}
	if (nr > 1 && rank_branches(l->s, br, nr, mixed && nr > 2))
		b->err = -ENOMEM;
	*out = br;
	return nr;
}

/* The class that names a branch: that of the share with the first chain. */
static uint32_t earliest_class(const struct share *s, uint32_t nr)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < nr; i++)
		if (s[i].first < s[best].first)
			best = i;
	return s[best].cls;
}

/* ---- nodes ------------------------------------------------------------------------------- */

/* Add a node. Return: its number; 0, which is the root's, if memory is exhausted. */
static uint32_t graph_node_new(struct build *b, uint32_t parent)
{
	struct callgraph *g = b->g;

	if (!mem_room(&g->nodes, &g->cap, g->nr, sizeof(*g->nodes))) {
		b->err = -ENOMEM;
		return 0;
	}
	g->nodes[g->nr] = (struct callgraph_node){ .first = g->nr_classes, .parent = parent };
	return g->nr++;
}

static void node_frame(struct build *b, uint32_t node, uint32_t cls)
{
	struct callgraph *g = b->g;

	if (!mem_room(&g->classes, &g->cap_classes, g->nr_classes, sizeof(*g->classes))) {
		b->err = -ENOMEM;
		return;
	}
	g->classes[g->nr_classes++] = cls;
	g->nodes[node].nr++;
}

static void node_ends(const struct build *b, struct callgraph_node *n, const struct share *s,
		      uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct trie_frame *t = &b->f->frames[s[i].frame];
		const struct own_share *o = &b->f->own[s[i].frame];

		n->hit += s[i].own ? o->hit : t->hit - o->hit;
		n->count += s[i].own ? o->nr : t->nr - o->nr;
	}
}

static uint64_t min_below(const struct build *b, const struct callgraph_node *n)
{
	if (b->rp->chain.mode != CHAIN_FRACTAL)
		return b->min_hit;
	return (uint64_t)ceil((double)n->children_hit * (b->rp->chain.min_percent / 100.0));
}

static void build_below(struct build *b, uint32_t node, struct shares *l);

/*
 * Add one branch: frames up to the first at which a chain ends or branches fork, then the branches
 * below.
 */
static void build_graph_branch(struct build *b, uint32_t parent, const struct share *s, uint32_t nr)
{
	uint32_t node = graph_node_new(b, parent);
	struct shares below = { 0 }, kept = { 0 };

	while (!b->err) {
		node_frame(b, node, earliest_class(s, nr));
		node_ends(b, &b->g->nodes[node], s, nr);
		shares_below(b, s, nr, &below);
		if (!below.nr || !one_branch(&below) || b->g->nodes[node].count)
			break;
		struct shares swap = kept;

		kept = below;
		below = swap;
		s = kept.s;
		nr = kept.nr;
	}
	build_below(b, node, &below);
	free(below.s);
	free(kept.s);
}

static int heavier_first(const void *x, const void *y)
{
	const struct branch *a = x, *b = y;

	if (a->cumul != b->cumul)
		return a->cumul > b->cumul ? -1 : 1;
	return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static int by_rank(const void *x, const void *y)
{
	const struct branch *a = x, *b = y;

	return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static void build_below(struct build *b, uint32_t node, struct shares *l)
{
	bool flat = b->rp->chain.mode == CHAIN_FLAT || b->rp->chain.mode == CHAIN_FOLDED;
	struct branch *br;
	uint32_t nr = find_branches(b, l, &br), last = 0, child;
	uint64_t min;

	for (uint32_t i = 0; i < nr; i++) {
		b->g->nodes[node].children_hit += br[i].cumul;
		b->g->nodes[node].children_count += br[i].count;
	}
	min = min_below(b, &b->g->nodes[node]);
	if (nr > 1)
		qsort(br, nr, sizeof(*br), flat ? by_rank : heavier_first);
	for (uint32_t i = 0; i < nr && !b->err; i++) {
		if (br[i].cumul < min)
			continue;
		child = b->g->nr;
		build_graph_branch(b, node, l->s + br[i].first, br[i].nr);
		if (last)
			b->g->nodes[last].sibling = child;
		else
			b->g->nodes[node].child = child;
		last = child;
	}
	free(br);
}

/*
 * Add the weight of the row's own samples to every frame above their ends, and collect the
 * outermost frames. A search among the root's children would visit the outermost frames of all
 * rows.
 */
static void weigh_own(struct build *b, const struct rep_row *row, struct shares *outermost)
{
	struct callgraph_trie *f = b->f;
	const uint32_t root = f->roots[row->group];

	for (uint32_t e = row->terminals; e; e = f->ends[e].next) {
		const struct chain_end *end = &f->ends[e];

		f->own[end->frame].hit += end->period;
		f->own[end->frame].nr += end->nr;
		for (uint32_t n = end->frame; n; n = f->frames[n].parent) {
			if (!f->own[n].nr_cumul && f->frames[n].parent == root)
				share_add(b, outermost, n, true);
			f->own[n].cumul += end->period;
			f->own[n].nr_cumul += end->nr;
			/* the oldest end, whose chain is the first, comes last */
			f->own[n].first = end->first;
		}
	}
}

static void clear_own(struct callgraph_trie *f, const struct rep_row *row)
{
	for (uint32_t e = row->terminals; e; e = f->ends[e].next)
		for (uint32_t n = f->ends[e].frame; n; n = f->frames[n].parent)
			f->own[n] = (struct own_share){ 0 };
}

/* ---- flat lists -------------------------------------------------------------------------- */

/* A node to be sorted by weight; nodes of equal weight keep their order. */
struct flat_item {
	uint64_t hit;
	uint32_t place, node;
};

static int flat_order(const void *x, const void *y)
{
	const struct flat_item *a = x, *b = y;

	if (a->hit != b->hit)
		return a->hit > b->hit ? -1 : 1;
	return a->place < b->place ? -1 : 1;
}

static void flat_add(struct callgraph *g, struct flat_item *items, uint32_t node, uint64_t min_hit)
{
	if (!g->nodes[node].hit || g->nodes[node].hit < min_hit)
		return;
	items[g->nr_flat] =
		(struct flat_item){ .hit = g->nodes[node].hit, .place = g->nr_flat, .node = node };
	g->nr_flat++;
}

/*
 * Sort nodes for flat lists. Nodes were created parents first, in the order of branches; perf
 * visits the nodes below a node before the node itself.
 */
static int flat_list(struct callgraph *g, uint64_t min_hit)
{
	uint32_t *stack = mem_alloc(g->nr, sizeof(*stack)), depth = 0;
	struct flat_item *items = mem_alloc(g->nr, sizeof(*items));

	g->flat = stack;
	if (!stack || !items) {
		free(items);
		return -ENOMEM;
	}
	for (uint32_t n = 1; n < g->nr; n++) {
		while (depth && stack[depth - 1] != g->nodes[n].parent)
			flat_add(g, items, stack[--depth], min_hit);
		stack[depth++] = n;
	}
	while (depth)
		flat_add(g, items, stack[--depth], min_hit);
	qsort(items, g->nr_flat, sizeof(*items), flat_order);
	for (uint32_t i = 0; i < g->nr_flat; i++)
		g->flat[i] = items[i].node;
	free(items);
	return 0;
}

int callgraph_build(struct callgraph *g, struct report *rp, const struct rep_row *row)
{
	struct build b = { .g = g, .rp = rp, .f = rp->trie };
	struct shares l = { 0 }, outermost = { 0 };

	*g = (struct callgraph){ 0 };
	b.min_hit = callgraph_min_hit(rp, &rp->ev[row->event]);
	graph_node_new(&b, 0);
	if (b.err)
		return b.err;
	weigh_own(&b, row, &outermost);
	for (uint32_t p = row->through; p; p = b.f->passes[p].next) {
		struct share s = { .frame = b.f->passes[p].frame };

		if (share_count(&b, &s))
			share_add(&b, &l, s.frame, false);
	}
	for (uint32_t i = 0; i < outermost.nr; i++)
		share_add(&b, &l, outermost.s[i].frame, true);
	free(outermost.s);
	build_below(&b, 0, &l);
	clear_own(b.f, row);
	free(l.s);
	if (!b.err && (rp->chain.mode == CHAIN_FLAT || rp->chain.mode == CHAIN_FOLDED))
		b.err = flat_list(g, b.min_hit);
	return b.err;
}

void callgraph_free(struct callgraph *g)
{
	free(g->nodes);
	free(g->classes);
	free(g->flat);
	*g = (struct callgraph){ 0 };
}
