/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens a recording as tables, and reads its samples with the decoder and the filters of report. */
#include "profile/tables/tables_int.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "base/message.h"
#include "profile/filter/sample_filter.h"
#include "profile/hist/chain_branches.h"
#include "session/event_names.h"
#include "session/read_ahead.h"
#include "session/unwind/unwind.h"

#include <stdlib.h>
#include <string.h>

#define RECORDS_CHECKED 64u /* records read between two looks for errors */

/* Mark the events of opts.events in wanted. */
static int choose_events(struct tables *t)
{
	if (!t->opts.events)
		return REP_OK;
	t->nr_wanted = pdata_reader_nr_events(t->s.reader);
	t->wanted = mem_alloc(t->nr_wanted, sizeof(*t->wanted));
	if (!t->wanted) {
		session_set_err(&t->s, -ENOMEM);
		return REP_FAIL;
	}
	return rep_events_choose(&t->s, t->opts.events, t->wanted) ? REP_FAIL : REP_OK;
}

bool tables_event_is_wanted(const struct tables *t, uint32_t index)
{
	if (t->wanted)
		return index < t->nr_wanted && t->wanted[index];
	/* The reader gives samples of a recording without events an event that it does not list. */
	return index < pdata_reader_nr_events(t->s.reader);
}

void tables_count_unresolved(struct tables *t, uint32_t n, uint64_t nr)
{
	if (mem_room_zeroed(&t->samples_at, &t->cap_samples_at, n, sizeof(*t->samples_at)))
		t->samples_at[n] += nr;
	else
		session_set_err(&t->s, -ENOMEM);
}

/* Fill in what only samples have that pass the filters of threads and events. */
static void number_sample(struct tables *t, const struct pdata_sample *s,
			  const struct hist_entry *k, struct tables_sample *row)
{
	const struct hist_resolve_ctx at = { .who = &t->rp.hist->whos[k->who],
					     .time = k->first_time,
					     .seq = k->first_seq };

	row->number = ++t->nr_samples;
	row->stack = tables_number_stack(t, k);
	row->frame = tables_number_address(t, k, &at);
	row->branches = tables_number_branches(t, s, &at);
	if (!t->complete) {
		tables_count_unresolved(t, row->frame, 1);
		tables_count_cut_stack(t, k, 1);
	}
}

/* A sum of `record --off-cpu` has no time of its own: it gets the time of the row before. */
static uint64_t row_time(struct tables *t, uint64_t time)
{
	if (time < PDATA_TIME_OFF_CPU)
		t->last_time = time;
	return t->last_time;
}

/*
 * Make a row of the sample. States of threads need the samples that filters of threads and events
 * leave out, too; these have no number.
 */
static void take_sample(struct tables *t, const struct pdata_sample *s, const struct hist_entry *k)
{
	const uint32_t event = hist_entry_event(k);
	const uint32_t thread =
		tables_event_is_wanted(t, event) ? tables_number_wanted_thread(t, k->who) : 0;
	struct tables_sample *row;

	if (!thread && !t->states)
		return;
	if (!mem_room(&t->ready, &t->cap_ready, t->nr_ready, sizeof(*t->ready))) {
		session_set_err(&t->s, -ENOMEM);
		return;
	}
	row = &t->ready[t->nr_ready++];
	*row = (struct tables_sample){ .s = s,
				       .event = event,
				       .cpumode = hist_entry_cpumode(k),
				       .thread = thread,
				       .time = row_time(t, k->first_time),
				       .period = k->period };
	if (thread)
		number_sample(t, s, k, row);
}

/* A hist_samples_fn. */
static void take_samples(void *ctx, const struct pdata_sample *samples,
			 const struct hist_pending *pending, uint32_t nr)
{
	struct tables *t = ctx;

	for (unsigned step = 0; step < TABLES_PREFETCH_STEPS; step++)
		for (uint32_t i = 0; i < nr; i++)
			tables_prefetch_stack(t, &pending[i].k, step);
	for (uint32_t i = 0; i < nr; i++)
		take_sample(t, &samples[i], &pending[i].k);
}

