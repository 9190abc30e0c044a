/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_ORDER_H
#define PD_ORDER_H

#include "bytes.h"
#include "window.h"
#include <pdata/pdata.h>

/*
 * Records waiting for their turn in time order. A recorder drains its rings one after the other, so
 * a file is a row of runs whose times ascend: they are kept as they come, and merged by a heap of
 * their heads. After each FINISHED_ROUND, all that is not later than the latest time of the round
 * before is final.
 */
struct pd_waiting {
	uint64_t time;
	const uint8_t *data;
	const struct pdata_event *event;
};

/*
 * Records that follow one another in one block. Their place and number in the file follow from the
 * first one's.
 */
struct pd_segment {
	struct pd_segment *next; /* of the run, or of those to use again */
	struct pd_block *block;	 /* held */
	uint64_t off, seq;	 /* of the first */
	bool inside;		 /* compressed data: all have the same off */
	uint32_t size_class;
	uint32_t nr, at; /* records; the first that waits */
	struct pd_waiting w[];
};

struct pd_run {
	struct pd_run *next; /* of those to use again */
	struct pd_segment *first, *last;
	uint64_t last_time;
};

/* The first waiting record of a run. */
struct pd_run_head {
	uint64_t time, seq;
	struct pd_run *run;
};

/* A record whose turn has come. */
struct pd_turn {
	const struct pd_waiting *w;
	const struct pd_segment *s;
	uint64_t seq;
};

#define PD_TURNS 128u /* merged at once */

/* Segments of 4, 16 ... records: short runs must not take the room of long ones. */
#define PD_SEGMENT_CLASSES 5

struct pd_order {
	struct pd_pool *pool; /* of the blocks */
	int swap;	      /* byte order of the records */
	struct pd_run_head *heap;
	size_t nr_runs, heap_cap;
	struct pd_run *open; /* that the last record went to, or NULL */
	struct pd_run *free_runs;
	struct pd_segment *free_segments[PD_SEGMENT_CLASSES];
	struct pd_segment *spent; /* all of whose records are among the turns */
	struct pd_turn turns[PD_TURNS];
	unsigned nr_turns, turn; /* those made; the next one */
	size_t bytes;		  /* of the segments in use */
	uint64_t nr;		  /* waiting records */
	uint64_t max_time;	  /* of all seen */
	uint64_t limit;		  /* final up to here at the next round */
	/* What may be taken now: records up to a time, or so many. */
	bool ready;
	uint64_t ready_time, ready_nr;
};

void pd_order_init(struct pd_order *o, struct pd_pool *pool, int swap);
/* Keep a record; its block is held. @inside: of compressed data. Return: 0 or PDATA_E_NOMEM. */
int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block, bool inside);
/* A round ended: what is final becomes ready. */
void pd_order_round(struct pd_order *o);
/* Too much is waiting: make the half with the earlier times ready, and hope. */
void pd_order_half(struct pd_order *o);
/* No more records will come. */
void pd_order_all(struct pd_order *o);
/* Find out whose turns are next. Return: false when nothing is ready. */
bool pd_order_merge(struct pd_order *o);
/* Forget all records. */
void pd_order_clear(struct pd_order *o);
void pd_order_free(struct pd_order *o);

/*
 * The short way of pd_order_push() for the record behind the last one pushed, in the same block and
 * compressed piece. Return: false when it must go the long way.
 */
static inline bool pd_order_append(struct pd_order *o, uint64_t time, const uint8_t *data,
				   const struct pdata_event *event)
{
	struct pd_run *run = o->open;
	struct pd_segment *s;

	if (!run || time < run->last_time)
		return false;
	s = run->last;
	if (s->nr == 4u << 2 * s->size_class)
		return false;
	/* One by one: as a whole it would pass through the stack. */
	s->w[s->nr].time = time;
	s->w[s->nr].data = data;
	s->w[s->nr++].event = event;
	run->last_time = time;
	if (time > o->max_time)
		o->max_time = time;
	o->nr++;
	return true;
}

/* The next ready record; its data are held until the next call. Return: false when none is. */
static inline bool pd_order_pop(struct pd_order *o, struct pdata_record *rec)
{
	const struct pd_turn *t;

	if (o->turn == o->nr_turns && !pd_order_merge(o))
		return false;
	t = &o->turns[o->turn++];
	rec->type = pd_ld32(t->w->data, o->swap);
	rec->misc = pd_ld16(t->w->data + 4, o->swap);
	rec->size = pd_ld16(t->w->data + 6, o->swap);
	rec->data = t->w->data;
	rec->event = t->w->event;
	rec->time = t->w->time;
	rec->off = t->s->inside ? t->s->off : t->s->off + (uint64_t)(t->w->data - t->s->w[0].data);
	rec->seq = t->seq;
	rec->payload = 0;
	rec->swap = (uint32_t)o->swap;
	return true;
}

#endif
