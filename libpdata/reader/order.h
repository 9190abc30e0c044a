/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/bytes.h"
#include "input/stream.h"
#include <pdata/pdata.h>

struct pd_event;

/*
 * Records waiting for their turn in time order. A recorder drains its rings one after the other, so
 * a file is a row of runs whose times ascend: they are kept as they come, and merged. Those that
 * have begun, about one for each ring, are the leaves of a tree in which the earliest head wins;
 * the others are in a heap until the first of them has its turn. After each FINISHED_ROUND, all
 * that is not later than the latest time of the round before is final.
 */
struct pd_waiting {
	uint64_t time;
	/* place in the block, and from bit 32 on the event's index or PD_NO_EVENT */
	uint64_t where;
};

#define PD_NO_EVENT UINT32_MAX /* the event of records before any event */

static inline uint64_t pd_where(size_t at, uint32_t event)
{
	return (uint64_t)event << 32 | (uint32_t)at;
}

static inline uint32_t pd_where_at(const struct pd_waiting *w)
{
	return (uint32_t)w->where;
}

/*
 * Records that follow one another in one block. Their place and number in the file follow from the
 * first one's.
 */
struct pd_segment {
	struct pd_segment *next; /* of the run, or of those to use again */
	struct pd_block *block;	 /* held */
	uint64_t off, seq;	 /* of the first */
	bool inside;		 /* compressed data: all have the same off */
	bool sound;		 /* its block was put aside, and has the same records again */
	uint32_t size_class;
	uint32_t nr; /* records */
	struct pd_waiting w[];
};

struct pd_run {
	struct pd_run *next; /* of those to use again */
	struct pd_segment *first, *last;
	const struct pd_waiting *w; /* the first that waits, in the first segment */
	uint64_t last_time;
	uint64_t seq;  /* of its first record: runs do not interleave in the file */
	uint32_t leaf; /* of the tree */
};

/* The first waiting record of a run. */
struct pd_run_head {
	uint64_t time;	    /* UINT64_MAX: there is none */
	struct pd_run *run; /* or NULL */
};

/* A record whose turn has come. */
struct pd_turn {
	const struct pd_waiting *w;
	const struct pd_segment *s;
};

#define PD_TURNS 128u /* merged at once */

/* Segments of 4, 16 ... records: short runs must not take the room of long ones. */
#define PD_SEGMENT_CLASSES 5

struct pd_order {
	struct pd_pool *pool;		       /* of the blocks */
	int swap;			       /* byte order of the records */
	struct pd_event *const *const *events; /* the reader's */
	const struct pdata_event *no_event;
	struct pd_run_head *heap;
	size_t nr_heap, heap_cap;
	/*
	 * Of [1] on: each the earlier of the two below it. From [leaves] on: the runs, nr_tree of
	 * them.
	 */
	struct pd_run_head *tree;
	size_t nr_tree, leaves, tree_cap;
	struct pd_run *open; /* that the last record went to, or NULL */
	struct pd_run *free_runs;
	struct pd_segment *free_segments[PD_SEGMENT_CLASSES];
	struct pd_segment *spent; /* all of whose records are among the turns */
	struct pd_turn turns[PD_TURNS];
	unsigned nr_turns, turn; /* those made; the next one */
	size_t bytes;		 /* of the segments in use */
	uint64_t nr;		 /* waiting records */
	uint64_t max_time;	 /* of all seen */
	uint64_t limit;		 /* final up to here at the next round */
	bool cold; /* the first segments of runs that have begun may have to be read again */
	int err;   /* that could not be done */
	/* What may be taken now: records up to a time, or so many. */
	bool ready;
	uint64_t ready_time, ready_nr;
};

/* @events: where the reader has its events, by index; @no_event: of records before any of them */
void pd_order_init(struct pd_order *o, struct pd_pool *pool, int swap,
		   struct pd_event *const *const *events, const struct pdata_event *no_event);
/* Keep a record; its block is held. @inside: of compressed data. Return: 0 or PDATA_E_NOMEM. */
int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block,
		  bool inside);
/* A round ended: what is final becomes ready. */
void pd_order_round(struct pd_order *o);
/* Too much is waiting: make the half with the earlier times ready, and hope. */
void pd_order_flush_half(struct pd_order *o);
/* No more records will come. */
void pd_order_flush_all(struct pd_order *o);
/* Find out whose turns are next. Return: false when nothing is ready, or o->err is set. */
bool pd_order_merge(struct pd_order *o);
/* Forget all records. */
void pd_order_clear(struct pd_order *o);
void pd_order_free(struct pd_order *o);
/* A run without records, to use again. */
void pd_order_run_done(struct pd_order *o, struct pd_run *run);
/* The turns have been taken: let go of what they were in. */
void pd_order_free_spent(struct pd_order *o);

/* order_heap.c: a run that has not begun. Return: 0 or PDATA_E_NOMEM. */
int pd_order_heap_add(struct pd_order *o, struct pd_run *run);
/* Let the first of them begin. */
void pd_order_begin(struct pd_order *o);
/* The first waiting record of the run at a leaf is another one. */
void pd_order_leaf_changed(struct pd_order *o, size_t leaf);
/* The run at a leaf has no more records. */
void pd_order_leaf_done(struct pd_order *o, size_t leaf);

/* Whether a segment's block has to be read again, or was and has not been looked at. */
static inline bool pd_order_is_cold(const struct pd_segment *s)
{
	return s->block->again && !s->sound;
}

/* Whether the first comes before the second: of one time, as in the file. */
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
 * The short way of pd_order_push() for the records behind the last one pushed, in the same block
 * and compressed piece: they are written at @w, up to @end, with times that do not fall below
 * @time, which is the last one's.
 */
struct pd_order_row {
	struct pd_waiting *w, *end;
	uint64_t time;
};

/* A record has been pushed, and none has been popped since. */
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
 * The next of the records that were merged; its data are held until the next merge. Return: false
 * when none is left.
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

/* The next ready record. Return: false when none is. */
static inline bool pd_order_pop(struct pd_order *o, struct pdata_record *rec)
{
	return pd_order_turn(o, rec) || (pd_order_merge(o) && pd_order_turn(o, rec));
}