static int start_pass(struct tables *t)
{
	t->rp.hist = hists_new(&t->hist_opts, t->s.reader, t->s.tasks);
	if (!t->rp.hist)
		session_set_err(&t->s, -ENOMEM);
	t->ended = t->started = false;
	t->last_time = 0;
	return session_err(&t->s) ? REP_FAIL : REP_OK;
}

/* Reading ahead is worth a thread for this many samples. */
#define SAMPLES_ENOUGH 10000u

/* Start the thread that reads ahead, if there is work for it. */
static void start_reading(struct tables *t)
{
	struct pdata_reader *r = t->s.reader;

	t->started = true;
	/* Ends of branches are numbered into one buffer. */
	t->one_by_one = chain_branches_any_stack(r);
	if (pdata_reader_info(r)->container != PDATA_CONTAINER_PIPE &&
	    t->s.nr_by_type[PDATA_RECORD_SAMPLE] >= SAMPLES_ENOUGH &&
	    rep_nr_threads(t->opts.jobs, 2) > 1)
		t->ahead = read_ahead_start(r, 1, NULL,
					    !t->one_by_one && hists_can_take_chains(&t->hist_opts,
										    &t->s)
						    ? &t->read_chains
						    : NULL);
}

static void stop_reading(struct tables *t)
{
	if (t->ahead && read_ahead_free(t->ahead) < 0)
		rep_session_failed(&t->s);
	t->ahead = NULL;
	t->taken = NULL;
}

/* Numbers of chains and thread contexts are those of the hists of one pass. */
static void end_pass(struct tables *t)
{
	stop_reading(t);
	hists_free(t->rp.hist);
	t->rp.hist = NULL;
	interner_free(&t->read_chains);
	free(t->last_of_chain);
	t->last_of_chain = NULL;
	t->cap_chains = 0;
	pd_free(t->chains);
	t->chains = NULL;
	t->nr_chains = t->chains_mask = 0;
	free(t->thread_of);
	t->thread_of = NULL;
	t->cap_thread_of = 0;
	t->batch.nr = 0;
	t->nr_ready = t->next_ready = 0;
	t->nr_samples = 0;
	if (t->free_states)
		t->free_states(t);
	t->free_states = NULL;
}

static int open_recording(struct tables *t)
{
	const struct tables_opts *o = &t->opts;
	int rc = rep_session_open(&t->s, o->in);

	if (rc != REP_OK)
		return rc;
	script_filter_limit(o->filter.time, &t->s, false);
	if (o->jobs != 1)
		rep_session_prefetch_kernel(&t->s, o->in);
	rc = rep_session_tasks(&t->s);
	if (rc == REP_OK)
		rc = rep_session_symbols(&t->s, o->in);
	if (rc == REP_OK)
		rc = choose_events(t);
	if (rc == REP_OK && script_filter_init(&t->filter, &o->filter, &t->s, false))
		rc = REP_FAIL;
	return rc;
}

int tables_open(struct tables **out, const struct tables_opts *o)
{
	struct tables *t = mem_alloc(1, sizeof(*t));
	int rc;

	*out = t;
	if (!t)
		return rep_fail("out of memory");
	t->opts = *o;
	rc = open_recording(t);
	if (rc != REP_OK)
		return rc;
	t->report_opts.in = *o->in;
	t->report_opts.rows.max_stack = o->max_stack;
	t->rp.opts = &t->report_opts;
	t->rp.s = &t->s;
	t->hist_opts = (struct hists_opts){
		.each = take_samples,
		.each_ctx = t,
		.each_wants = UINT64_MAX & ~(uint64_t)(PDATA_SAMPLE_STACK_USER),
		.chains = true,
		.branches = chain_branches_any_stack(t->s.reader) ? CHAIN_CALL_STACKS
								  : CHAIN_NO_BRANCHES,
		/* A frame more than the stacks have shows that these are cut. */
		.max_unwound = o->max_stack + (o->max_stack < UINT64_MAX),
		.max_stack = o->max_stack,
		.deferred = t->s.deferred,
		.filter = &t->filter,
	};
	t->filter_in_time = o->filter.switch_on || o->filter.switch_off;
	t->hist_opts.in_time = !o->file_order || t->filter_in_time;
	/* Without FINISHED_ROUND records, all of them would wait for the end of the file. */
	t->reader_sorts = t->hist_opts.in_time && !o->sums && t->s.unsorted;
	if (t->reader_sorts)
		pdata_reader_set_order(t->s.reader, PDATA_ORDER_TIME);
	t->hist_opts.unwind = unwind_open(&t->s);
	if (locations_init(&t->rp.locations, &t->s))
		session_set_err(&t->s, -ENOMEM);
	return start_pass(t);
}

