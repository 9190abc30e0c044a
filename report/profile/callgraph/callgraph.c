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

/* The part of a frame's weight that comes from samples of the row whose graph is built. */
struct own_share {
	uint64_t hit, cumul;
	uint64_t nr, nr_cumul;
	uint32_t frame;
	uint32_t first;		 /* number of the row's first chain through the frame */
	uint32_t parent;	 /* element of the frame above, a lower one; 0: none */
	uint32_t child, sibling; /* elements of frames with own weight; 0: none */
};

/*
 * A frame of the shared trie with one part of its weight: that of the row's own samples, or that
 * of all others.
 */
struct share {
	uint32_t cls;
	uint32_t group; /* the class by which shares are grouped into branches */
	uint32_t frame;
	uint32_t first; /* number of the first chain through the frame */
	uint32_t at;	/* element of the frame's own weight, 0: it has none */
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
	const struct callgraph_trie *f;
	struct callgraph_scratch *c;
	uint64_t min_hit;
	int err; /* 0 or -ENOMEM: the graph is incomplete */
};

/* ---- own weights ------------------------------------------------------------------------- */

static uint32_t own_slot(const struct callgraph_scratch *c, uint32_t frame)
{
	uint32_t slot = frame * 2654435769u >> 7 & c->mask;

	while (c->index[slot] && c->own[c->index[slot]].frame != frame)
		slot = (slot + 1) & c->mask;
	return slot;
}

/* Return the element of @frame's own weight, or 0 if it has none. */
static uint32_t own_find(const struct callgraph_scratch *c, uint32_t frame)
{
	return c->nr > 1 ? c->index[own_slot(c, frame)] : 0;
}

/* Make room for one more element; the index is at most half full. Return: 0 or -ENOMEM. */
static int own_room(struct callgraph_scratch *c)
{
	uint32_t cap = c->mask + 1, *index;

	if (!mem_room(&c->own, &c->cap, c->nr, sizeof(*c->own)))
		return -ENOMEM;
	if (c->index && c->nr < cap / 2)
		return 0;
	if (cap > UINT32_MAX / 2)
		return -ENOMEM;
	cap = c->index ? cap * 2 : 1024;
	index = mem_alloc(cap, sizeof(*index));
	if (!index)
		return -ENOMEM;
	free(c->index);
	c->index = index;
	c->mask = cap - 1;
	for (uint32_t i = 1; i < c->nr; i++)
		index[own_slot(c, c->own[i].frame)] = i;
	return 0;
}

static uint32_t own_add(struct build *b, uint32_t frame, uint32_t parent)
{
	struct callgraph_scratch *c = b->c;
	struct own_share *o;

	if (own_room(c)) {
		b->err = -ENOMEM;
		return 0;
	}
	o = &c->own[c->nr];
	*o = (struct own_share){ .frame = frame, .first = UINT32_MAX, .parent = parent };
	if (parent) {
		o->sibling = c->own[parent].child;
		c->own[parent].child = c->nr;
	}
	c->index[own_slot(c, frame)] = c->nr;
	return c->nr++;
}

/*
 * Return the element of @frame. Elements of it and of the frames above are added if there are
 * none, the outermost first.
 */
static uint32_t own_at(struct build *b, uint32_t frame)
{
	struct callgraph_scratch *c = b->c;
	uint32_t nr = 0, at = 0;

	for (; frame && !(at = own_find(c, frame)); frame = b->f->frames[frame].parent) {
		if (!mem_room(&c->path, &c->cap_path, nr, sizeof(*c->path))) {
			b->err = -ENOMEM;
			return 0;
		}
		c->path[nr++] = frame;
	}
	while (nr && !b->err)
		at = own_add(b, c->path[--nr], at);
	return at;
}

/*
 * Collect the weights of the row's own samples, at each frame above their ends. Elements of frames
 * above come first, so sums are complete when they are added to the frame above.
 */
static void weigh_own(struct build *b, const struct rep_row *row)
{
	struct own_share *own;

	for (uint32_t e = row->terminals; e && !b->err; e = b->f->ends[e].next) {
		const struct chain_end *end = &b->f->ends[e];
		const uint32_t at = own_at(b, end->frame);

		if (b->err)
			return;
		own = &b->c->own[at];
		own->hit += end->period;
		own->nr += end->nr;
		if (end->first < own->first)
			own->first = end->first;
	}
	own = b->c->own;
	for (uint32_t i = b->c->nr - 1; i > 0; i--) {
		struct own_share *up = &own[own[i].parent];

		own[i].cumul += own[i].hit;
		own[i].nr_cumul += own[i].nr;
		if (!own[i].parent)
			continue;
		up->cumul += own[i].cumul;
		up->nr_cumul += own[i].nr_cumul;
		if (own[i].first < up->first)
			up->first = own[i].first;
	}
}

/* Forget the weights, the last first, so that the ways to the others through the index stay. */
static void clear_own(struct callgraph_scratch *c)
{
	while (c->nr > 1)
		c->index[own_slot(c, c->own[--c->nr].frame)] = 0;
}

