/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table "thread_states": what threads did between events of the scheduler. As in perf sched
 * timehist, a thread ran from the last switch of its CPU to the switch that ended its turn, and
 * waited from its own last switch to the start of that turn.
 */
#include "profile/tables/table_columns.h"
#include "profile/tables/tables_int.h"

#include "base/array.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256u
#define CPUS_MAX (1u << 20)
#define STATES_AT_ONCE 3u /* a switch ends at most a wait, a delay and a turn */

/* Bits of prev_state in sched_switch; no bit: the thread could run on. */
#define STATE_SLEEPING 0x01u
#define STATE_BLOCKED 0x02u
#define STATE_STOPPED 0x0cu
#define STATE_DEAD 0x30u
#define STATE_PARKED 0x40u
#define STATE_IDLE 0x80u

static const char running[] = "running", runnable[] = "runnable";

/* The facts about a thread that its next state needs. */
struct task_state {
	uint32_t tid;
	uint32_t thread; /* number in the table "threads"; 0: filters leave the thread out */
	bool used;
	bool has_out, has_in, has_ready;
	uint64_t out;	   /* the last switch away from the thread */
	const char *state; /* since out, until ready */
	uint64_t ready;	   /* it was woken up */
	uint32_t waker;
	uint64_t in; /* SWITCH records: begin of its turn */
	uint32_t cpu, stack;
};

PD_HASH_TABLE(task_state, struct task_state, s->used, s->tid == k->tid, hash_mix(k->tid, 1) >> 7)

/* The fields of an event that the states are made of; NULL: the event is none of these. */
struct event_fields {
	const struct pdata_field *prev_state; /* sched_switch */
	const struct pdata_field *woken;      /* sched_waking, sched_wakeup, sched_wakeup_new */
};

struct thread_states {
	struct event_fields *events; /* by index */
	uint32_t nr_events;
	bool by_records; /* no sched_switch was recorded: SWITCH records */
	struct task_state *tasks;
	size_t nr_tasks, tasks_mask;
	uint64_t *last_switch; /* by CPU: time of the last one, 0: none yet */
	uint32_t cap_cpus;
	struct tables_state queue[STATES_AT_ONCE];
	uint32_t nr_queued, next_queued;
	size_t next_task; /* at the end: the tasks whose last state was not given yet */
	bool ended;
};

static int states_no_memory(struct tables *t)
{
	session_set_err(&t->s, -ENOMEM);
	return -1;
}

static const struct pdata_field *field_of(const struct pdata_tracepoint *tp, const char *name,
					  const char *field)
{
	return !strcmp(tp->system, "sched") && !strcmp(tp->name, name)
		       ? pdata_tracepoint_field(tp, field)
		       : NULL;
}

/* sched_waking is earlier than sched_wakeup; where it is recorded, the others do not count. */
static void find_fields(struct tables *t, struct thread_states *st)
{
	struct pdata_tracepoints *all = rep_session_tracing(&t->s);
	bool waking = false;

	st->by_records = true;
	for (uint32_t i = 0; all && i < st->nr_events; i++) {
		const struct pdata_attr *a = &pdata_reader_event(t->s.reader, i)->attr;
		const struct pdata_tracepoint *tp = a->type == PDATA_TYPE_TRACEPOINT
							    ? pdata_tracepoints_find(all, a->config)
							    : NULL;

		if (!tp)
			continue;
		st->events[i].prev_state = field_of(tp, "sched_switch", "prev_state");
		st->by_records &= !st->events[i].prev_state;
		st->events[i].woken = field_of(tp, "sched_waking", "pid");
		waking |= st->events[i].woken != NULL;
	}
	for (uint32_t i = 0; all && !waking && i < st->nr_events; i++) {
		const struct pdata_attr *a = &pdata_reader_event(t->s.reader, i)->attr;
		const struct pdata_tracepoint *tp = a->type == PDATA_TYPE_TRACEPOINT
							    ? pdata_tracepoints_find(all, a->config)
							    : NULL;

		if (!tp)
			continue;
		st->events[i].woken = field_of(tp, "sched_wakeup", "pid");
		if (!st->events[i].woken)
			st->events[i].woken = field_of(tp, "sched_wakeup_new", "pid");
	}
}

/* Whether any record of the recording tells about states; if not, reading them all is useless. */
static bool has_states(const struct tables *t, const struct thread_states *st)
{
	if (t->s.nr_by_type[PDATA_RECORD_SWITCH] || t->s.nr_by_type[PDATA_RECORD_SWITCH_CPU_WIDE])
		return true;
	for (uint32_t i = 0; i < st->nr_events; i++)
		if (st->events[i].prev_state || st->events[i].woken)
			return true;
	return false;
}

static void free_states(struct tables *t)
{
	free(t->states->events);
	pd_free(t->states->tasks);
	free(t->states->last_switch);
	free(t->states);
	t->states = NULL;
}