int tables_close(struct tables *t)
{
	int rc = REP_FAIL;

	if (!t)
		return rc;
	end_pass(t);
	locations_free(&t->rp.locations);
	unwind_warn(t->hist_opts.unwind, &t->s);
	unwind_free(t->hist_opts.unwind);
	free(t->rp.walked);
	script_filter_free(&t->filter);
	stack_trie_free(&t->stacks);
	free(t->last_stacks);
	interner_free(&t->thread_keys);
	free(t->wanted);
	free(t->ready);
	free(t->branches);
	if (t->free_tracepoints)
		t->free_tracepoints(t);
	free(t->frames);
	pd_free(t->frame_index.slots);
	free(t->frame_of);
	free(t->threads);
	pd_free(t->tasks);
	hist_spaces_free(&t->spaces);
	free(t->rows);
	free(t->map_of);
	free(t->maps);
	free(t->samples_at);
	free(t->sums);
	if (t->s.path)
		rc = rep_session_close(&t->s);
	free(t);
	return rc;
}

/* Note errors of the decoder in the session. Return: whether there is none. */
static bool pass_is_good(struct tables *t)
{
	const int err = hists_err(t->rp.hist), of_locations = locations_err(&t->rp.locations);

	if (err || of_locations || t->stacks.err || t->thread_keys.err ||
	    unwind_err(t->hist_opts.unwind))
		session_set_err(&t->s, -ENOMEM);
	return !session_err(&t->s);
}

static void note_losses(struct tables *t, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (t->complete)
		return;
	if (rec->type == PDATA_RECORD_LOST && !pdata_record_decode(rec, &v, NULL))
		t->losses.lost_events += v.u.lost.lost;
	else if (rec->type == PDATA_RECORD_LOST_SAMPLES && !pdata_record_decode(rec, &v, NULL))
		t->losses.lost_samples += v.u.lost_samples.lost;
}

/* The next record of the thread that reads ahead. Return: 1; 0: the end, or an error. */
static int next_record_ahead(struct tables *t, struct pdata_record *rec)
{
	while (!t->taken || t->next_taken == t->taken->nr) {
		if (t->taken)
			read_ahead_done(t->ahead);
		t->taken = read_ahead_take(t->ahead);
		t->next_taken = 0;
		if (!t->taken) {
			stop_reading(t);
			return 0;
		}
	}
	*rec = t->taken->rec[t->next_taken++];
	return 1;
}

/* Read the next record. Return: 1; 0: the end, or an error of the session. */
static int next_record(struct tables *t, struct pdata_record *rec)
{
	int rc;

	if (!t->started)
		start_reading(t);
	for (;;) {
		/* The check costs as much as a record. */
		if (t->nr_records++ % RECORDS_CHECKED == 0 && !pass_is_good(t))
			return 0;
		if (t->ahead)
			return next_record_ahead(t, rec);
		if (t->batch.nr && pdata_batch_next(&t->batch, rec))
			return 1;
		t->batch.nr = 0;
		rc = t->reader_sorts ? pdata_reader_next(t->s.reader, rec)
				     : pdata_reader_next_batch(t->s.reader, rec, &t->batch);
		if (rc < 0)
			rep_session_failed(&t->s);
		if (rc <= 1)
			return rc > 0;
	}
}

