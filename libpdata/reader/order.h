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
 * wait in a heap. When the reader reads a FINISHED_ROUND record, the order of all records with a
 * time up to T becomes final: T is the latest time of the records that are, in the file, before the
 * preceding FINISHED_ROUND record.
 */
struct pd_waiting {
	uint64_t time;
	/*
	 * bits 0 to 31: offset of the record in bytes, in the buffer pd_segment.block; bits 32 to
	 * 63: event index or PD_NO_EVENT
	 */
	uint64_t where;
};

/*
 * value in place of the event index for records that the file has before its first
 * perf_event_attr; such records are decoded with pd_order.no_event
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
	/* next element of the run (records with ascending times), or of the free list */
	struct pd_segment *next;
	/* buffer that has the bytes of the records; this struct holds a reference to the buffer */
	struct pd_block *block;
	uint64_t off, seq; /* file offset and sequence number of the first record of the segment */
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
	struct pd_run *next; /* in the list pd_order.free_runs: next unused struct pd_run */
	struct pd_segment *first, *last;
	/*
	 * the earliest record of this run that was not merged yet. A run is a list of segments with
	 * records of ascending times. A segment is removed from the list as soon as all its records
	 * were merged, so the earliest record is always an element of the array @first->w.
	 */
	const struct pd_waiting *w;
	uint64_t last_time;
	/*
	 * sequence number of the first record of the run. If records of two runs (sequences with
	 * ascending times) have the same time, the record of the run with the lower number comes
	 * first, because all records of this run precede the other run in the file.
	 */
	uint64_t seq;
	/*
	 * number of the leaf that this run (records with ascending times) has in the tournament
	 * tree; the leaf is pd_order.tree[pd_order.leaves + leaf]
	 */
	uint32_t leaf;
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
 * A record that was merged and waits in pd_order.turns to be returned. @s: the segment (array of
 * records that are adjacent in a block of file data) that has the record.
 */
struct pd_turn {
	const struct pd_waiting *w;
	const struct pd_segment *s;
};

#define PD_TURNS 128u /* largest number of records that one call of pd_order_merge() merges */

/*
 * Number of size classes of segments. A segment is an array of records of one run (a sequence of
 * records with ascending times). Segments of class n have room for 4 << 2 * n records, so that
 * short runs need less memory than long runs.
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
	 * The tournament tree, with the root tree[1]: tree[i] is a copy of tree[2 * i] or of
	 * tree[2 * i + 1], whichever has the earlier record. The leaves begin at tree[leaves].
	 * Each of the first nr_tree leaves stands for one run (a sequence of records with ascending
	 * times).
	 */
	struct pd_run_head *tree;
	size_t nr_tree, leaves, tree_cap;
	/*
	 * the run (a sequence of records with ascending times) that has the last added record;
	 * NULL: the next added record begins a new run
	 */
	struct pd_run *open;
	struct pd_run *free_runs;
	struct pd_segment *free_segments[PD_SEGMENT_CLASSES];
	/*
	 * List of the segments (arrays of records that are adjacent in the file) that have no
	 * waiting records any more. The elements of @turns still point into these segments, so
	 * only the next pd_order_merge() releases the segments.
	 */
	struct pd_segment *spent;
	struct pd_turn turns[PD_TURNS];
	/* @nr_turns: count of records in @turns; @turn: index of the next record to return */
	unsigned nr_turns, turn;
	/*
	 * total size in bytes of all struct pd_segment and struct pd_run that are in use (not in a
	 * free list), and of the elements of @heap and @tree for these runs
	 */
	size_t bytes;
	uint64_t nr;	   /* number of records that wait and were not merged into @turns yet */
	uint64_t max_time; /* latest time of all records that were added */
	/*
	 * value of @max_time at the last FINISHED_ROUND record. When the next FINISHED_ROUND record
	 * comes, the order of all records up to this time is final
	 */
	uint64_t limit;
	/*
	 * The block with the next records of some run (a sequence of records with ascending times)
	 * may have been evicted: its bytes are not in memory. pd_order_merge() then looks for
	 * evicted blocks and reloads them. false: pd_order_merge() need not look for them.
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
 * The caller calls this function when too much memory is in use: let pd_order_merge() merge the
 * earlier half of the waiting records, even if their order is not final yet. Records that are read
 * later may therefore have earlier times than the returned records.
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
/*
 * Put @run (a sequence of records with ascending times), which has no waiting records left, on the
 * free list o->free_runs.
 */
void pd_order_run_done(struct pd_order *o, struct pd_run *run);
/*
 * Release the segments (arrays of records that are adjacent in the file) in o->spent, because all
 * their records have been returned.
 */
void pd_order_free_spent(struct pd_order *o);

/*
 * order_heap.c: add @run to o->heap, which has the runs (sequences of records with ascending
 * times) from which no record was merged yet. Return: 0; PDATA_E_NOMEM: memory is exhausted.
 */
int pd_order_heap_add(struct pd_order *o, struct pd_run *run);
/* Among the runs in o->heap, move the run with the earliest first record to o->tree. */
void pd_order_begin(struct pd_order *o);
/*
 * Update the tournament tree o->tree after another record has become the first waiting record of a
 * run (a sequence of records with ascending times). @leaf: number of the leaf at which the run is.
 */
void pd_order_leaf_changed(struct pd_order *o, size_t leaf);
/*
 * Remove the run (a sequence of records with ascending times) at the leaf with the number @leaf
 * from the tournament tree o->tree, because this run has no waiting records left.
 */
void pd_order_leaf_done(struct pd_order *o, size_t leaf);

/*
 * Return true if the block of @s is evicted (its bytes are not in memory). Also return true if the
 * block was reloaded and nobody has checked since then that it still has the same records.
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
 * Begin the fast path of pd_order_push(), and return the state of the fast path. Call this function
 * only if pd_order_push() has pushed a record and no record was popped since this push. The caller
 * adds records as struct pd_order_row describes, and calls pd_order_row_done() before any record is
 * popped.
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
