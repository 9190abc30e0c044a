/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata cut: copies a recording with only some of its samples. */
#include "base/interner.h"
#include "common/plural.h"
#include "console/command.h"
#include "files/copy_recording.h"
#include "profile/filter/sample_filter.h"
#include "session/event_names.h"
#include "session/read_group.h"

#include <pdata/trailer.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct rep_cmd cmd_cut;

struct cut {
	struct rep_input in;
	struct script_filter_opts filter_opts;
	const char *time, *events, *output;
	uint64_t level;
	bool quiet;
	/* While cutting: */
	struct rep_session s;
	struct script_filter filter;
	bool *wanted; /* by event index; NULL: all events */
	/* times of all samples, and of those that are kept */
	struct recording_copy_span all, kept;
	uint64_t nr_all, nr_kept;
	uint64_t nr_dropped_reads; /* samples with counter values that are left out */
	uint64_t end;		   /* ns: end of the last range, 0: open */
	struct interner cookies;   /* keys: cookies of deferred call chains of kept samples */
	uint32_t nr_cookies;
	struct recording_blocks blocks; /* stored symbols of the input */
	struct recording_copy_loss loss;
};

static int set_level(void *vals, const char *arg, bool unset)
{
	struct cut *c = vals;
	char *end = NULL;

	c->level = unset ? 0 : 1;
	if (!arg || unset)
		return 0;
	c->level = strtoull(arg, &end, 10);
	return *end || c->level < 1 || c->level > 22 ? -1 : 0;
}

#define OFF(member) offsetof(struct cut, member)

static const struct rep_opt opts[] = {
	{ "input", 'i', REP_STR, OFF(in.path), "FILE",
	  "read FILE; - is standard input (default perf.data)", NULL },
	{ "output", 'o', REP_STR, OFF(output), "FILE",
	  "write the output to FILE; if FILE is \"-\", write a pipe stream to standard output",
	  NULL },
	{ "time", 0, REP_STR, OFF(time), "RANGE",
	  "only samples in this time range: START,STOP in seconds, or percent, as 10%-20%", NULL },
	{ "pid", 0, REP_STR, OFF(filter_opts.pids), "LIST", "only samples of these processes",
	  NULL },
	{ "tid", 0, REP_STR, OFF(filter_opts.tids), "LIST", "only samples of these threads", NULL },
	{ "cpu", 'C', REP_STR, OFF(filter_opts.cpus), "LIST",
	  "only samples of these cpus, as 0-3,7", NULL },
	{ "event", 'e', REP_STR, OFF(events), "NAME[,NAME]",
	  "only samples of these events, or with counter values of them", NULL },
	{ "compression-level", 'z', REP_CALL, 0, "[=LEVEL]",
	  "compress the output with zstd, at level 1 to 22", set_level },
	{ "quiet", 'q', REP_FLAG, OFF(quiet), NULL, "do not print how much was kept", NULL },
	{ "force", 'f', REP_FLAG, OFF(in.force), NULL,
	  "accepted for compatibility with perf: the owner of an input file is never checked",
	  NULL },
	{ 0 },
};

/* Use the times and counts of the index, if there is one, instead of a pass. */
static bool is_known(struct cut *c)
{
	const struct pdata_times *t = pdata_reader_times(c->s.reader);

	if (!t)
		return false;
	c->nr_all = pdata_reader_indexed_samples(c->s.reader);
	c->all = (struct recording_copy_span){ t->first, t->last };
	return true;
}

/*
 * Read all records once: a pipe may announce events and features anywhere, and percents need the
 * first and last time.
 */
static int scan_cut_input(struct cut *c)
{
	struct pdata_record rec;
	int rc;

	if (is_known(c))
		return 0;
	while ((rc = pdata_reader_next(c->s.reader, &rec)) > 0)
		if (rec.type == PDATA_RECORD_SAMPLE) {
			c->nr_all++;
			recording_copy_extend_span(&c->all, rec.time);
		}
	if (rc < 0)
		rep_session_failed(&c->s);
	return pdata_reader_rewind(c->s.reader);
}

/* Mark the events named by --event. */
static int want_events(struct cut *c)
{
	if (!c->events)
		return 0;
	c->wanted = rep_alloc(pdata_reader_nr_events(c->s.reader) + 1, sizeof(*c->wanted));
	return rep_events_choose(&c->s, c->events, c->wanted);
}

/* AUXTRACE records have no time, so all of them are kept. */
static bool has_aux(struct cut *c)
{
	return pdata_reader_info(c->s.reader)->features[0] >> PDATA_FEAT_AUXTRACE & 1;
}