/* Whether the bytes of the last record are lost when the next one is read. */
static bool is_last_of_batch(const struct tables *t)
{
	return t->ahead ? t->next_taken == t->taken->nr : !t->batch.nr;
}

/*
 * Read the next record. Samples may wait in the hists until memory for them is prefetched, but not
 * longer than the bytes of their records are there. Return: whether there was one.
 */
static bool take_record(struct tables *t, struct pdata_record *rec)
{
	t->nr_ready = t->next_ready = 0;
	if (t->ended || !next_record(t, rec)) {
		t->ended = true;
		pass_is_good(t);
		return false;
	}
	if (rec->type != PDATA_RECORD_SAMPLE) {
		note_losses(t, rec);
		tables_note_task(t, rec);
	}
	if (t->record && rec->type != PDATA_RECORD_SAMPLE)
		t->record(t->record_ctx, rec);
	if (t->ahead && read_ahead_has_chains(t->ahead))
		hists_add_with_chain(t->rp.hist, rec, &t->taken->chain[t->next_taken - 1]);
	else
		hists_add_record(t->rp.hist, rec);
	if (t->one_by_one || is_last_of_batch(t))
		hists_finish(t->rp.hist);
	return true;
}

enum tables_next tables_next(struct tables *t, struct tables_sample *row, struct pdata_record *rec)
{
	while (t->next_ready == t->nr_ready) {
		if (!take_record(t, rec))
			return TABLES_END;
		hists_finish(t->rp.hist);
		if (rec->type != PDATA_RECORD_SAMPLE)
			return TABLES_RECORD;
	}
	*row = t->ready[t->next_ready++];
	return TABLES_SAMPLE;
}

int tables_next_sample(struct tables *t, struct tables_sample *row)
{
	struct pdata_record rec;

	while (t->next_ready == t->nr_ready)
		if (!take_record(t, &rec))
			return 0;
	*row = t->ready[t->next_ready++];
	return 1;
}

void tables_watch_records(struct tables *t, tables_record_fn *fn, void *ctx)
{
	t->record = fn;
	t->record_ctx = ctx;
}

bool tables_wants_record(const struct tables *t, uint64_t time, uint32_t pid, uint32_t tid)
{
	return script_filter_time(&t->filter, time) && script_filter_thread(&t->filter, pid, tid);
}

const char *tables_event_name(struct tables *t, uint32_t event)
{
	return rep_event_name(&t->s, pdata_reader_event(t->s.reader, event));
}

int tables_begin_pass(struct tables *t)
{
	if (!t->begun) {
		t->begun = true;
		return REP_OK;
	}
	end_pass(t);
	if (rep_session_reread(&t->s) != REP_OK)
		return REP_FAIL;
	return start_pass(t);
}

int tables_complete(struct tables *t)
{
	struct tables_sample row;

	if (t->complete)
		return session_err(&t->s) ? REP_FAIL : REP_OK;
	if (!t->begun && tables_begin_pass(t))
		return REP_FAIL;
	while (tables_next_sample(t, &row))
		;
	if (session_err(&t->s))
		return REP_FAIL;
	t->rp.locations.wishes = (struct location_wishes){
		.lines = t->opts.lines ? LOCATION_LINES : LOCATION_NO_LINES,
		.jobs = t->opts.jobs,
	};
	locations_resolve(&t->rp.locations);
	if (!pass_is_good(t) || tables_complete_frames(t) || tables_complete_stacks(t)) {
		session_set_err(&t->s, -ENOMEM);
		return REP_FAIL;
	}
	tables_link_tasks(t);
	t->complete = true;
	return REP_OK;
}

struct rep_session *tables_session(struct tables *t)
{
	return &t->s;
}

const struct tables_losses *tables_losses(const struct tables *t)
{
	return &t->losses;
}
