/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Implements time order: buffers records and merges runs of records, so that the reader returns the
 * records in order of time.
 */

#include "base/bytes.h"
#include "input/stream.h"
#include <pdata/pdata.h>

struct pd_event;

/*
 * A record that waits for its turn in time order.
 *
 * A recorder drains its rings one after the other, so a file is a sequence of runs of records with
 * ascending times. The reader keeps the runs as they are and merges them. A run begins when the
 * merge reaches the time of its first record. The runs that have begun, about one for each ring,
 * are the leaves of a tournament tree in which the earliest record wins. Runs that have not begun
 * wait in a heap. After each FINISHED_ROUND record, the order of all records up to the latest time
 * before the previous FINISHED_ROUND record is final.
 */
struct pd_waiting {
	uint64_t time;
	/*
	 * bits 0 to 31: offset of the record in its block; other bits: event index or PD_NO_EVENT
	 */
	uint64_t where;
};

/*
 * value in place of the event index for records that come before the first event;
 * pd_order.no_event is the event of these records
 */
#define PD_NO_EVENT UINT32_MAX

static inline uint64_t pd_where(size_t at, uint32_t event)
{
	return (uint64_t)event << 32 | (uint32_t)at;
}

static inline uint32_t pd_where_at(const struct pd_waiting *w)
{
	return (uint32_t)w->where;
}

/*
 * Records that wait for their turn in time order and are adjacent in one block of file data. The
 * file offset and sequence number of each record follow from those of the first record.
 */
struct pd_segment {
	struct pd_segment *next; /* next segment of the run, or of the free list */
	/* the block that has the bytes of the records; the segment holds a reference to it */
	struct pd_block *block;
	uint64_t off, seq; /* file offset and sequence number of the first record */
	/*
	 * the records come from decompressed data, so each has the file offset @off of the
	 * compressed record; false: each record has its own file offset
	 */
	bool inside;
	/*
	 * the bytes of the block were removed from memory and read again, and has_same_records()
	 * has found that the sizes of the records still fit their offsets
	 */
	bool verified;
	uint32_t size_class;
	uint32_t nr; /* number of records in w */
	struct pd_waiting w[];
};

struct pd_run {
	struct pd_run *next; /* next run of the free list */
	struct pd_segment *first, *last;
	/*
	 * the earliest record of the run that was not merged yet; it is in the first segment
	 * (array of records that are adjacent in the file) of the run, which is @first
	 */
	const struct pd_waiting *w;
	uint64_t last_time;
	/*
	 * sequence number of the first record of the run. If records of two runs (sequences with
	 * ascending times) have the same time, the record of the run with the lower number comes
	 * first, because all records of this run precede the other run in the file.
	 */
	uint64_t seq;
	uint32_t leaf; /* index of the run's leaf in pd_order.tree */
};

/*
 * A run (a sequence of records with ascending times), and the time of the first record of this run
 * that was not merged yet.
 */
struct pd_run_head {
	uint64_t time;	    /* UINT64_MAX: no record waits */
	struct pd_run *run; /* NULL: no run */
};

/*
 * A record that was merged and waits in pd_order.turns to be returned. @s: the segment of the
 * record.
 */
struct pd_turn {
	const struct pd_waiting *w;
	const struct pd_segment *s;
};

#define PD_TURNS 128u /* largest number of records that one call of pd_order_merge() merges */

/*
 * Number of size classes of segments (arrays of the records of a run). Segments of class n have
 * room for 4 << 2 * n records, so that short runs need less memory than long runs.
 */
#define PD_SEGMENT_CLASSES 5