static int set_cut_times(struct cut *c)
{
	struct script_filter *f = &c->filter;
	uint64_t from = UINT64_MAX;
	int rc;

	if (!c->time)
		return 0;
	rc = script_time_parse(c->time, c->all.first, c->all.last, false, &f->times, &f->nr_times);
	if (rc == -ENOMEM)
		session_set_err(&c->s, rc);
	if (rc)
		return rc == -ENOMEM ? rc : script_time_bad(c->time);
	for (uint32_t i = 0; i < f->nr_times; i++) {
		from = f->times[i].start < from ? f->times[i].start : from;
		c->end = f->times[i].end > c->end ? f->times[i].end : c->end;
		if (!f->times[i].end)
			c->end = UINT64_MAX;
	}
	if (f->nr_times && !has_aux(c))
		pdata_reader_set_time(c->s.reader, from, c->end);
	return 0;
}

/*
 * Whether --event names the event of the sample, or one whose counter value the sample contains:
 * the members of a group that is recorded with :S have no samples of their own.
 */
static bool has_wanted_event(const struct cut *c, const struct pdata_record *rec)
{
	struct pdata_sample s;

	if (!c->wanted || c->wanted[rec->event->index])
		return true;
	pdata_sample_decode(rec, PDATA_SAMPLE_READ, &s, NULL);
	for (uint64_t i = 0; s.have & PDATA_SAMPLE_READ && i < read_group_nr(&s); i++) {
		const uint64_t id = pdata_read_entry_at(&s.read, i).id;
		const struct pdata_event *e = pdata_reader_event_by_id(c->s.reader, id);

		if (e && c->wanted[e->index])
			return true;
	}
	return false;
}

static bool keeps_sample(struct cut *c, const struct pdata_record *rec)
{
	struct pdata_sample s;

	if (!has_wanted_event(c, rec))
		return false;
	if (!script_filter_sample_time(&c->filter, rec))
		return false;
	if (!c->filter.cpus.given && !c->filter.thread)
		return true;
	pdata_sample_decode(rec, PDATA_SAMPLE_TID | PDATA_SAMPLE_CPU, &s, NULL);
	return script_filter_cpu(&c->filter, s.have & PDATA_SAMPLE_CPU ? s.cpu : UINT32_MAX) &&
	       (!c->filter.thread ||
		(s.have & PDATA_SAMPLE_TID && script_filter_thread(&c->filter, s.pid, s.tid)));
}

static bool has_deferred_chains(const struct cut *c)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(c->s.reader); i++)
		if (pdata_attr_flag(&pdata_reader_event(c->s.reader, i)->attr,
				    PDATA_ATTR_DEFER_CALLCHAIN))
			return true;
	return false;
}

/* Return: the number of the cookie; a number from c->nr_cookies on if no kept sample has it. */
static uint32_t number_cookie(struct cut *c, uint64_t cookie)
{
	const uint32_t n = interner_add(&c->cookies, &cookie, sizeof(cookie));

	if (!n)
		rep_exit_no_memory();
	return n;
}

/*
 * Collect the cookies of the deferred call chains of all samples that will be kept. The
 * CALLCHAIN_DEFERRED record of such a sample can have a time after the range, and can be before the
 * sample in the file, so the cookies must be known before records are copied.
 */
static int collect_cookies(struct cut *c)
{
	struct pdata_record rec;
	struct pdata_sample s;

	if (!has_deferred_chains(c))
		return 0;
	while (pdata_reader_next(c->s.reader, &rec) > 0) {
		if (rec.type != PDATA_RECORD_SAMPLE || !keeps_sample(c, &rec) ||
		    pdata_sample_decode(&rec, PDATA_SAMPLE_CALLCHAIN, &s, NULL))
			continue;
		if (s.ips.nr >= 2 &&
		    pdata_u64_at(&s.ips, s.ips.nr - 2) == PDATA_CONTEXT_USER_DEFERRED)
			number_cookie(c, pdata_u64_at(&s.ips, s.ips.nr - 1));
	}
	c->nr_cookies = c->cookies.nr;
	return pdata_reader_rewind(c->s.reader);
}

/* Whether the record has the call chain of a sample that is kept. */
static bool is_awaited(struct cut *c, const struct pdata_record *rec)
{
	struct pdata_value v;

	return c->nr_cookies && rec->type == PDATA_RECORD_CALLCHAIN_DEFERRED &&
	       !pdata_record_decode(rec, &v, NULL) &&
	       number_cookie(c, v.u.callchain_deferred.cookie) < c->nr_cookies;
}

/*
 * Records about processes, maps and their objects are kept from the start of the recording to the
 * end of the range; later ones are not needed.
 */
