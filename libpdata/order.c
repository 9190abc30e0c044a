/* SPDX-License-Identifier: BSD-2-Clause */
#include "order.h"

#include <string.h>

static struct pd_waiting *at(const struct pd_order *o, uint64_t idx)
{
	return &o->ring[idx & (o->cap - 1)];
}

/* Drop the keys that have been popped. */
static void compact(struct pd_order *o)
{
	o->nr_keys -= o->next;
	memmove(o->keys, o->keys + o->next, o->nr_keys * sizeof(*o->keys));
	o->next = o->ready = 0;
}

/*
 * Room in the ring. One record that waits for a time far away must not keep the places of all that
 * came and went since: when few are waiting, they get new places.
 */
static int ring_make_room(struct pd_order *o)
{
	size_t cap = o->cap ? o->cap * 2 : 1024;
	struct pd_waiting *ring;

	if (o->next)
		compact(o);
	if (o->nr_keys < o->cap / 2)
		cap = o->cap;
	ring = pd_malloc(cap * sizeof(*ring));
	if (!ring)
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < o->nr_keys; i++) {
		ring[i] = *at(o, o->keys[i].idx);
		o->keys[i].idx = i;
	}
	pd_free(o->ring);
	o->ring = ring;
	o->cap = cap;
	o->head = 0;
	o->tail = o->nr_keys;
	return 0;
}

int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block)
{
	if (o->tail - o->head == o->cap && ring_make_room(o))
		return PDATA_E_NOMEM;
	if (pd_grow(&o->keys, &o->keys_cap, o->nr_keys + 1, sizeof(*o->keys)))
		return PDATA_E_NOMEM;

	if (block)
		block->refs++;
	*at(o, o->tail) = (struct pd_waiting){ rec->time, rec->off, rec->seq, rec->data, rec->event, block };
	o->keys[o->nr_keys++] = (struct pd_order_key){ rec->time, o->tail++ };
	if (rec->time > o->max_time)
		o->max_time = rec->time;
	return 0;
}

/* Stable merge of two neighbouring runs into out; the left one wins ties. */
static void merge(struct pd_order_key *out, const struct pd_order_key *a, const struct pd_order_key *b,
		  const struct pd_order_key *end)
{
	const struct pd_order_key *mid = b;

	while (a < mid && b < end)
		*out++ = b->time < a->time ? *b++ : *a++;
	memcpy(out, a, (size_t)(mid - a) * sizeof(*a));
	out += mid - a;
	memcpy(out, b, (size_t)(end - b) * sizeof(*b));
}

/* End of the run that starts at k[i]. */
static size_t run_end(const struct pd_order_key *k, size_t i, size_t n)
{
	for (i++; i < n && k[i - 1].time <= k[i].time; i++)
		;
	return i;
}

/* Natural merge sort: few runs, so few passes. */
static int sort_keys(struct pd_order *o)
{
	size_t n = o->nr_keys;

	if (pd_grow(&o->scratch, &o->scratch_cap, n ? n : 1, sizeof(*o->scratch)))
		return PDATA_E_NOMEM;
	for (;;) {
		size_t i = 0, runs = 0;
		struct pd_order_key *k = o->keys, *s = o->scratch;
		size_t cap = o->keys_cap;

		if (run_end(k, 0, n) >= n)
			return 0;
		while (i < n) {
			size_t m = run_end(k, i, n), e = m < n ? run_end(k, m, n) : m;

			merge(s + i, k + i, k + m, k + e);
			i = e;
			runs++;
		}
		o->keys = s;
		o->scratch = k;
		o->keys_cap = o->scratch_cap;
		o->scratch_cap = cap;
		if (runs == 1)
			return 0;
	}
}

/* The ring's front that nobody needs any more. */
static void drop_front(struct pd_order *o)
{
	uint64_t head = o->tail;

	for (size_t i = 0; i < o->nr_keys; i++)
		if (o->keys[i].idx < head)
			head = o->keys[i].idx;
	o->head = head;
}

static int sort_waiting(struct pd_order *o)
{
	if (o->next) {
		compact(o);
		drop_front(o);
	}
	return o->nr_keys ? sort_keys(o) : 0;
}

static int make_ready(struct pd_order *o, uint64_t limit)
{
	size_t lo = 0, hi;

	if (sort_waiting(o))
		return PDATA_E_NOMEM;
	for (hi = o->nr_keys; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (o->keys[mid].time <= limit)
			lo = mid + 1;
		else
			hi = mid;
	}
	o->ready = lo;
	return 0;
}

int pd_order_round(struct pd_order *o)
{
	int ret = make_ready(o, o->limit);

	o->limit = o->max_time;
	return ret;
}

/* Half by number, not by time: each call then frees at least half, whatever the times are. */
int pd_order_half(struct pd_order *o)
{
	if (sort_waiting(o))
		return PDATA_E_NOMEM;
	return o->nr_keys ? make_ready(o, o->keys[o->nr_keys / 2].time) : 0;
}

int pd_order_all(struct pd_order *o)
{
	return make_ready(o, UINT64_MAX);
}

const struct pd_waiting *pd_order_pop(struct pd_order *o)
{
	return o->next < o->ready ? at(o, o->keys[o->next++].idx) : NULL;
}

void pd_order_free(struct pd_order *o, struct pd_pool *pool)
{
	for (size_t i = o->next; i < o->nr_keys; i++)
		pd_pool_release(pool, at(o, o->keys[i].idx)->block);
	pd_free(o->ring);
	pd_free(o->keys);
	pd_free(o->scratch);
	*o = (struct pd_order){ 0 };
}
