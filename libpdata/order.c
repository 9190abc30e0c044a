/* SPDX-License-Identifier: BSD-2-Clause */
#include "order.h"

#include <string.h>

#define NR_FREE 64u /* segments of a size that are kept to use again */
#define AHEAD 16 /* records that are fetched before their turn */
#define RUN_BYTES (sizeof(struct pd_run) + sizeof(struct pd_run_head))

void pd_order_init(struct pd_order *o, struct pd_pool *pool, int swap)
{
	*o = (struct pd_order){ .pool = pool, .swap = swap };
}

/* ---- segments and runs ------------------------------------------------------------------- */

static size_t segment_bytes(uint32_t size_class)
{
	return sizeof(struct pd_segment) + (sizeof(struct pd_waiting) * 4 << 2 * size_class);
}

static struct pd_segment *segment_new(struct pd_order *o, uint32_t size_class)
{
	struct pd_segment *s = o->free_segments[size_class];

	if (s)
		o->free_segments[size_class] = s->next;
	else
		s = pd_malloc(segment_bytes(size_class));
	if (s)
		o->bytes += segment_bytes(size_class);
	return s;
}

static void segment_done(struct pd_order *o, struct pd_segment *s)
{
	pd_pool_release(o->pool, s->block);
	o->bytes -= segment_bytes(s->size_class);
	s->next = o->free_segments[s->size_class];
	s->nr = s->next ? s->next->nr + 1 : 1; /* how many are kept */
	if (s->nr > NR_FREE)
		pd_free(s);
	else
		o->free_segments[s->size_class] = s;
}

/* Whether the record is the next one in the file, and lies in the same piece. */
static bool segment_takes(const struct pd_segment *s, const struct pdata_record *rec,
			  const struct pd_block *block, bool inside)
{
	uint64_t off = inside ? s->off : s->off + (uint64_t)(rec->data - s->w[0].data);

	return s->nr < 4u << 2 * s->size_class && s->block == block && s->inside == inside &&
	       rec->off == off && rec->seq == s->seq + s->nr;
}

static int run_add_segment(struct pd_order *o, struct pd_run *run, const struct pdata_record *rec,
			   struct pd_block *block, bool inside)
{
	uint32_t size_class = run->last ? run->last->size_class + 1 : 0;
	struct pd_segment *s;

	s = segment_new(o, size_class < PD_SEGMENT_CLASSES ? size_class : PD_SEGMENT_CLASSES - 1);
	if (!s)
		return PDATA_E_NOMEM;
	if (size_class >= PD_SEGMENT_CLASSES)
		size_class = PD_SEGMENT_CLASSES - 1;
	*s = (struct pd_segment){ .block = block, .off = rec->off, .seq = rec->seq, .inside = inside,
				  .size_class = size_class };
	if (block)
		block->refs++;
	if (run->last)
		run->last->next = s;
	else
		run->first = s;
	run->last = s;
	return 0;
}

static void run_done(struct pd_order *o, struct pd_run *run)
{
	if (o->open == run)
		o->open = NULL;
	o->bytes -= RUN_BYTES;
	run->next = o->free_runs;
	o->free_runs = run;
}

/* ---- the heap of runs -------------------------------------------------------------------- */

static bool before(const struct pd_run_head *a, const struct pd_run_head *b)
{
	return a->time != b->time ? a->time < b->time : a->seq < b->seq;
}

static int heap_add(struct pd_order *o, struct pd_run_head head)
{
	size_t i = o->nr_runs;

	if (pd_grow(&o->heap, &o->heap_cap, i + 1, sizeof(*o->heap)))
		return PDATA_E_NOMEM;
	for (o->nr_runs++; i && before(&head, &o->heap[(i - 1) / 2]); i = (i - 1) / 2)
		o->heap[i] = o->heap[(i - 1) / 2];
	o->heap[i] = head;
	return 0;
}

/* The first run's head became @head: put it where it belongs. */
static inline void heap_sink(struct pd_order *o, struct pd_run_head head)
{
	struct pd_run_head *h = o->heap;
	size_t i = 0, c, n = o->nr_runs;

	while ((c = 2 * i + 1) < n) {
		if (c + 1 < n && before(&h[c + 1], &h[c]))
			c++;
		if (!before(&h[c], &head))
			break;
		h[i] = h[c];
		i = c;
	}
	h[i] = head;
}

/* ---- in and out -------------------------------------------------------------------------- */