static bool is_state(uint32_t type)
{
	switch (type) {
	case PDATA_RECORD_MMAP:
	case PDATA_RECORD_MMAP2:
	case PDATA_RECORD_COMM:
	case PDATA_RECORD_FORK:
	case PDATA_RECORD_EXIT:
	case PDATA_RECORD_NAMESPACES:
	case PDATA_RECORD_KSYMBOL:
	case PDATA_RECORD_BPF_EVENT:
	case PDATA_RECORD_CGROUP:
	case PDATA_RECORD_TEXT_POKE:
	case PDATA_RECORD_BUILD_ID:
		return true;
	}
	return false;
}

static bool keeps(struct cut *c, const struct recording_copy *rw, const struct pdata_record *rec)
{
	if (rec->type == PDATA_RECORD_SAMPLE) {
		if (keeps_sample(c, rec))
			return true;
		if (rec->event && rec->event->attr.sample_type & PDATA_SAMPLE_READ)
			c->nr_dropped_reads++;
		return false;
	}
	if (recording_copy_is_header(rw, rec))
		return false;
	if (is_state(rec->type))
		return !c->end || rec->time <= c->end;
	return script_filter_time(&c->filter, rec->time) || is_awaited(c, rec);
}

static void copy_cut_records(struct cut *c, struct recording_copy *rw)
{
	const bool dir = pdata_reader_info(c->s.reader)->container == PDATA_CONTAINER_DIR;
	struct pdata_record rec;
	int rc;

	/*
	 * Each member of a directory has rounds of its own, so the records of all members are only
	 * in order by time.
	 */
	pdata_reader_set_order(c->s.reader, dir ? PDATA_ORDER_TIME : PDATA_ORDER_FILE);
	while ((rc = pdata_reader_next(c->s.reader, &rec)) > 0) {
		if (!keeps(c, rw, &rec) || (dir && rec.type == PDATA_RECORD_FINISHED_ROUND))
			continue;
		if (recording_copy_leaves_out(rw, &rec, &c->loss))
			continue;
		if (rec.type == PDATA_RECORD_SAMPLE) {
			c->nr_kept++;
			recording_copy_extend_span(&c->kept, rec.time);
		}
		if (recording_copy_record(rw, &c->s, &rec))
			return;
	}
	if (rc < 0)
		rep_session_failed(&c->s);
}

/*
 * A reader of the copy takes the difference of two kept samples for the period of the second one,
 * which contains the periods of the samples between them.
 */
static void print_totals(const struct cut *c)
{
	if (c->nr_kept && c->nr_dropped_reads && read_group_any(c->s.reader))
		rep_err("%s: samples contain totals of counters (-e '{...}:S'), so the period of "
			"a sample of the copy includes those of samples left out before it; for "
			"exact counts, use the "
			"filters of pdata report or script with the original",
			c->s.path);
}

static int cut_file(struct cut *c)
{
	const struct recording_copy_plan plan = { .level = (uint32_t)c->level,
						  .blocks = &c->blocks };
	struct recording_copy rw;
	int status;

	c->filter_opts.time = NULL;
	if (scan_cut_input(c) || script_filter_init(&c->filter, &c->filter_opts, &c->s, false) ||
	    set_cut_times(c) || want_events(c) || collect_cookies(c) ||
	    recording_copy_open(&rw, &c->s, c->output, &plan))
		return REP_FAIL;
	recording_blocks_read(&c->blocks, &c->s);
	copy_cut_records(c, &rw);
	status = recording_copy_finish(&rw, &c->kept);
	if (status == REP_FAIL)
		return status;
	if (!c->quiet) {
		print_totals(c);
		rep_err("cut: kept %llu of %llu sample%s and wrote %s to %s",
			(unsigned long long)c->nr_kept, (unsigned long long)c->nr_all,
			pd_plural(c->nr_all), pd_one_or_many(c->nr_kept, "it", "them"), c->output);
	}
	if (recording_copy_print_loss(c->s.path, &c->loss))
		status = REP_PART;
	return recording_blocks_print_loss(&c->blocks, c->s.path) ? REP_PART : status;
}

static int cut_run(int argc, char **argv)
{
	struct cut c = { .output = NULL };
	int first = rep_opts_parse(&cmd_cut, opts, &c, argc, argv), status, read_status;

	if (first < 0)
		return -1 - first;
	if (!c.output)
		return rep_fail("cut: name the output with -o FILE");
	if (rep_input_operand(&c.in, cmd_cut.name, argc, argv, first))
		return REP_FAIL;
	status = rep_session_open(&c.s, &c.in);
	if (status)
		return status;
	status = cut_file(&c);
	recording_blocks_free(&c.blocks);
	script_filter_free(&c.filter);
	free(c.wanted);
	interner_free(&c.cookies);
	read_status = rep_session_close(&c.s);
	return status ? status : read_status;
}

const struct rep_cmd cmd_cut = {
	.name = "cut",
	.help = "write the samples of a time range, process, cpu or event to a new recording",
	.usage = "[FILE]",
	.run = cut_run,
};
