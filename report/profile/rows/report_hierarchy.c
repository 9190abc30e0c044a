/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds the levels of --hierarchy: the first level has a row for each value of the first keys;
 * each row has child rows for the values of the next keys.
 */
#include "profile/rows/report_hierarchy.h"

#include "base/memory.h"
#include "profile/keys/key_table.h"

#include <stdlib.h>
#include <string.h>

static struct hier *of_row(struct rep_row *r)
{
	return (struct hier *)(void *)r;
}

/* Return the index of the key after the level that begins with key @first. Sums end a level. */
static uint32_t level_end(const struct report *rp, uint32_t first)
{
	uint32_t end = first + 1;

	while (end < rp->nr_keys && rp->keys[end]->scope != KEY_SUM &&
	       rp->key_level[end] == rp->key_level[first])
		end++;
	return end;
}

static uint32_t next_key(const struct report *rp, uint32_t event, uint32_t i)
{
	while (i < rp->nr_keys &&
	       (rp->keys[i]->scope == KEY_SUM || !rep_key_is_of(rp->keys[i], event)))
		i++;
	return i;
}

uint32_t hierarchy_levels(const struct report *rp, uint32_t event, struct hier_level **out)
{
	struct hier_level *levels = mem_alloc(rp->nr_keys, sizeof(*levels));
	uint32_t nr = 0;

	*out = levels;
	if (!levels) {
		report_no_memory(rp);
		return 0;
	}
	for (uint32_t i = next_key(rp, event, 0); i < rp->nr_keys;
	     i = next_key(rp, event, levels[nr++].end))
		levels[nr] = (struct hier_level){ i, level_end(rp, i) };
	return nr;
}

static struct hier *hier_new(const struct report *rp, const struct rep_row *like, uint32_t depth,
			     bool leaf)
{
	struct hier *h = mem_alloc(1, sizeof(*h));

	if (!h)
		return NULL;
	row_copy_members(rp, &h->row, like);
	if (like->more) {
		h->more = *like->more;
		h->more.acc_latency = 0;
		h->more.pairs = NULL;
		h->row.more = &h->more;
	}
	h->depth = depth;
	h->leaf = leaf;
	h->row.through = 0;
	if (!leaf)
		h->row.terminals = 0;
	return h;
}

static bool list_add(struct row_list *l, uint32_t *cap, struct rep_row *r)
{
	const uint32_t want = *cap ? *cap * 2 : 4;
	struct rep_row **rows = l->rows;

	if (l->nr == *cap) {
		rows = mem_grow(rows, want, sizeof(struct rep_row *));
		if (!rows)
			return false;
		l->rows = rows;
		*cap = want;
	}
	rows[l->nr++] = r;
	return true;
}

static void stat_sum(struct row_stat *to, const struct row_stat *from)
{
	to->nr += from->nr;
	to->period += from->period;
}

/* Add all sums of @more except acc_latency to @to. */
static void more_sum(struct row_more *to, const struct row_more *more)
{
	to->latency += more->latency;
	for (int i = 0; i < 3; i++)
		to->weight[i] += more->weight[i];
	to->sys += more->sys;
	to->us += more->us;
	to->guest_sys += more->guest_sys;
	to->guest_us += more->guest_us;
}

/* State of building the levels of an event from its rows, one row after another. */
struct hier_build {
	struct report *rp;
	struct hier_level *levels;
	uint32_t nr, cap;   /* nr: number of levels; cap: capacity of top */
	struct hier **path; /* by level: the ancestors of the row added last, and the row itself */
	struct row_list top;
};

/* Add a row of level @d for @r, as a child of path[d - 1]. Return: 0 or -ENOMEM. */
static int add_level_row(struct hier_build *b, const struct rep_row *r, uint32_t d)
{
	struct hier *h = hier_new(b->rp, r, d, d + 1 == b->nr);
	struct row_list *l = d ? &b->path[d - 1]->kids : &b->top;

	if (!h || !list_add(l, d ? &b->path[d - 1]->cap : &b->cap, &h->row)) {
		free(h);
		return -ENOMEM;
	}
	b->path[d] = h;
	if (d + 1 < b->nr)
		b->path[d + 1] = NULL;
	return 0;
}

/*
 * Add @r to the levels. The rows come in the order of keys, so rows with equal keys of a level and
 * of the levels above follow each other. Return: 0 or -ENOMEM.
 */
