/* SPDX-License-Identifier: BSD-2-Clause */
/* Links the rows of a group's members to those of its leader that have the same keys. */
#include "base/memory.h"
#include "common/hash_table.h"
#include "profile/keys/key_table.h"
#include "profile/rows/rows.h"

#include <stdlib.h>

static void pair_up(struct report *rp, const struct event_rows *leader, struct rep_row *row,
		    struct rep_row *member, uint32_t position)
{
	struct row_more *more = row->more;

	if (!more->pairs)
		more->pairs = mem_alloc(leader->members, sizeof(struct rep_row *));
	if (more->pairs)
		more->pairs[position] = member;
	else
		report_no_memory(rp);
}

void row_make_dummy(struct rep_row *r, const struct event_rows *leader)
{
	r->event = leader->event->index;
	r->self = (struct row_stat){ 0 };
	r->acc = (struct row_acc){ 0 };
	row_more_forget_sums(r->more);
	r->terminals = r->through = 0;
	r->max_depth = 0;
	r->dummy = true;
}

/* ---- search of equal rows ----------------------------------------------------------------- */

/*
 * The hash of the row's keys. Rows are searched by hash, because the comparisons of names and
 * addresses are not transitive and cannot guide a search in sorted rows.
 */
static uint32_t keys_tag(const struct report *rp, const struct rep_row *r, struct key_range keys)
{
	uint64_t h = 0;

	for (uint32_t i = keys.first; i < keys.end; i++)
		if (rp->keys[i]->scope != KEY_SUM && !rp->keys[i]->field)
			h = hash_mix(h, rep_key_hash(rp, rp->keys[i], r));
	return (uint32_t)(h >> 7);
}

struct like_row {
	const struct report *rp;
	const struct rep_row *row;
	struct key_range keys;
};

PD_HASH_INDEX(like_row, struct row_list, struct like_row,
	      !rows_key_order(k->rp, k->row, o->rows[n - 1], k->keys.first, k->keys.end))

/* Add the rows of @l to the hash index @x, numbered from 1. Returns false without memory. */
static bool index_rows(const struct report *rp, const struct row_list *l, struct key_range keys,
		       struct pd_hash_index *x)
{
	bool ok = mem_check(!pd_hash_index_grow(x, 0, 64));

	for (uint32_t n = 1; n <= l->nr && ok; n++) {
		const struct like_row key = { rp, l->rows[n - 1], keys };
		const uint32_t tag = keys_tag(rp, key.row, keys);
		uint64_t *slot = like_row_slot(x, tag, l, &key);

		if (!*slot)
			*slot = pd_hash_index_entry(tag, n);
		ok = mem_check(!pd_hash_index_grow(x, n, 64));
	}
	return ok;
}

static struct rep_row *same_row(const struct report *rp, const struct pd_hash_index *x,
				const struct row_list *l, const struct rep_row *r,
				struct key_range keys)
{
	const struct like_row key = { rp, r, keys };
	const uint32_t n = (uint32_t)*like_row_slot(x, keys_tag(rp, r, keys), l, &key);

	return n ? l->rows[n - 1] : NULL;
}

void rows_link(struct report *rp, struct event_rows *leader, struct row_list *to,
	       const struct event_rows *member, const struct row_list *from, struct key_range keys,
	       struct rep_row *(*dummy)(struct report *rp, const struct rep_row *member))
{
	struct rep_row **all = mem_alloc(to->nr + from->nr + 1u, sizeof(struct rep_row *));
	struct pd_hash_index index = { 0 };
	uint32_t i = 0, out = 0;

	if (!all || !index_rows(rp, to, keys, &index)) {
		report_no_memory(rp);
		free(all);
		pd_free(index.slots);
		return;
	}
	for (uint32_t j = 0; j < from->nr; j++) {
		struct rep_row *row = same_row(rp, &index, to, from->rows[j], keys);

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
	pd_free(index.slots);
	free(to->rows);
	*to = (struct row_list){ all, out };
}
