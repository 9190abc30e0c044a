/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows in levels: one for each value of the first keys, below it those of the next, and so on. */
#include "profile/rows/report_hierarchy.h"

#include "profile/model/keys.h"

#include <stdlib.h>
#include <string.h>

static struct hier *of_row(struct rep_row *r)
{
	return (struct hier *)(void *)r;
}

/* Keys of a level, from @first; sums are of none. Return: the key after them. */
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
	struct hier_level *levels = rep_alloc(rp->nr_keys, sizeof(*levels));
	uint32_t nr = 0;

	for (uint32_t i = next_key(rp, event, 0); i < rp->nr_keys;
	     i = next_key(rp, event, levels[nr++].end))
		levels[nr] = (struct hier_level){ i, level_end(rp, i) };
	*out = levels;
	return nr;
}

static struct hier *hier_new(const struct rep_row *like, uint32_t depth, bool leaf)
{
	struct hier *h = rep_alloc(1, sizeof(*h));

	h->row = *like;
	h->row.pairs = NULL;
	h->row.more = NULL;
	h->depth = depth;
	h->leaf = leaf;
	if (!leaf)
		h->row.terminals = h->row.through = 0;
	return h;
}

static void list_add(struct row_list *l, uint32_t *cap, struct rep_row *r)
{
	if (l->nr == *cap) {
		*cap = *cap ? *cap * 2 : 4;
		l->rows = rep_grow(l->rows, *cap, sizeof(struct rep_row *));
	}
	l->rows[l->nr++] = r;
}

static void stat_sum(struct row_stat *to, const struct row_stat *from)
{
	to->nr += from->nr;
	to->period += from->period;
	to->sys += from->sys;
	to->us += from->us;
	to->guest_sys += from->guest_sys;
	to->guest_us += from->guest_us;
}

/* Rows that agree in the keys of a level, and of those above, follow each other. */
void hierarchy_build(struct report *rp, struct event_rows *ev)
{
	struct hier_level *levels;
	const uint32_t nr = hierarchy_levels(rp, ev->event->index, &levels);
	struct hier **path = rep_alloc(nr, sizeof(struct hier *));
	struct row_list top = { 0 };
	uint32_t cap = 0;

	for (uint32_t i = 0; i < ev->nr; i++) {
		const struct rep_row *r = ev->rows[i];
		uint32_t d = 0;

		for (; d < nr && path[d] &&
		       !rows_key_order(rp, &path[d]->row, r, levels[d].first, levels[d].end);
		     d++) {
			stat_sum(&path[d]->row.self, &r->self);
			row_more_add(&path[d]->row, r->more);
		}
		for (; d < nr; d++) {
			path[d] = hier_new(r, d, d + 1 == nr);
			row_more_add(&path[d]->row, r->more);
			if (d)
				list_add(&path[d - 1]->kids, &path[d - 1]->cap, &path[d]->row);
			else
				list_add(&top, &cap, &path[d]->row);
			if (d + 1 < nr)
				path[d + 1] = NULL;
		}
	}
	ev->top = top.rows;
	ev->nr_top = top.nr;
	free(path);
	free(levels);
}

static struct rep_row *dummy(struct report *rp, const struct rep_row *member)
{
	const struct hier *h = (const struct hier *)(const void *)member;

	(void)rp;
	return &hier_new(member, h->depth, h->leaf)->row;
}

/* A walk over the levels of a leader and a member at once. */
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
	if (depth == l->nr_levels || !from->nr)
		return;
	rows_link(l->rp, l->leader, to, l->member, from, l->levels[depth].first,
		  l->levels[depth].end, dummy);
	for (uint32_t i = 0; i < to->nr; i++) {
		struct rep_row *pair = to->rows[i]->pairs ? to->rows[i]->pairs[l->member->position]
							  : NULL;

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

/* What has nothing to show below is not shown. */
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
		free(rows[i]->pairs);
		free(rows[i]->more);
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
