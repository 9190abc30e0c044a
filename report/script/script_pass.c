/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the records of a recording. A thread reads batches of records; one or more threads format
 * them, each with a copy of struct script, and write the text in the order of batches.
 */
#include "script/script.h"

#include "base/context.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "common/prefetch.h"
#include "object/symbols/object_symbols.h"
#include "script/raw_dump.h"
#include "script/script_event.h"
#include "script/script_sample.h"
#include "script/script_sideband.h"
#include "script/script_stat.h"
#include "session/read_ahead.h"
#include "session/read_group.h"
#include "session/tracepoint/tp.h"

#include <errno.h>
#include <stdlib.h>

#define SAMPLES_EACH 10000u /* samples that are worth a thread */
#define RECORDS_BETWEEN_CHECKS 1024u

static void note_cgroup(struct script *s, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (!pdata_record_decode(rec, &v, NULL))
		cgroups_add(&s->cgroups, v.u.cgroup.id, v.u.cgroup.path);
}

/* Pass errors of the functions that make lines, and of their caches, to the session. */
static void note_own_errors(struct script *s)
{
	session_set_err(&s->ses, s->threads.err);
	session_set_err(&s->ses, cgroups_err(&s->cgroups));
	session_set_err(&s->ses, read_group_err(s->group));
	session_set_err(&s->ses, tp_err(s->tp));
	session_set_err(&s->ses, script_chain_err(s));
}

void script_note_errors(struct script *s)
{
	note_own_errors(s);
	session_set_err(&s->ses, session_err(&s->ses));
}

/* After an error, records that are read ahead are dropped, so the pass ends soon. */
void script_print_record(struct script *s, const struct pdata_record *rec)
{
	if (!(++s->nr_records % RECORDS_BETWEEN_CHECKS) && !s->threaded)
		script_note_errors(s);
	if (s->ses.err)
		return;
	s->rec = rec;
	if (s->raw)
		raw_dump_record(s->raw, rec);
	if (rec->type == PDATA_RECORD_SAMPLE) {
		script_sample(s, rec);
		return;
	}
	s->addrs.kernel_epoch += script_changes_kernel(rec);
	if (rec->type == PDATA_RECORD_CGROUP)
		note_cgroup(s, rec);
	script_side(s, rec);
	script_stat(s, rec);
}

/* ---- threads ----------------------------------------------------------------------------- */

/*
 * Whether a thread may read ahead: printing does not use the reader, and there are enough samples.
 */
static bool can_read_ahead(const struct script *s)
{
	const uint64_t *nr = s->ses.nr_by_type;

	return pdata_reader_info(s->ses.reader)->container != PDATA_CONTAINER_PIPE && !s->group &&
	       !nr[PDATA_RECORD_STAT] && (nr[PDATA_RECORD_SAMPLE] >= SAMPLES_EACH || s->opts->jobs);
}

/* Fields whose text depends on lines before, or which read files as lines ask for them. */
#define FIELDS_IN_ORDER                                                                            \
	(SCRIPT_F(cgroup)     /* paths of the records so far */                                    \
	 | SCRIPT_F(data_src) /* the column grows */                                               \
	 | SCRIPT_F(srcline)  /* debugging information is read by one thread */                    \
	 | SCRIPT_F(srccode)  /* not repeated if the line before has the same */                   \
	 | SCRIPT_F(insn) | SCRIPT_F(insnlen) | SCRIPT_F(disasm) /* code is read by one thread */  \
	 | SCRIPT_F(brstackinsn) | SCRIPT_F(brstackinsnlen))

/* Whether a batch of records can be formatted without the lines of the batches before. */
static bool can_format_in_threads(const struct script *s)
{
	const struct script_opts *o = s->opts;

	for (uint32_t i = 0; i < s->nr_events; i++)
		if (s->events[i].fields & FIELDS_IN_ORDER)
			return false;
	if (o->reltime || o->deltatime) /* relative to a line before */
		return false;
	if (o->filter.switch_on || o->filter.switch_off) /* switched by a sample before */
		return false;
	if (o->per_event) /* files of events are written as lines are formatted */
		return false;
	if (o->show_round) /* the order of the file: times are not ascending */
		return false;
	if (s->unwind || o->in.inline_all) /* read debugging information, in the order of asking */
		return false;
	if (s->ses.nr_by_type[PDATA_RECORD_STAT_ROUND]) /* sums of records before */
		return false;
	return symbols_may_share(s->ses.syms); /* servers are asked one question at a time */
}