/* A run of its own for a record that is earlier than the one before it. */
static int run_new(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block, bool inside)
{
	struct pd_run *run = o->free_runs;

	if (run)
		o->free_runs = run->next;
	else
		run = pd_malloc(sizeof(*run));
	if (!run)
		return PDATA_E_NOMEM;
	*run = (struct pd_run){ 0 };
	o->bytes += RUN_BYTES;
	if (run_add_segment(o, run, rec, block, inside)) {
		run_done(o, run);
		return PDATA_E_NOMEM;
	}
	if (heap_add(o, (struct pd_run_head){ rec->time, rec->seq, run })) {
		segment_done(o, run->first);
		run_done(o, run);
		return PDATA_E_NOMEM;
	}
	o->open = run;
	return 0;
}

int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block, bool inside)
{
	struct pd_run *run = o->open;

	if (!run || rec->time < run->last_time) {
		if (run_new(o, rec, block, inside))
			return PDATA_E_NOMEM;
	} else if (!segment_takes(run->last, rec, block, inside)) {
		if (run_add_segment(o, run, rec, block, inside))
			return PDATA_E_NOMEM;
	}
	pd_order_append(o, rec->time, rec->data, rec->event);
	return 0;
}

void pd_order_round(struct pd_order *o)
{
	o->ready = true;
	o->ready_time = o->limit;
	o->ready_nr = 0;
	o->limit = o->max_time;
}

/* Half by number, not by time: each call then frees at least half, whatever the times are. */
void pd_order_half(struct pd_order *o)
{
	o->ready = true;
	o->ready_time = 0;
	o->ready_nr = o->nr / 2 + 1;
}

void pd_order_all(struct pd_order *o)
{
	o->ready = true;
	o->ready_time = UINT64_MAX;
	o->ready_nr = 0;
}

/* The first run's segment is used up; its records are still looked at. */
static void next_segment(struct pd_order *o, struct pd_run_head *head)
{
	struct pd_run *run = head->run;
	struct pd_segment *s = run->first;

	run->first = s->next;
	s->next = o->spent;
	o->spent = s;
	if (run->first) {
		head->time = run->first->w[0].time;
		head->seq = run->first->seq;
		return;
	}
	run_done(o, run);
	*head = o->heap[--o->nr_runs];
}

static void free_spent(struct pd_order *o)
{
	while (o->spent) {
		struct pd_segment *s = o->spent;

		o->spent = s->next;
		segment_done(o, s);
	}
}

bool pd_order_merge(struct pd_order *o)
{
	unsigned n = 0;

	free_spent(o);
	o->turn = o->nr_turns = 0;
	while (o->ready && n < PD_TURNS) {
		struct pd_run_head head;
		struct pd_segment *s;

		if (!o->nr_runs || (o->heap[0].time > o->ready_time && !o->ready_nr)) {
			o->ready = false;
			break;
		}
		o->ready_nr -= !!o->ready_nr;
		head = o->heap[0];
		s = head.run->first;
		o->turns[n].w = &s->w[s->at];
		o->turns[n].s = s;
		o->turns[n++].seq = head.seq;
		__builtin_prefetch(s->w[s->at].data);
		__builtin_prefetch(&s->w[s->at] + AHEAD);
		if (++s->at < s->nr) {
			head.time = s->w[s->at].time;
			head.seq++;
		} else {
			next_segment(o, &head);
		}
		if (o->nr_runs)
			heap_sink(o, head);
	}
	o->nr_turns = n;
	o->nr -= n;
	return n > 0;
}

void pd_order_clear(struct pd_order *o)
{
	free_spent(o);
	for (size_t i = 0; i < o->nr_runs; i++) {
		struct pd_run *run = o->heap[i].run;

		while (run->first) {
			struct pd_segment *s = run->first;

			run->first = s->next;
			segment_done(o, s);
		}
		run_done(o, run);
	}
	o->nr_runs = 0;
	o->nr = o->max_time = o->limit = 0;
	o->turn = o->nr_turns = 0;
	o->ready = false;
}

void pd_order_free(struct pd_order *o)
{
	pd_order_clear(o);
	while (o->free_runs) {
		struct pd_run *run = o->free_runs;

		o->free_runs = run->next;
		pd_free(run);
	}
	for (unsigned c = 0; c < PD_SEGMENT_CLASSES; c++)
		while (o->free_segments[c]) {
			struct pd_segment *s = o->free_segments[c];

			o->free_segments[c] = s->next;
			pd_free(s);
		}
	pd_free(o->heap);
	*o = (struct pd_order){ 0 };
}