struct pd_order {
	struct pd_pool *pool; /* pool of the blocks (buffers) that have the bytes of the records */
	int swap;	      /* the records are not in the host's byte order */
	/* address of the pointer to the reader's array of events; the array moves when it grows */
	struct pd_event *const *const *events;
	const struct pdata_event *no_event;
	struct pd_run_head *heap;
	size_t nr_heap, heap_cap;
	/*
	 * The tournament tree: tree[i] is the earlier of tree[2 * i] and tree[2 * i + 1]. The
	 * leaves begin at tree[leaves]; the first nr_tree leaves have runs.
	 */
	struct pd_run_head *tree;
	size_t nr_tree, leaves, tree_cap;
	/* the run of the last added record; NULL: none, so the next record begins a run */
	struct pd_run *open;
	struct pd_run *free_runs;
	struct pd_segment *free_segments[PD_SEGMENT_CLASSES];
	/*
	 * list of segments that have no waiting records any more. @turns still refers to their
	 * records, so the segments are released only by the next pd_order_merge()
	 */
	struct pd_segment *spent;
	struct pd_turn turns[PD_TURNS];
	/* @nr_turns: count of records in @turns; @turn: index of the next record to return */
	unsigned nr_turns, turn;
	size_t bytes;	   /* size in bytes of the segments and runs in use */
	uint64_t nr;	   /* number of records that wait and were not merged into @turns yet */
	uint64_t max_time; /* latest time of all records that were added */
	/*
	 * value of @max_time at the last FINISHED_ROUND record. When the next FINISHED_ROUND record
	 * comes, the order of all records up to this time is final
	 */
	uint64_t limit;
	/*
	 * The block of the first segment of a run may have been evicted (its bytes are not in
	 * memory), so pd_order_merge() has to look for evicted blocks and reload them; false: none
	 * was evicted since the last look.
	 */
	bool cold;
	/*
	 * 0: no error; else the error code of reloading an evicted block: pd_block_reload() has
	 * failed, or the reloaded bytes are no longer the same records (PDATA_E_CUT)
	 */
	int err;
	/*
	 * If @ready is set, pd_order_merge() may merge records: the next @ready_nr records; or, if
	 * @ready_nr is 0, all records up to the time @ready_time.
	 */
	bool ready;
	uint64_t ready_time, ready_nr;
};

/*
 * Initialize @o. @pool: the pool that has the blocks of all records. @events: address of the
 * pointer to the reader's array of events by index. @no_event: the event of records that come
 * before the first event.
 */
void pd_order_init(struct pd_order *o, struct pd_pool *pool, int swap,
		   struct pd_event *const *const *events, const struct pdata_event *no_event);
/*
 * Add the record @rec, which is in the block @block, and hold a reference to this block. @inside:
 * the record comes from decompressed data. Return: 0 or PDATA_E_NOMEM.
 */
int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block,
		  bool inside);
/*
 * Handle a FINISHED_ROUND record: let pd_order_merge() merge all records whose order is final now.
 */
void pd_order_round(struct pd_order *o);
/*
 * Let pd_order_merge() merge the earlier half of the waiting records, although their order may not
 * be final, because too much memory is in use. Records that are read later may have earlier times
 * than the returned records.
 */
void pd_order_flush_half(struct pd_order *o);
/* Let pd_order_merge() merge all waiting records, because no more records will be added. */
void pd_order_flush_all(struct pd_order *o);
/*
 * Fill o->turns with the next ready records in order of time. Return: true if at least one record
 * was merged; false if no record is ready, or if reloading a block has failed and o->err is set.
 */
bool pd_order_merge(struct pd_order *o);
/* Drop all waiting records, and all merged records that were not returned yet. */
void pd_order_clear(struct pd_order *o);
void pd_order_free(struct pd_order *o);
/* Put the run @run, which has no waiting records left, on the free list o->free_runs. */
void pd_order_run_done(struct pd_order *o, struct pd_run *run);
/* Release the segments in o->spent, because all their records have been returned. */
void pd_order_free_spent(struct pd_order *o);

/*
 * order_heap.c: add @run to o->heap, which has the runs (sequences of records with ascending
 * times) from which no record was merged yet. Return: 0; PDATA_E_NOMEM: memory is exhausted.
 */