static int start_states(struct tables *t)
{
	struct thread_states *st = mem_alloc(1, sizeof(*st));

	if (!st)
		return states_no_memory(t);
	t->states = st;
	t->free_states = free_states;
	st->nr_events = pdata_reader_nr_events(t->s.reader);
	st->events = mem_alloc(st->nr_events, sizeof(*st->events));
	if (!st->events)
		return states_no_memory(t);
	find_fields(t, st);
	st->ended = !has_states(t, st);
	return 0;
}

/* Return: the thread's state, which is added if it is new; NULL: memory is exhausted. */
static struct task_state *get_task_state(struct tables *t, uint32_t tid)
{
	const struct task_state key = { .tid = tid, .used = true };
	struct thread_states *st = t->states;
	struct task_state *k;

	if ((!st->tasks || st->nr_tasks * 2 >= st->tasks_mask) &&
	    !mem_check(!task_state_grow(&st->tasks, &st->tasks_mask, FIRST_SLOTS, 0))) {
		states_no_memory(t);
		return NULL;
	}
	k = task_state_slot(st->tasks, st->tasks_mask, &key, 0);
	if (!k->used) {
		*k = key;
		st->nr_tasks++;
	}
	return k;
}

/* A state of @k from @start, which @has_start tells, to @end. */
static void queue_state(struct thread_states *st, const struct task_state *k, const char *state,
			const uint64_t *start, const uint64_t *end)
{
	struct tables_state *s = &st->queue[st->nr_queued];

	if (!k->thread || (start && end && *start > *end))
		return;
	st->nr_queued++;
	*s = (struct tables_state){ .thread = k->thread,
				    .has_start = start != NULL,
				    .start = start ? *start : 0,
				    .has_end = end != NULL,
				    .end = end ? *end : 0,
				    .state = state,
				    .has_cpu = k->has_out || state == running,
				    .cpu = k->cpu };
	if (state != running && state != runnable)
		s->stack = k->stack;
	if (state == runnable && k->has_ready) {
		s->has_waker = true;
		s->waker = k->waker;
	}
}

/* Queue what @k did since its last turn until @end; NULL: until the end of the recording. */
static void queue_wait(struct thread_states *st, const struct task_state *k, const uint64_t *end)
{
	const bool woken = k->has_ready && (!k->has_out || k->ready >= k->out) &&
			   (!end || k->ready <= *end);

	if (k->has_out && k->state == runnable) {
		queue_state(st, k, runnable, &k->out, end);
	} else if (woken) {
		if (k->has_out)
			queue_state(st, k, k->state, &k->out, &k->ready);
		queue_state(st, k, runnable, &k->ready, end);
	} else if (k->has_out) {
		queue_state(st, k, k->state, &k->out, end);
	}
}

static const char *name_of_state(uint64_t prev_state)
{
	if (prev_state & STATE_SLEEPING)
		return "sleeping";
	if (prev_state & STATE_BLOCKED)
		return "blocked";
	if (prev_state & STATE_STOPPED)
		return "stopped";
	if (prev_state & STATE_DEAD)
		return "dead";
	return prev_state & (STATE_PARKED | STATE_IDLE) ? "sleeping" : runnable;
}

/* The turn of @k, which began at @in if that is known, ends. */
static void end_turn(struct thread_states *st, struct task_state *k, const uint64_t *in,
		     uint64_t time, uint32_t cpu, const char *state, uint32_t stack)
{
	if (in)
		queue_wait(st, k, in);
	k->cpu = cpu;
	queue_state(st, k, running, in, &time);
	k->has_out = true;
	k->out = time;
	k->state = state;
	k->stack = stack;
	k->has_ready = k->has_in = false;
}

/* Return: where the time of the last switch of @cpu is kept; NULL: memory is exhausted. */
static uint64_t *last_switch_of(struct tables *t, uint32_t cpu)
{
	struct thread_states *st = t->states;

	if (cpu < CPUS_MAX &&
	    mem_room_zeroed(&st->last_switch, &st->cap_cpus, cpu, sizeof(*st->last_switch)))
		return &st->last_switch[cpu];
	if (cpu < CPUS_MAX)
		states_no_memory(t);
	return NULL;
}

static void take_switch(struct tables *t, const struct tables_sample *row, uint64_t prev_state)
{
	uint64_t *last = last_switch_of(t, row->s->cpu);
	struct task_state *k;

	if (!last)
		return;
	k = row->s->tid ? get_task_state(t, row->s->tid) : NULL;
	if (k) {
		k->thread = row->thread;
		end_turn(t->states, k, *last ? last : NULL, row->time, row->s->cpu,
			 name_of_state(prev_state), row->stack);
	}
	*last = row->time;
}