struct record_thread {
	uint32_t pid, tid;
	bool is_known; /* the record is a SAMPLE that has both */
};

struct formatter {
	struct script *s;
	struct script copy; /* *s of all formatters but the first */
	struct read_ahead *feed;
	int fd;
	unsigned failures; /* mem_failures() at the start */
	pthread_t thread;
	/* thread of each record in the batch, as far as decode_threads() was called for it */
	struct record_thread thread_of[READ_AHEAD_RECORDS];
};

/* The batch that the calling thread formats. */
static _Thread_local const struct record_batch *formatting;

/*
 * Called before the symbols of an object are loaded: it waits for the turn of the batch, so one
 * thread at a time loads symbols, and the order of loading and its messages is that of one thread.
 */
static bool wait_to_load(void *feed)
{
	return read_ahead_wait_turn(feed, formatting);
}

#define PREFETCH_GROUP 8u /* records */

/* Set w->thread_of of @nr records from record @from on. */
static void decode_threads(struct formatter *w, const struct record_batch *b, uint32_t from,
			   uint32_t nr)
{
	struct pdata_sample smp;

	for (uint32_t i = from; i < from + nr && i < b->nr; i++) {
		struct record_thread *t = &w->thread_of[i];

		t->is_known = b->rec[i].type == PDATA_RECORD_SAMPLE && b->rec[i].event &&
			      !pdata_sample_decode(&b->rec[i], PDATA_SAMPLE_TID, &smp, NULL);
		t->pid = t->is_known ? smp.pid : 0;
		t->tid = t->is_known ? smp.tid : 0;
	}
}

/* Prefetch the threads of a group of records in steps, each some groups before it is printed. */
static void prefetch_threads(struct formatter *w, const struct record_batch *b, uint32_t at)
{
	const uint32_t ahead = PREFETCH_GROUP * SCRIPT_THREADS_STEPS;

	if (!at)
		decode_threads(w, b, 0, ahead);
	decode_threads(w, b, at + ahead, PREFETCH_GROUP);
	for (unsigned step = 0; step < SCRIPT_THREADS_STEPS; step++) {
		const uint32_t from = at + ahead - PREFETCH_GROUP * step;

		for (uint32_t i = from; i < from + PREFETCH_GROUP && i < b->nr; i++)
			if (w->thread_of[i].is_known)
				script_threads_prefetch(&w->s->threads, w->thread_of[i].pid,
							w->thread_of[i].tid, step);
	}
}

static void format_batch(struct formatter *w, const struct record_batch *b)
{
	struct script *s = w->s;

	formatting = b;
	if (s->threaded && read_ahead_is_turn(w->feed, b))
		s->out.fd = w->fd; /* a full buffer is written at once */
	s->addrs.kernel_epoch = b->counted;
	for (uint32_t i = 0; i < b->nr && !s->out.err && !s->ses.err; i++) {
		if (i % PREFETCH_GROUP == 0 && s->threads.nr >= PD_PREFETCH_THREADS)
			prefetch_threads(w, b, i);
		script_print_record(s, &b->rec[i]);
	}
	if (!s->threaded)
		return;
	note_own_errors(s);
	if (mem_failures() != w->failures)
		session_set_err(&s->ses, -ENOMEM);
}

/* Write the text of a batch in its turn. Return: whether to go on. */
static bool write_batch(struct formatter *w, const struct record_batch *b)
{
	struct out *o = &w->s->out;

	if (!read_ahead_wait_turn(w->feed, b))
		return false;
	if (w->s->threaded && !w->s->ses.err) {
		o->fd = w->fd;
		out_flush(o);
		o->fd = -1;
	}
	if (o->err || w->s->ses.err) {
		read_ahead_stop(w->feed);
		return false;
	}
	read_ahead_done(w->feed);
	return true;
}