static int add_hierarchy_row(struct hier_build *b, const struct rep_row *r)
{
	uint32_t d = 0;

	for (; d < b->nr && b->path[d] &&
	       !rows_key_order(b->rp, &b->path[d]->row, r, b->levels[d].first, b->levels[d].end);
	     d++) {
		stat_sum(&b->path[d]->row.self, &r->self);
		if (r->more)
			more_sum(&b->path[d]->more, r->more);
	}
	for (; d < b->nr; d++)
		if (add_level_row(b, r, d))
			return -ENOMEM;
	return 0;
}

void hierarchy_build(struct report *rp, struct event_rows *ev)
{
	struct hier_build b = { .rp = rp };
	int err = 0;

	b.nr = hierarchy_levels(rp, ev->event->index, &b.levels);
	b.path = mem_alloc(b.nr, sizeof(struct hier *));
	if (!b.path)
		err = -ENOMEM;
	for (uint32_t i = 0; i < ev->nr && !err; i++)
		err = add_hierarchy_row(&b, ev->rows[i]);
	if (err)
		report_no_memory(rp);
	ev->top = b.top.rows;
	ev->nr_top = b.top.nr;
	free(b.path);
	free(b.levels);
}

static struct rep_row *dummy(struct report *rp, const struct rep_row *member)
{
	const struct hier *h = (const struct hier *)(const void *)member;
	struct hier *made = hier_new(rp, member, h->depth, h->leaf);

	return made ? &made->row : NULL;
}

/* State of walking the levels of a leader and of a member in parallel. */
struct link {
	struct report *rp;
	struct event_rows *leader;
	const struct event_rows *member;
	struct hier_level *levels;
	uint32_t nr_levels;
};

static void link_level(const struct link *l, struct row_list *to, const struct row_list *from,
		       uint32_t depth)
{
	struct key_range keys;

	if (depth == l->nr_levels || !from->nr)
		return;
	keys = (struct key_range){ l->levels[depth].first, l->levels[depth].end };
	rows_link(l->rp, l->leader, to, l->member, from, keys, dummy);
	for (uint32_t i = 0; i < to->nr; i++) {
		struct rep_row *pair = row_pair(to->rows[i], l->member->position);

		if (pair)
			link_level(l, &of_row(to->rows[i])->kids, &of_row(pair)->kids, depth + 1);
	}
}

void hierarchy_link(struct report *rp, struct event_rows *leader, const struct event_rows *member)
{
	const struct row_list from = { member->top, member->nr_top };
	struct row_list to = { leader->top, leader->nr_top };
	struct link l = { .rp = rp, .leader = leader, .member = member };

	l.nr_levels = hierarchy_levels(rp, leader->event->index, &l.levels);
	link_level(&l, &to, &from, 0);
	leader->top = to.rows;
	leader->nr_top = to.nr;
	free(l.levels);
}

/* Sort a level and those below. A row without shown children is hidden. True if a row is shown. */
static bool sort_level(struct report *rp, struct row_list *l)
{
	bool shown = false;

	for (uint32_t i = 0; i < l->nr; i++) {
		struct hier *h = of_row(l->rows[i]);

		if (!h->leaf)
			h->row.filtered = !sort_level(rp, &h->kids);
		shown |= !h->row.filtered;
	}
	rows_print_order(rp, l->rows, l->nr);
	return shown;
}

void hierarchy_sort(struct report *rp, struct event_rows *ev)
{
	struct row_list top = { ev->top, ev->nr_top };

	sort_level(rp, &top);
	ev->period_shown = ev->latency_shown = 0;
	for (uint32_t i = 0; i < top.nr; i++) {
		const struct rep_row *r = top.rows[i];

		if (r->filtered)
			continue;
		ev->period_shown += r->self.period;
		ev->latency_shown += r->more ? r->more->latency : 0;
	}
}

static void free_level(struct rep_row **rows, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		free_level(of_row(rows[i])->kids.rows, of_row(rows[i])->kids.nr);
		free(of_row(rows[i])->more.pairs);
		free(rows[i]);
	}
	free(rows);
}

void hierarchy_free(struct event_rows *ev)
{
	free_level(ev->top, ev->nr_top);
	ev->top = NULL;
	ev->nr_top = 0;
}