static void take_wakeup(struct tables *t, const struct tables_sample *row, uint32_t tid)
{
	struct task_state *k = tid ? get_task_state(t, tid) : NULL;

	if (!k || k->has_ready)
		return;
	k->has_ready = true;
	k->ready = row->time;
	k->waker = row->s->tid;
}

static void take_state_sample(struct tables *t, const struct tables_sample *row)
{
	const struct event_fields *f;
	const struct pdata_field *field;
	uint64_t number;

	if (row->event >= t->states->nr_events || !(row->s->have & PDATA_SAMPLE_RAW))
		return;
	f = &t->states->events[row->event];
	field = f->prev_state ? f->prev_state : f->woken;
	if (!field ||
	    pdata_field_number(t->s.tracing, field, row->s->raw, row->s->raw_size, &number))
		return;
	if (f->prev_state)
		take_switch(t, row, number);
	else
		take_wakeup(t, row, (uint32_t)number);
}

/* A SWITCH record: the thread of its sample id begins or ends its turn. */
static void take_state_record(struct tables *t, const struct pdata_record *rec)
{
	struct hists *h = t->rp.hist;
	struct task_state *k;
	struct pdata_value v;

	if (!t->states->by_records ||
	    (rec->type != PDATA_RECORD_SWITCH && rec->type != PDATA_RECORD_SWITCH_CPU_WIDE) ||
	    pdata_record_decode(rec, &v, NULL) || !(v.id.have & PDATA_SAMPLE_TID) || !v.id.tid)
		return;
	k = get_task_state(t, v.id.tid);
	if (!k)
		return;
	k->thread = tables_number_wanted_thread(
		t, hist_thread_at(h, v.id.pid, v.id.tid, rec->time, rec->seq)->who);
	if (rec->misc & PDATA_MISC_SWITCH_OUT) {
		end_turn(t->states, k, k->has_in ? &k->in : NULL, rec->time, v.id.cpu,
			 rec->misc & PDATA_MISC_SWITCH_OUT_PREEMPT ? runnable : "sleeping", 0);
	} else {
		k->has_in = true;
		k->in = rec->time;
	}
}

/* At the end of the recording: queue what the next thread still does. Return: false: no more. */
static bool queue_last_state(struct thread_states *st)
{
	while (st->tasks && st->next_task <= st->tasks_mask) {
		const struct task_state *k = &st->tasks[st->next_task++];

		if (!k->used)
			continue;
		queue_wait(st, k, k->has_in ? &k->in : NULL);
		if (k->has_in)
			queue_state(st, k, running, &k->in, NULL);
		return true;
	}
	return false;
}

int tables_next_state(struct tables *t, struct tables_state *state)
{
	struct thread_states *st;
	struct tables_sample row;
	struct pdata_record rec;

	if (!t->states && start_states(t))
		return 0;
	st = t->states;
	while (st->next_queued == st->nr_queued) {
		st->next_queued = st->nr_queued = 0;
		switch (st->ended ? TABLES_END : tables_next(t, &row, &rec)) {
		case TABLES_SAMPLE:
			take_state_sample(t, &row);
			break;
		case TABLES_RECORD:
			take_state_record(t, &rec);
			break;
		case TABLES_END:
			st->ended = true;
			if (session_err(&t->s) || !queue_last_state(st))
				return 0;
		}
	}
	*state = st->queue[st->next_queued++];
	return 1;
}

/* ---- columns ----------------------------------------------------------------------------- */

static int next_state_row(struct table_cursor *c)
{
	return tables_next_state(c->t, &c->state);
}

static void thread_states_thread(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->state.thread);
}

static void thread_states_start(struct table_cursor *c, struct table_value *v)
{
	v->null = !c->state.has_start;
	v->number = c->state.start;
}

static void thread_states_end(struct table_cursor *c, struct table_value *v)
{
	v->null = !c->state.has_end;
	v->number = c->state.end;
}

static void thread_states_state(struct table_cursor *c, struct table_value *v)
{
	table_text(v, c->state.state);
}

static void thread_states_cpu(struct table_cursor *c, struct table_value *v)
{
	v->null = !c->state.has_cpu;
	v->number = c->state.cpu;
}

static void thread_states_waker(struct table_cursor *c, struct table_value *v)
{
	v->null = !c->state.has_waker;
	v->number = (uint64_t)(int32_t)c->state.waker;
}

static void thread_states_stack(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->state.stack);
}

static const struct table_column state_columns[] = {
#define THREAD_STATES(name, type, unit, meaning)                                                   \
	{ #name, TABLE_##type, unit, meaning, .get = thread_states_##name },
#include "profile/tables/tables.def"
};

const struct table table_thread_states = { .name = "thread_states",
					   .columns = state_columns,
					   .nr_columns = REP_NR(state_columns),
					   .of_pass = true,
					   .next = next_state_row };