int pd_order_heap_add(struct pd_order *o, struct pd_run *run);
/* Among the runs in o->heap, move the run with the earliest first record to o->tree. */
void pd_order_begin(struct pd_order *o);
/* Update the tree after the first waiting record of the run at @leaf has changed. */
void pd_order_leaf_changed(struct pd_order *o, size_t leaf);
/* Remove the run at @leaf from the tree, because this run has no waiting records left. */
void pd_order_leaf_done(struct pd_order *o, size_t leaf);

/*
 * Return whether the block of @s is evicted (its bytes are not in memory), or was reloaded, but it
 * was not checked yet that the block still has the same records.
 */
static inline bool pd_order_is_cold(const struct pd_segment *s)
{
	return s->block->reload_from && !s->verified;
}

/*
 * Return whether the first record of @a comes before the first record of @b in time order. Records
 * with the same time keep their order in the file.
 */
static inline bool pd_order_before(const struct pd_run_head *a, const struct pd_run_head *b)
{
	bool earlier = a->time < b->time;

	if (a->time == b->time && a->run && b->run)
		earlier = a->run->seq < b->run->seq;
	return earlier;
}

static inline uint32_t pd_order_event(const struct pd_order *o, const struct pdata_event *event)
{
	return event == o->no_event ? PD_NO_EVENT : event->index;
}

/*
 * A fast path of pd_order_push(), for records that directly follow the last pushed record in the
 * same block (and, in decompressed data, in the same compressed record). For each new record, the
 * caller fills the struct pd_waiting at @w, increments @w, and sets @time to the time of the
 * record. There is room up to @end. The times must not decrease.
 */
struct pd_order_row {
	struct pd_waiting *w, *end;
	uint64_t time;
};

/*
 * Begin to push records by the fast path, and return the state of the fast path. Call this
 * function only after a record was pushed. The caller pushes records by the fast path and calls
 * pd_order_row_done() before any record is popped.
 */
static inline struct pd_order_row pd_order_row(const struct pd_order *o)
{
	struct pd_segment *s = o->open->last;

	return (struct pd_order_row){ s->w + s->nr, s->w + (4u << 2 * s->size_class),
				      o->open->last_time };
}

static inline void pd_order_row_done(struct pd_order *o, const struct pd_order_row *row)
{
	struct pd_segment *s = o->open->last;
	const uint32_t nr = (uint32_t)(row->w - s->w);

	o->nr += nr - s->nr;
	s->nr = nr;
	o->open->last_time = row->time;
	if (row->time > o->max_time)
		o->max_time = row->time;
}

/*
 * Set @rec to the next merged record; rec->data stays valid until the next pd_order_merge().
 * Return: true; false: all merged records were returned before.
 */
static inline bool pd_order_turn(struct pd_order *o, struct pdata_record *rec)
{
	const struct pd_waiting *w;
	const struct pd_segment *s;
	uint32_t event;

	if (o->turn == o->nr_turns)
		return false;
	w = o->turns[o->turn].w;
	s = o->turns[o->turn++].s;
	event = (uint32_t)(w->where >> 32);
	rec->data = s->block->data + pd_where_at(w);
	rec->type = pd_ld32(rec->data, o->swap);
	rec->misc = pd_ld16(rec->data + 4, o->swap);
	rec->size = pd_ld16(rec->data + 6, o->swap);
	rec->event = event == PD_NO_EVENT ? o->no_event
					  : (const struct pdata_event *)(*o->events)[event];
	rec->time = w->time;
	rec->off = s->inside ? s->off : s->off + (pd_where_at(w) - pd_where_at(s->w));
	rec->seq = s->seq + (uint64_t)(w - s->w);
	rec->payload = 0;
	rec->swap = (uint32_t)o->swap;
	return true;
}

/*
 * Set @rec to the next ready record; call pd_order_merge() if all merged records were returned.
 * Return: true; false: no record is ready, or o->err is set.
 */
static inline bool pd_order_pop(struct pd_order *o, struct pdata_record *rec)
{
	return pd_order_turn(o, rec) || (pd_order_merge(o) && pd_order_turn(o, rec));
}
