/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pass over all records for --dump-raw-trace of report, annotate and diff: prints each record
 * and counts it for the statistics.
 */
#include "script/raw_pass.h"

#include "script/raw_order.h"
#include "session/describe/stats.h"
#include "session/read_group.h"
#include "session/script_threads.h"

#include <errno.h>

/* A sample gets no location if it lacks one of these fields and its event's sample_type has it. */
#define NEED (PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME)

struct pass {
	const struct raw_pass *p;
	struct raw_dump dump;
	struct script_filter filter;
	struct script_threads threads;
	struct read_group *group;
};

static void dump_sample_location(struct pass *x, const struct pdata_record *rec,
				 const struct pdata_sample *s, uint32_t event)
{
	if (!script_filter_time(&x->filter, s->time) || !script_filter_event(&x->filter, event))
		return;
	raw_dump_location(&x->dump,
			  script_threads_at(&x->threads, s->pid, s->tid, rec->time, rec->seq), rec,
			  s);
}

static void dump_sample_locations(struct pass *x, const struct pdata_record *rec)
{
	const uint64_t need = rec->event->attr.sample_type & NEED;
	struct pdata_sample s;
	struct read_part part;

	/* A file without events has one event that is in no list. */
	if (rec->event->index >= pdata_reader_nr_events(x->p->s->reader) ||
	    (pdata_sample_decode(rec, NEED | PDATA_SAMPLE_READ, &s, NULL) && need & ~s.have))
		return;
	if (!(s.have & PDATA_SAMPLE_IP))
		s.ip = 0;
	if (!(s.have & PDATA_SAMPLE_TID))
		s.pid = s.tid = UINT32_MAX;
	if (!(s.have & PDATA_SAMPLE_TIME))
		s.time = UINT64_MAX;
	if (!(s.have & PDATA_SAMPLE_READ)) {
		dump_sample_location(x, rec, &s, rec->event->index);
		return;
	}
	for (uint64_t i = 0; i < read_group_nr(&s); i++)
		if (read_group_part(x->group, &s, i, &part))
			dump_sample_location(x, rec, &s, part.event->index);
}

static void dump_record(void *ctx, const struct pdata_record *rec)
{
	struct pass *x = ctx;

	if (x->p->o->err || x->p->s->err)
		return;
	raw_dump_record(&x->dump, rec);
	if (x->p->locations && rec->type == PDATA_RECORD_SAMPLE)
		dump_sample_locations(x, rec);
	if (x->p->stats)
		stats_count(x->p->stats, rec);
}

int raw_pass_run(const struct raw_pass *p)
{
	struct pass x = {
		.p = p,
		.dump = { .o = p->o, .ses = p->s, .tool = p->tool, .unsorted = p->unsorted },
	};
	int rc = rep_session_reread(p->s);

	if (rc == REP_OK && p->locations && script_filter_init(&x.filter, &p->filter, p->s, false))
		rc = REP_FAIL;
	if (rc == REP_OK) {
		pdata_reader_set_order(p->s->reader, PDATA_ORDER_FILE);
		session_set_err(p->s, script_threads_init(&x.threads, p->s->tasks));
		x.group = read_group_new(p->s->reader);
		session_set_err(p->s, x.group ? 0 : -ENOMEM);
		raw_dump_start(&x.dump);
		if (raw_order_each(p->s->reader, x.dump.unsorted, dump_record, &x) < 0)
			rep_session_failed(p->s);
		session_set_err(p->s, x.threads.err);
		session_set_err(p->s, read_group_err(x.group));
		read_group_free(x.group);
		script_threads_free(&x.threads);
	}
	script_filter_free(&x.filter);
	return rc == REP_OK && session_err(p->s) ? REP_FAIL : rc;
}
