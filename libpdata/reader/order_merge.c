/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Merges runs to find the next records in time order. As every record passes through here, the code
 * has no branch that depends on which run is earlier.
 */
#include "reader/order.h"

#include "common/prefetch.h"

/* The record will be read soon, and often extends into the next cache line. */
static inline void prefetch_record(const struct pd_segment *s, const struct pd_waiting *w)
{
	const uint8_t *data = s->block->data + pd_where_at(w);

	pd_prefetch(data);
	pd_prefetch(data + 64);
}

/* Return @b if @take_b is 1, @a if it is 0, without a branch. */
static inline const void *select_ptr(const void *a, const void *b, ptrdiff_t take_b)
{
	const uintptr_t mask = -(uintptr_t)take_b;

	return (const void *)((uintptr_t)a ^ (((uintptr_t)a ^ (uintptr_t)b) & mask));
}

/* Let @w be the first waiting record of a run; those before it are among the turns. */
static void advance_run(struct pd_order *o, struct pd_run *run, const struct pd_waiting *w)
{
	struct pd_segment *s = run->first;

	run->w = w;
	if (w < s->w + s->nr) {
		pd_order_leaf_changed(o, run->leaf);
		return;
	}
	/* No record of the segment waits any more, but the turns still refer to it. */
	run->first = s->next;
	s->next = o->spent;
	o->spent = s;
	if (run->first) {
		run->w = run->first->w;
		pd_order_leaf_changed(o, run->leaf);
		o->cold |= pd_order_is_cold(run->first);
		return;
	}
	pd_order_leaf_done(o, run->leaf);
	pd_order_run_done(o, run);
}

static unsigned merge_one(struct pd_order *o, unsigned n, unsigned most, uint64_t limit)
{
	struct pd_run *run = o->tree[1].run;
	struct pd_segment *s = run->first;
	const struct pd_waiting *w = run->w, *end = s->w + s->nr;

	for (; w < end && n < most && w->time <= limit; w++, n++) {
		o->turns[n] = (struct pd_turn){ w, s };
		prefetch_record(s, w);
	}
	advance_run(o, run, w);
	return n;
}

static unsigned merge_two(struct pd_order *o, unsigned n, unsigned most, uint64_t limit)
{
	struct pd_run *one = o->tree[o->leaves].run, *other = o->tree[o->leaves + 1].run;
	/* ra comes first in the file: of records with the same time, its own come first. */
	struct pd_run *ra = one->seq < other->seq ? one : other, *rb = ra == one ? other : one;
	const struct pd_segment *sa = ra->first, *sb = rb->first;
	const struct pd_waiting *a = ra->w, *ea = sa->w + sa->nr;
	const struct pd_waiting *b = rb->w, *eb = sb->w + sb->nr;

	while (a < ea && b < eb && n < most) {
		const ptrdiff_t take_b = b->time < a->time;
		const struct pd_waiting *w = select_ptr(a, b, take_b);
		const struct pd_segment *s = select_ptr(sa, sb, take_b);

		if (w->time > limit)
			break;
		o->turns[n].w = w;
		o->turns[n++].s = s;
		prefetch_record(s, w);
		a += 1 - take_b;
		b += take_b;
	}
	advance_run(o, ra, a);
	advance_run(o, rb, b);
	return n;
}

/* Update the tree from the leaf at @i, whose first record is now @head, up to the root. */
static inline void climb(struct pd_order *o, size_t i, struct pd_run_head head)
{
	struct pd_run_head *t = o->tree;

	for (t[i] = head; i > 1; i /= 2) {
		const struct pd_run_head *beside = &t[i ^ 1];
		const uintptr_t mask = -(uintptr_t)pd_order_before(beside, &head);

		head.time ^= (head.time ^ beside->time) & (uint64_t)(int64_t)(intptr_t)mask;
		head.run =
			(struct pd_run *)((uintptr_t)head.run ^
					  (((uintptr_t)head.run ^ (uintptr_t)beside->run) & mask));
		t[i / 2] = head;
	}
}

static unsigned merge_many(struct pd_order *o, unsigned n, unsigned most, uint64_t limit)
{
	while (n < most && o->tree[1].time <= limit) {
		struct pd_run *run = o->tree[1].run;
		struct pd_segment *s = run->first;
		const struct pd_waiting *w = run->w;

		o->turns[n].w = w;
		o->turns[n++].s = s;
		prefetch_record(s, w);
		if (++w == s->w + s->nr) {
			advance_run(o, run, w);
			break;
		}
		run->w = w;
		climb(o, o->leaves + run->leaf, (struct pd_run_head){ w->time, run });
	}
	return n;
}

/*
 * Whether the records of a reloaded block still end where the next one begins, at most, and inside
 * the block: somebody may have changed the file.
 */
static bool has_same_records(const struct pd_segment *s, int swap)
{
	const uint8_t *data = s->block->data;

	for (uint32_t i = 0; i < s->nr; i++) {
		const size_t at = pd_where_at(&s->w[i]);
		const size_t end = i + 1 < s->nr ? pd_where_at(&s->w[i + 1]) : s->block->len;
		const uint16_t size = pd_ld16(data + at + 6, swap);

		if (size < PDATA_RECORD_HEADER || size > end - at)
			return false;
	}
	return true;
}

/* Reload and verify the blocks of the first segments of all runs in the tree. */
static int reload_cold_segments(struct pd_order *o)
{
	for (size_t i = 0; i < o->nr_tree; i++) {
		struct pd_segment *s = o->tree[o->leaves + i].run->first;
		int ret;

		if (!pd_order_is_cold(s))
			continue;
		ret = s->block->data ? 0 : pd_block_reload(o->pool, s->block);
		if (ret)
			return ret;
		if (!has_same_records(s, o->swap))
			return PDATA_E_CUT;
		s->verified = true;
	}
	o->cold = false;
	return 0;
}

bool pd_order_merge(struct pd_order *o)
{
	unsigned n = 0;

	pd_order_free_spent(o);
	o->turn = o->nr_turns = 0;
	while (o->ready && n < PD_TURNS) {
		const uint64_t ready = o->ready_nr ? UINT64_MAX : o->ready_time;
		const uint64_t next = o->nr_heap ? o->heap[0].time : UINT64_MAX;
		const uint64_t head = o->nr_tree ? o->tree[1].time : UINT64_MAX;
		unsigned had = n, most = PD_TURNS;

		if (o->nr_heap && next <= head && next <= ready) {
			pd_order_begin(o);
			continue;
		}
		if (o->cold)
			o->err = reload_cold_segments(o);
		if (!o->nr_tree || head > ready || o->err) {
			o->ready = false;
			break;
		}
		if (o->ready_nr && o->ready_nr < most - n)
			most = n + (unsigned)o->ready_nr;
		n = (o->nr_tree == 1   ? merge_one
		     : o->nr_tree == 2 ? merge_two
				       : merge_many)(
			o, n, most, o->nr_heap && next <= ready ? next - 1 : ready);
		if (o->ready_nr)
			o->ready_nr -= n - had;
	}
	o->nr_turns = n;
	o->nr -= n;
	return n > 0;
}