static void *format_batches(void *arg)
{
	struct formatter *w = arg;
	const struct record_batch *b;

	do {
		b = read_ahead_take(w->feed);
		if (b)
			format_batch(w, b);
	} while (b && write_batch(w, b));
	return NULL;
}

/*
 * Each thread has a copy of what it writes to. Shared data are only read, or have a lock (symbols,
 * events of struct tp).
 */
static void copy_script(struct script *to, const struct script *s)
{
	*to = *s;
	out_open(&to->out, -1);
	out_open(&to->scratch, -1);
	out_open(&to->column, -1);
	to->out.guard = s->out.guard;
	to->scratch.guard = s->scratch.guard;
	to->column.guard = s->column.guard;
	session_set_err(&to->ses, script_threads_init(&to->threads, s->ses.tasks));
	script_addrs_init(&to->addrs);
	to->tp = s->tp ? tp_new_copy(s->tp, to) : NULL;
	if (s->tp && !to->tp)
		session_set_err(&to->ses, -ENOMEM);
}

static void free_copy(struct script *s)
{
	script_threads_free(&s->threads);
	script_addrs_free(&s->addrs);
	cgroups_free(&s->cgroups);
	script_stat_free(s);
	tp_free(s->tp);
	free(s->frames.frame);
	deferred_chain_free(&s->whole);
	out_close(&s->out);
	out_close(&s->scratch);
	out_close(&s->column);
}

/* Start formatters 1...@nr - 1. Return: how many there are, with the first. */
static uint32_t start_formatters(struct formatter *w, uint32_t nr)
{
	uint32_t started = 1;

	for (; started < nr; started++) {
		struct formatter *f = &w[started];

		*f = (struct formatter){ .s = &f->copy, .feed = w->feed, .fd = w->fd };
		f->failures = w->failures;
		copy_script(&f->copy, w->s);
		if (rep_thread_start(&f->thread, format_batches, f)) {
			free_copy(&f->copy);
			break;
		}
	}
	return started;
}

static void end_formatters(struct formatter *w, uint32_t nr)
{
	struct script *s = w->s;

	for (uint32_t i = 1; i < nr; i++) {
		struct script *copy = &w[i].copy;

		pthread_join(w[i].thread, NULL);
		session_set_err(&s->ses, copy->ses.err);
		if (!s->out.err)
			s->out.err = copy->out.err;
		free_copy(copy);
	}
}

static void format_in_threads(struct script *s, struct read_ahead *feed, uint32_t nr)
{
	struct formatter *w = rep_alloc(nr, sizeof(*w));

	*w = (struct formatter){ .s = s, .feed = feed, .fd = s->out.fd };
	w->failures = mem_failures();
	if (nr > 1) {
		out_flush(&s->out);
		s->out.fd = -1;
		s->threaded = true;
		symbols_before_load(s->ses.syms, wait_to_load, feed);
	}
	nr = start_formatters(w, nr);
	format_batches(w);
	end_formatters(w, nr);
	if (s->threaded)
		symbols_before_load(s->ses.syms, NULL, NULL);
	s->threaded = false;
	s->out.fd = w->fd;
	free(w);
}

int script_print_samples(struct script *s)
{
	const bool threads = can_read_ahead(s) && can_format_in_threads(s);
	const uint64_t worth = s->ses.nr_by_type[PDATA_RECORD_SAMPLE] / SAMPLES_EACH;
	const uint32_t nr = threads ? rep_nr_threads(s->opts->jobs, worth) : 1;
	struct read_ahead *feed =
		can_read_ahead(s) ? read_ahead_start(s->ses.reader, nr, script_changes_kernel, NULL)
				  : NULL;
	struct pdata_record rec;
	int rc = 0;

	if (feed) {
		format_in_threads(s, feed, nr);
		return read_ahead_free(feed);
	}
	while (!s->out.err && !s->ses.err && (rc = pdata_reader_next(s->ses.reader, &rec)) > 0)
		script_print_record(s, &rec);
	return rc;
}
