/* SPDX-License-Identifier: BSD-2-Clause */
/* Links the rows of a group's members to those of its leader that have the same keys. */
#include "base/memory.h"
#include "profile/keys/key_table.h"
#include "profile/rows/rows.h"

#include <stdlib.h>

static void pair_up(struct report *rp, const struct event_rows *leader, struct rep_row *row,
		    struct rep_row *member, uint32_t position)
{
	if (!row->pairs)
		row->pairs = mem_alloc(leader->members, sizeof(struct rep_row *));
	if (row->pairs)
		row->pairs[position] = member;
	else
		report_no_memory(rp);
}

void row_make_dummy(struct rep_row *r, const struct event_rows *leader)
{
	r->event = leader->event->index;
	r->self = (struct row_stat){ 0 };
	r->acc = (struct row_acc){ 0 };
	r->more = NULL;
	r->pairs = NULL;
	r->terminals = r->through = 0;
	r->max_depth = 0;
	r->dummy = true;
}

/* ---- rows that are one, by hash: the order of names and addresses is none to search by ---- */

static uint64_t keys_hash(const struct report *rp, const struct rep_row *r, uint32_t first,
			  uint32_t end)
{
	uint64_t h = 0;

	for (uint32_t i = first; i < end; i++)
		if (rp->keys[i]->scope != KEY_SUM && !rp->keys[i]->field)
			h = hash_mix(h, rep_key_hash(rp, rp->keys[i], r));
	return h >> 7;
}

/* Numbers of rows from 1 by hash; 0: free. */
struct row_hash_index {
	uint32_t *at;
	uint64_t mask;
};

/* Return: without memory, at is NULL. */
static struct row_hash_index index_rows(const struct report *rp, const struct row_list *l,
					uint32_t first, uint32_t end)
{
	struct row_hash_index x = { .mask = 63 };

	while (x.mask < 2ull * l->nr)
		x.mask = x.mask * 2 + 1;
	x.at = mem_alloc(x.mask + 1, sizeof(*x.at));
	for (uint32_t n = 0; n < l->nr && x.at; n++) {
		uint64_t i = keys_hash(rp, l->rows[n], first, end) & x.mask;

		while (x.at[i])
			i = (i + 1) & x.mask;
		x.at[i] = n + 1;
	}
	return x;
}

static struct rep_row *same_row(const struct report *rp, const struct row_hash_index *x,
				const struct row_list *l, const struct rep_row *r, uint32_t first,
				uint32_t end)
{
	for (uint64_t i = keys_hash(rp, r, first, end) & x->mask; x->at[i]; i = (i + 1) & x->mask)
		if (!rows_key_order(rp, r, l->rows[x->at[i] - 1], first, end))
			return l->rows[x->at[i] - 1];
	return NULL;
}

void rows_link(struct report *rp, struct event_rows *leader, struct row_list *to,
	       const struct event_rows *member, const struct row_list *from, struct key_range keys,
	       struct rep_row *(*dummy)(struct report *rp, const struct rep_row *member))
{
	struct rep_row **all = mem_alloc(to->nr + from->nr + 1u, sizeof(struct rep_row *));
	struct row_hash_index index = index_rows(rp, to, keys.first, keys.end);
	uint32_t i = 0, out = 0;

	if (!all || !index.at) {
		report_no_memory(rp);
		free(all);
		free(index.at);
		return;
	}
	for (uint32_t j = 0; j < from->nr; j++) {
		struct rep_row *row = same_row(rp, &index, to, from->rows[j], keys.first, keys.end);

		if (!row) {
			while (i < to->nr && rows_key_order(rp, from->rows[j], to->rows[i],
							    keys.first, keys.end) < 0)
				all[out++] = to->rows[i++];
			row = dummy(rp, from->rows[j]);
			if (!row) {
				report_no_memory(rp);
				break;
			}
			all[out++] = row;
			row_make_dummy(row, leader);
		}
		pair_up(rp, leader, row, from->rows[j], member->position);
	}
	while (i < to->nr)
		all[out++] = to->rows[i++];
	free(index.at);
	free(to->rows);
	*to = (struct row_list){ all, out };
}
