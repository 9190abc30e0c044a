/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Puts records into time order: collects ascending runs as they are in the file, and releases
 * merged records at each FINISHED_ROUND.
 */
#include "reader/order.h"

#include <string.h>

#define NR_FREE 64u /* free segments of each size that are kept for reuse */
/* Memory of a run, with its elements in heap and tree. */
#define RUN_BYTES (sizeof(struct pd_run) + 5 * sizeof(struct pd_run_head))

void pd_order_init(struct pd_order *o, struct pd_pool *pool, int swap,
		   struct pd_event *const *const *events, const struct pdata_event *no_event)
{
	*o = (struct pd_order){ .pool = pool, .swap = swap, .events = events, .no_event = no_event };
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
	s->nr = s->next ? s->next->nr + 1 : 1; /* number of free segments from this one on */
	if (s->nr > NR_FREE)
		pd_free(s);
	else
		o->free_segments[s->size_class] = s;
}

static bool is_full(const struct pd_segment *s)
{
	return s->nr == 4u << 2 * s->size_class;
}

/*
 * Whether the record follows the segment's last one in the file and in the same block or compressed
 * piece.
 */
static bool segment_takes(const struct pd_segment *s, const struct pdata_record *rec,
			  const struct pd_block *block, bool inside)
{
	uint64_t off = s->off;

	if (is_full(s) || s->block != block || s->inside != inside)
		return false;
	if (!inside)
		off += (uint64_t)(rec->data - block->data) - pd_where_at(s->w);
	return rec->off == off && rec->seq == s->seq + s->nr;
}

/*
 * A full segment is followed by a larger one. Where records are not adjacent, new segments are
 * small, as each has few records.
 */
static int run_add_segment(struct pd_order *o, struct pd_run *run, const struct pdata_record *rec,
			   struct pd_block *block, bool inside)
{
	uint32_t size_class = run->last && is_full(run->last) ? run->last->size_class + 1 : 0;
	struct pd_segment *s;

	s = segment_new(o, size_class < PD_SEGMENT_CLASSES ? size_class : PD_SEGMENT_CLASSES - 1);
	if (!s)
		return PDATA_E_NOMEM;
	if (size_class >= PD_SEGMENT_CLASSES)
		size_class = PD_SEGMENT_CLASSES - 1;
	*s = (struct pd_segment){ .block = block,
				  .off = rec->off,
				  .seq = rec->seq,
				  .inside = inside,
				  .size_class = size_class };
	block->refs++;
	if (run->last)
		run->last->next = s;
	else
		run->first = s;
	run->last = s;
	return 0;
}

void pd_order_run_done(struct pd_order *o, struct pd_run *run)
{
	if (o->open == run)
		o->open = NULL;
	o->bytes -= RUN_BYTES;
	run->next = o->free_runs;
	o->free_runs = run;
}

/* ---- in and out -------------------------------------------------------------------------- */

/* Begin a run for a record that is earlier than the one before it. */
static int run_new(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block,
		   bool inside)
{
	struct pd_run *run = o->free_runs;

	if (run)
		o->free_runs = run->next;
	else
		run = pd_malloc(sizeof(*run));
	if (!run)
		return PDATA_E_NOMEM;
	*run = (struct pd_run){ .seq = rec->seq };
	o->bytes += RUN_BYTES;
	if (run_add_segment(o, run, rec, block, inside)) {
		pd_order_run_done(o, run);
		return PDATA_E_NOMEM;
	}
	run->w = run->first->w;
	run->last_time = rec->time;
	if (pd_order_heap_add(o, run)) {
		segment_done(o, run->first);
		pd_order_run_done(o, run);
		return PDATA_E_NOMEM;
	}
	o->open = run;
	return 0;
}

int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block,
		  bool inside)
{
	struct pd_run *run = o->open;
	struct pd_order_row row;

	if (!run || rec->time < run->last_time) {
		if (run_new(o, rec, block, inside))
			return PDATA_E_NOMEM;
	} else if (!segment_takes(run->last, rec, block, inside)) {
		if (run_add_segment(o, run, rec, block, inside))
			return PDATA_E_NOMEM;
	}
	row = pd_order_row(o);
	row.time = rec->time;
	row.w->time = rec->time;
	row.w++->where = pd_where((size_t)(rec->data - block->data), pd_order_event(o, rec->event));
	pd_order_row_done(o, &row);
	return 0;
}

static void set_final_position(struct pd_order *o, uint64_t time, uint64_t nr)
{
	o->ready = true;
	o->ready_time = time;
	o->ready_nr = nr;
	o->cold = true; /* blocks may have been evicted since the last merge */
}

void pd_order_round(struct pd_order *o)
{
	set_final_position(o, o->limit, 0);
	o->limit = o->max_time;
}

/*
 * Half of the number of records, not of the time: so each call frees at least half, whatever the
 * times are.
 */
void pd_order_flush_half(struct pd_order *o)
{
	set_final_position(o, 0, o->nr / 2 + 1);
}

void pd_order_flush_all(struct pd_order *o)
{
	set_final_position(o, UINT64_MAX, 0);
}

static void run_clear(struct pd_order *o, struct pd_run *run)
{
	while (run->first) {
		struct pd_segment *s = run->first;

		run->first = s->next;
		segment_done(o, s);
	}
	pd_order_run_done(o, run);
}

void pd_order_free_spent(struct pd_order *o)
{
	while (o->spent) {
		struct pd_segment *s = o->spent;

		o->spent = s->next;
		segment_done(o, s);
	}
}

void pd_order_clear(struct pd_order *o)
{
	pd_order_free_spent(o);
	while (o->nr_heap)
		run_clear(o, o->heap[--o->nr_heap].run);
	while (o->nr_tree)
		run_clear(o, o->tree[o->leaves + --o->nr_tree].run);
	o->leaves = 0;
	o->nr = o->max_time = o->limit = 0;
	o->turn = o->nr_turns = 0;
	o->ready = o->cold = false;
	o->err = 0;
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
	pd_free(o->tree);
	*o = (struct pd_order){ 0 };
}