static int scratch_init(struct callgraph_scratch *c)
{
	if (!mem_room(&c->own, &c->cap, 0, sizeof(*c->own)))
		return -ENOMEM;
	c->own[0] = (struct own_share){ .hit = 0 };
	c->nr = 1;
	return 0;
}

void callgraph_scratch_free(struct callgraph_scratch *c)
{
	free(c->own);
	free(c->index);
	free(c->path);
	*c = (struct callgraph_scratch){ .nr = 0 };
}

/* ---- shares ------------------------------------------------------------------------------ */

static void share_add(struct build *b, struct shares *l, const struct share *s)
{
	const struct trie_frame *t = &b->f->frames[s->frame];

	if (!mem_room(&l->s, &l->cap, l->nr, sizeof(*l->s))) {
		b->err = -ENOMEM;
		return;
	}
	l->s[l->nr] = *s;
	l->s[l->nr].cls = t->cls;
	l->s[l->nr].group = location_class_group(&b->rp->locations, t->cls);
	l->s[l->nr].first = s->own ? b->c->own[s->at].first : t->first;
	l->s[l->nr++].order = &b->rp->locations.classes[t->cls];
}

static uint64_t share_count(const struct build *b, const struct share *s)
{
	const struct own_share *o = &b->c->own[s->at];

	return s->own ? o->nr_cumul : b->f->sums[s->frame].nr_cumul - o->nr_cumul;
}

static uint64_t share_cumul(const struct build *b, const struct share *s)
{
	const struct own_share *o = &b->c->own[s->at];

	return s->own ? o->cumul : b->f->sums[s->frame].cumul - o->cumul;
}

static void add_own_below(struct build *b, uint32_t at, struct shares *out)
{
	struct share c = { .own = true };

	for (c.at = b->c->own[at].child; c.at; c.at = b->c->own[c.at].sibling) {
		c.frame = b->c->own[c.at].frame;
		if (share_count(b, &c))
			share_add(b, out, &c);
	}
}

/* A frame has own weight only if the frame above has. */
static void add_others_below(struct build *b, const struct share *s, struct shares *out)
{
	struct share c = { .own = false };

	for (c.frame = b->f->sums[s->frame].child; c.frame; c.frame = b->f->sums[c.frame].sibling) {
		c.at = s->at ? own_find(b->c, c.frame) : 0;
		if (share_count(b, &c))
			share_add(b, out, &c);
	}
}

/* The children of the shares, without those of weight 0. */
static void shares_below(struct build *b, const struct share *s, uint32_t nr, struct shares *out)
{
	out->nr = 0;
	for (uint32_t i = 0; i < nr; i++)
		if (s[i].own)
			add_own_below(b, s[i].at, out);
		else
			add_others_below(b, &s[i], out);
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
		const struct own_share *o = &b->c->own[s[i].at];
		uint64_t count = 0;
		const uint64_t hit = s[i].own ? 0 : trie_frame_hit(b->f, s[i].frame, &count);

		n->hit += s[i].own ? o->hit : hit - o->hit;
		n->count += s[i].own ? o->nr : count - o->nr;
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

/* ---- flat lists -------------------------------------------------------------------------- */

/* A node to be sorted by weight; nodes of equal weight keep their order. */
struct flat_item {
	uint64_t hit;
	uint32_t location, node;
};

static int flat_order(const void *x, const void *y)
{
	const struct flat_item *a = x, *b = y;

	if (a->hit != b->hit)
		return a->hit > b->hit ? -1 : 1;
	return a->location < b->location ? -1 : 1;
}

static void flat_add(struct callgraph *g, struct flat_item *items, uint32_t node, uint64_t min_hit)
{
	if (!g->nodes[node].hit || g->nodes[node].hit < min_hit)
		return;
	items[g->nr_flat] = (struct flat_item){ .hit = g->nodes[node].hit,
						.location = g->nr_flat,
						.node = node };
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

int callgraph_build(struct callgraph *g, struct callgraph_scratch *c, struct report *rp,
		    const struct rep_row *row)
{
	struct build b = { .g = g, .rp = rp, .f = rp->trie, .c = c };
	struct shares l = { 0 };

	*g = (struct callgraph){ 0 };
	b.min_hit = callgraph_min_hit(rp, &rp->ev[row->event]);
	if (!c->nr && scratch_init(c))
		return -ENOMEM;
	graph_node_new(&b, 0);
	if (b.err)
		return b.err;
	weigh_own(&b, row);
	for (uint32_t p = row->through; p && !b.err; p = b.f->passes[p].next) {
		struct share s = { .frame = b.f->passes[p].frame };

		s.at = own_find(c, s.frame);
		if (share_count(&b, &s))
			share_add(&b, &l, &s);
	}
	add_own_below(&b, own_find(c, b.f->roots[row->group]), &l);
	build_below(&b, 0, &l);
	clear_own(c);
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
