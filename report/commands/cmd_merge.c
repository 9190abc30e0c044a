/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata merge: joins several recordings into one, in order of time. */
#include "base/interner.h"
#include "common/plural.h"
#include "console/command.h"
#include "files/copy_recording.h"
#include "files/join_blocks.h"
#include "files/join_build_ids.h"
#include "files/join_groups.h"
#include "files/join_tracing.h"
#include "session/event_names.h"

#include <stdlib.h>
#include <string.h>

extern const struct rep_cmd cmd_merge;

/* Records between two FINISHED_ROUND records, as perf queues records until it reads one. */
#define ROUND_RECORDS 16384u

struct merge_input {
	struct rep_input in;
	struct rep_session s;
	struct pdata_record rec;
	bool have;	/* rec is the next record of this input */
	bool by_stat;	/* recorded by perf stat: the records are counter values */
	uint64_t start; /* ns: time of the first record that has a time; 0: no record has one */
	/* another input has an earlier @start, and no record with a time was merged yet */
	bool before_late_start;
	bool has_new_time; /* rec.time is not the time that the bytes of rec have */
	uint32_t *target;  /* by event index: position in merge.events */
	/* AUX data and other records that are kept of the first input only */
	uint64_t nr_left_out;
	uint64_t nr_too_long; /* records too long to receive the needed id */
	bool in_kernel;	      /* it has samples of the kernel */
	uint64_t kernel_at;   /* as recording_join_input.kernel_at */
	struct recording_copy_loss loss;
};

struct merge {
	const char *output;
	uint64_t level;
	bool quiet;
	/* While merging: */
	struct merge_input *inputs;
	uint32_t nr;
	struct recording_copy_event *events;
	uint32_t nr_events;
	uint64_t **ids;		 /* of each event; allocated here */
	struct interner by_attr; /* key: attr and name; number: index of the event + 1 */
	struct interner by_id;	 /* keys: event and id, to find duplicates */
	bool recode;		 /* ids are missing or ambiguous: all records get new ids */
	struct recording_copy rw;
	struct recording_copy_span span;
	struct recording_join stored;	  /* stored symbols of all inputs */
	struct recording_tracing tracing; /* formats of the tracepoints of all inputs */
	struct recording_build_ids build_ids;
	struct recording_groups groups;
	uint64_t nr_samples;
	uint32_t since_round;
	uint8_t *buf; /* buffer for a record with a new id */
};

#define OFF(member) offsetof(struct merge, member)

static const struct rep_opt opts[] = {
	{ "output", 'o', REP_STR, OFF(output), "FILE",
	  "write the output to FILE; if FILE is \"-\", write a pipe stream to standard output",
	  NULL },
	{ "compression-level", 'z', REP_U64, OFF(level), "LEVEL",
	  "compress the output with zstd, at level 1 to 22", NULL },
	{ "quiet", 'q', REP_FLAG, OFF(quiet), NULL, "do not print how much was written", NULL },
	{ 0 },
};

/* Open an input and read it once, because a pipe may announce events and features anywhere. */
static int open_merge_input(struct merge_input *in, const char *path)
{
	struct pdata_record rec;
	int rc;

	in->in.path = path;
	if (rep_session_open(&in->s, &in->in))
		return -1;
	while ((rc = pdata_reader_next(in->s.reader, &rec)) > 0) {
		in->by_stat |= rec.type == PDATA_RECORD_STAT_CONFIG;
		if (rec.event && rec.time && (!in->start || rec.time < in->start))
			in->start = rec.time;
	}
	if (rc < 0)
		rep_session_failed(&in->s);
	if (pdata_reader_rewind(in->s.reader))
		return rep_error("%s: merge has to read each input twice, and this input can be "
				 "read only once; copy it to a regular file",
				 path);
	pdata_reader_set_order(in->s.reader, PDATA_ORDER_TIME);
	return 0;
}

static const char *get_text_feature(struct rep_session *s, uint32_t bit)
{
	const struct pdata_feature *f;

	return session_feature(s, bit, &f) ? NULL : f->u.str;
}

static bool differs(const char *a, const char *b)
{
	return a && b && strcmp(a, b);
}

static int32_t clock_of(struct rep_session *s)
{
	const struct pdata_event *e = pdata_reader_event(s->reader, 0);

	return e && pdata_attr_flag(&e->attr, PDATA_ATTR_USE_CLOCKID) ? e->attr.clockid : -1;
}

static bool has_tracepoints(struct rep_session *s)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++)
		if (pdata_reader_event(s->reader, i)->attr.type == PDATA_TYPE_TRACEPOINT)
			return true;
	return false;
}

/* Check that two recordings can be merged. */
static int check_pair(struct rep_session *a, struct rep_session *b)
{
	bool other_kernel = differs(get_text_feature(a, PDATA_FEAT_OSRELEASE),
				    get_text_feature(b, PDATA_FEAT_OSRELEASE));

	if (pdata_reader_info(a->reader)->big_endian != pdata_reader_info(b->reader)->big_endian)
		rep_err("%s: the byte order differs from that of %s: the files cannot be merged",
			b->path, a->path);
	else if (differs(get_text_feature(a, PDATA_FEAT_ARCH),
			 get_text_feature(b, PDATA_FEAT_ARCH)))
		rep_err("%s: recorded on %s, which is not the architecture of %s: the files cannot "
			"be merged",
			b->path, get_text_feature(b, PDATA_FEAT_ARCH), a->path);
	else if (clock_of(a) != clock_of(b))
		rep_err("%s: recorded with another clock (record -k) than %s: times cannot be "
			"compared",
			b->path, a->path);
	else if (other_kernel && has_tracepoints(a) && has_tracepoints(b))
		rep_err("%s: the tracepoints are of another kernel than those of %s: the files "
			"cannot be merged",
			b->path, a->path);
	else
		return 0;
	return -1;
}

static void warn_of_hosts(struct rep_session *a, struct rep_session *b)
{
	if (differs(get_text_feature(a, PDATA_FEAT_HOSTNAME),
		    get_text_feature(b, PDATA_FEAT_HOSTNAME)))
		rep_err("%s: recorded on the host %s, the first file on the host %s: the same pid "
			"may stand for two processes",
			b->path, get_text_feature(b, PDATA_FEAT_HOSTNAME),
			get_text_feature(a, PDATA_FEAT_HOSTNAME));
}

/* ---- events and ids ---- */

/* Add bytes to the set. Return: whether they were not in it before. */
static bool is_new(struct interner *set, const void *data, size_t len)
{
	uint32_t before = set->nr;

	if (!interner_add(set, data, (uint32_t)len))
		rep_exit_no_memory();
	return set->nr != before;
}

/* The index of the merged event with this attr and name. A new event is made if there is none. */
static uint32_t find_merged_event(struct merge *m, const char *name, const struct pdata_attr *a)
{
	size_t len = strlen(name);
	char *key = rep_alloc(sizeof(*a) + len, 1);
	uint32_t n;

	memcpy(key, a, sizeof(*a));
	memcpy(key + sizeof(*a), name, len);
	n = interner_add(&m->by_attr, key, (uint32_t)(sizeof(*a) + len));
	if (!n)
		rep_exit_no_memory();
	free(key);
	return n - 1;
}

/* Add ids to an event. Parts of one recording have the same ids, so duplicates are skipped. */
static void add_ids(struct merge *m, uint32_t at, const uint64_t *ids, uint32_t nr)
{
	struct recording_copy_event *e = &m->events[at];

	m->ids[at] = rep_grow(m->ids[at], e->nr_ids + nr + 1, sizeof(**m->ids));
	for (uint32_t i = 0; i < nr; i++) {
		const uint64_t key[] = { at, ids[i] };

		if (is_new(&m->by_id, key, sizeof(key)))
			m->ids[at][e->nr_ids++] = ids[i];
	}
	e->ids = m->ids[at];
}

static void collect_events(struct merge *m)
{
	uint32_t max = 0;

	for (uint32_t i = 0; i < m->nr; i++)
		max += pdata_reader_nr_events(m->inputs[i].s.reader);
	m->events = rep_alloc(max + 1, sizeof(*m->events));
	m->ids = rep_alloc(max + 1, sizeof(*m->ids));
	for (uint32_t i = 0; i < m->nr; i++) {
		struct merge_input *in = &m->inputs[i];
		uint32_t nr = pdata_reader_nr_events(in->s.reader);

		in->target = rep_alloc(nr + 1, sizeof(*in->target));
		for (uint32_t k = 0; k < nr; k++) {
			const struct pdata_event *e = pdata_reader_event(in->s.reader, k);
			const struct pdata_attr a = recording_copy_attr(e);
			const char *name = rep_event_name(&in->s, e);
			uint32_t at = find_merged_event(m, name, &a);

			in->target[k] = at;
			if (at == m->nr_events)
				m->events[m->nr_events++] =
					(struct recording_copy_event){ .attr = a, .name = name };
			add_ids(m, at, e->ids, e->nr_ids);
		}
		recording_groups_add(&m->groups, &in->s, in->target);
	}
}

/* Whether an id belongs to two events. */
static bool ids_clash(const struct merge *m)
{
	uint64_t *all = NULL;
	uint32_t nr = 0;
	bool clash = false;

	for (uint32_t i = 0; i < m->nr_events; i++) {
		all = rep_grow(all, nr + m->events[i].nr_ids + 1, sizeof(*all));
		memcpy(all + nr, m->ids[i], m->events[i].nr_ids * sizeof(*all));
		nr += m->events[i].nr_ids;
	}
	if (nr)
		qsort(all, nr, sizeof(*all), recording_compare_u64);
	for (uint32_t i = 1; i < nr; i++)
		clash |= all[i] == all[i - 1];
	free(all);
	return clash;
}

/*
 * Whether every record can be assigned to its event by its present id. perf finds the id of a
 * record only if the records of all events have it at the same place.
 */
static bool ids_suffice(const struct merge *m)
{
	const uint64_t first = m->events[0].attr.sample_type;

	for (uint32_t i = 0; i < m->nr_events; i++) {
		const struct recording_copy_event *e = &m->events[i];
		const bool same_place = e->attr.sample_type & first & PDATA_SAMPLE_IDENTIFIER ||
					(first & PDATA_SAMPLE_ID && e->attr.sample_type == first);

		if (!same_place)
			return false;
		if (!e->nr_ids || !pdata_attr_flag(&e->attr, PDATA_ATTR_SAMPLE_ID_ALL))
			return false;
	}
	return !ids_clash(m);
}

/* Replace the ids of each event by one id, the event's number, and make all records carry it. */
static int number_events(struct merge *m)
{
	for (uint32_t i = 0; i < m->nr_events; i++) {
		struct recording_copy_event *e = &m->events[i];

		if (e->attr.sample_type & PDATA_SAMPLE_READ &&
		    e->attr.read_format & PDATA_FORMAT_ID)
			return rep_error("event %s: samples with counter values and event ids "
					 "(PERF_FORMAT_ID; groups with :S have such samples) "
					 "cannot be merged",
					 e->name);
		e->attr.sample_type |= PDATA_SAMPLE_IDENTIFIER;
		e->attr.flags |= UINT64_C(1) << PDATA_ATTR_SAMPLE_ID_ALL;
		m->ids[i][0] = i + 1;
		e->nr_ids = 1;
	}
	return 0;
}

/* ---- records ---- */

static int recode_sample(struct merge *m, struct merge_input *in)
{
	const struct pdata_record *rec = &in->rec;
	uint32_t at = in->target[rec->event->index];
	struct pdata_sample s;

	/* The reader counts samples that end inside a field. */
	if (pdata_sample_decode(rec, ~UINT64_C(0), &s, NULL))
		return 0;
	s.identifier = s.id = at + 1;
	int n = pdata_sample_encode(rec->misc, &s, &m->events[at].attr, (int)rec->swap, m->buf,
				    UINT16_MAX);

	return n < 0 ? n : pdata_writer_raw(m->rw.w, m->buf, (size_t)n);
}

static int recode_other(struct merge *m, struct merge_input *in)
{
	const struct pdata_record *rec = &in->rec;
	uint32_t at = in->target[rec->event->index];
	struct pdata_value v;

	if (pdata_record_decode(rec, &v, NULL))
		return 0;
	if (in->has_new_time)
		v.id.time = rec->time;
	if (m->recode)
		v.id.identifier = v.id.id = at + 1;
	if (m->recode && rec->type == PDATA_RECORD_LOST)
		v.u.lost.id = at + 1;
	int n = pdata_record_encode(rec->type, rec->misc, &v, &m->events[at].attr, (int)rec->swap,
				    m->buf, UINT16_MAX);

	return n < 0 ? n : pdata_writer_raw(m->rw.w, m->buf, (size_t)n);
}

/* Records about the recorder are valid for the first file only, and some of them contain ids. */
static bool is_record_omitted(const struct merge *m, const struct merge_input *in)
{
	switch (in->rec.type) {
	case PDATA_RECORD_FINISHED_ROUND:
		return true;
	case PDATA_RECORD_ID_INDEX:
	case PDATA_RECORD_EVENT_UPDATE:
		return in != m->inputs || m->recode;
	}
	return recording_copy_is_header(&m->rw, &in->rec) ||
	       (in->rec.type >= PDATA_RECORD_USER_START && in != m->inputs);
}

static int mark_round(struct merge *m)
{
	const struct pdata_value v = { .id = { .have = 0 } };

	if (++m->since_round < ROUND_RECORDS)
		return 0;
	m->since_round = 0;
	return pdata_writer_record(m->rw.w, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1);
}

/* Note the address in the kernel's map record. */
static void note_kernel_map(struct merge_input *in)
{
	static const char name[] = "[kernel.kallsyms]";
	struct pdata_value v;
	const char *file;

	if ((in->rec.misc & PDATA_MISC_CPUMODE) != PDATA_CPUMODE_KERNEL ||
	    pdata_record_decode(&in->rec, &v, NULL))
		return;
	file = in->rec.type == PDATA_RECORD_MMAP ? v.u.mmap.filename : v.u.mmap2.filename;
	if (!strncmp(file, name, strlen(name)))
		in->kernel_at = in->rec.type == PDATA_RECORD_MMAP ? v.u.mmap.pgoff
								  : v.u.mmap2.pgoff;
}

static int write_merged_record(struct merge *m, struct merge_input *in)
{
	const struct pdata_record *rec = &in->rec;
	int rc;

	if (is_record_omitted(m, in)) {
		in->nr_left_out += rec->type == PDATA_RECORD_AUXTRACE;
		return 0;
	}
	if (recording_copy_leaves_out(&m->rw, rec, &in->loss))
		return 0;
	if (rec->type == PDATA_RECORD_MMAP || rec->type == PDATA_RECORD_MMAP2)
		note_kernel_map(in);
	recording_build_ids_set(&m->build_ids, (uint32_t)(in - m->inputs), &in->rec);
	if (rec->type == PDATA_RECORD_SAMPLE) {
		m->nr_samples++;
		in->in_kernel |= (rec->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL;
		recording_copy_extend_span(&m->span, rec->time);
	}
	if (!rec->event || (!m->recode && !in->has_new_time))
		rc = recording_copy_record(&m->rw, &in->s, rec);
	else
		rc = rec->type == PDATA_RECORD_SAMPLE ? recode_sample(m, in) : recode_other(m, in);
	if (rc == PDATA_L_RECORD) {
		in->nr_too_long++;
		m->nr_samples -= rec->type == PDATA_RECORD_SAMPLE;
		return 0;
	}
	if (rc < 0)
		m->rw.failed = rc;
	return rc < 0 ? rc : mark_round(m);
}

/*
 * Whether the record has the state of a process at the start of its recording: recorders give such
 * records the time 0.
 */
static bool is_first_state(const struct pdata_record *rec)
{
	if (rec->time || !rec->event ||
	    !pdata_attr_flag(&rec->event->attr, PDATA_ATTR_SAMPLE_ID_ALL) ||
	    !(rec->event->attr.sample_type & PDATA_SAMPLE_TIME))
		return false;
	switch (rec->type) {
	case PDATA_RECORD_COMM:
	case PDATA_RECORD_FORK:
	case PDATA_RECORD_NAMESPACES:
		return true;
	case PDATA_RECORD_MMAP:
	case PDATA_RECORD_MMAP2:
		return (rec->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_USER;
	}
	return false;
}

/*
 * Read the next record of @in. If another input began earlier, records of processes that already
 * ran when @in began get the time at which @in began: with the recorded time 0, they would apply to
 * earlier samples of the output, too.
 */
static void read_next_input_record(struct merge_input *in)
{
	int rc = pdata_reader_next(in->s.reader, &in->rec);

	in->have = rc > 0;
	in->has_new_time = in->have && in->before_late_start && is_first_state(&in->rec);
	if (in->has_new_time)
		in->rec.time = in->start;
	else if (in->have && in->rec.event && in->rec.time)
		in->before_late_start = false;
	if (rc < 0)
		rep_session_failed(&in->s);
}

static void copy_merged_records(struct merge *m)
{
	for (uint32_t i = 0; i < m->nr; i++)
		read_next_input_record(&m->inputs[i]);
	for (;;) {
		struct merge_input *next = NULL;

		for (uint32_t i = 0; i < m->nr; i++) {
			struct merge_input *in = &m->inputs[i];

			if (in->have && (!next || in->rec.time < next->rec.time))
				next = in;
		}
		if (!next || write_merged_record(m, next))
			return;
		read_next_input_record(next);
	}
}

/* ---- the command ---- */

static bool any_input_failed(const struct merge *m)
{
	for (uint32_t i = 0; i < m->nr; i++)
		if (session_err(&m->inputs[i].s))
			return true;
	return false;
}

/*
 * Join the stored symbols of the inputs. They are not joined for a pipe, which cannot have them:
 * then it is only known whether there are any.
 */
static int join_stored(struct merge *m, const struct recording_join_input *in)
{
	const int swap = (int)pdata_reader_info(m->inputs[0].s.reader)->swap;

	if (!m->rw.pipe)
		return recording_join_blocks(&m->stored, in, m->nr, swap);
	for (uint32_t i = 0; i < m->nr; i++)
		if (in[i].blocks.nr) {
			m->stored.blocks.trailer = in[i].blocks.trailer;
			m->stored.blocks.nr = in[i].blocks.nr;
		}
	return 0;
}

/* Finish the output. Its trailer gets the stored symbols of all inputs. */
static int finish_merged_file(struct merge *m)
{
	struct recording_join_input *in = rep_alloc(m->nr, sizeof(*in));
	int status = REP_FAIL;

	for (uint32_t i = 0; i < m->nr; i++) {
		in[i].path = m->inputs[i].in.path;
		in[i].in_kernel = m->inputs[i].in_kernel;
		in[i].kernel_at = m->inputs[i].kernel_at;
		recording_blocks_read(&in[i].blocks, &m->inputs[i].s);
	}
	if (any_input_failed(m) || join_stored(m, in))
		recording_copy_drop(&m->rw);
	else
		status = recording_copy_finish(&m->rw, &m->span);
	if (status == REP_OK && (m->stored.partial || m->build_ids.partial))
		status = REP_PART;
	if (status != REP_FAIL && m->build_ids.nr_without) {
		rep_err("merge: %llu MMAP records name files whose build ids differ between the "
			"inputs, but an MMAP record has no build id: names of functions may be "
			"wrong; record with a perf that writes MMAP2 records",
			(unsigned long long)m->build_ids.nr_without);
		status = REP_PART;
	}
	recording_join_free(&m->stored);
	for (uint32_t i = 0; i < m->nr; i++)
		recording_blocks_free(&in[i].blocks);
	free(in);
	return status;
}

static int write_merged_file(struct merge *m)
{
	struct recording_copy_plan plan = { .level = (uint32_t)m->level,
					    .events = m->events,
					    .nr_events = m->nr_events,
					    .groups = &m->groups.feature,
					    .blocks = &m->stored.blocks };
	int status = REP_FAIL;

	/* An empty list replaces the build ids of the first file, too. */
	plan.build_ids = m->build_ids.nr_names ? &m->build_ids.all : NULL;
	plan.tracing = m->tracing.feature.data ? &m->tracing.feature : NULL;
	if (!recording_copy_open(&m->rw, &m->inputs[0].s, m->output, &plan)) {
		m->buf = rep_alloc(1, UINT16_MAX);
		copy_merged_records(m);
		free(m->buf);
		status = finish_merged_file(m);
	}
	return status;
}

/* Find the inputs that begin later than another one. */
static void compare_starts(struct merge *m)
{
	uint64_t first = UINT64_MAX;

	for (uint32_t i = 0; i < m->nr; i++)
		if (m->inputs[i].start && m->inputs[i].start < first)
			first = m->inputs[i].start;
	for (uint32_t i = 0; i < m->nr; i++)
		m->inputs[i].before_late_start = m->inputs[i].start > first;
}

/* Join the features of which the output has those of all inputs. */
static int join_features(struct merge *m)
{
	struct rep_session **in = rep_alloc(m->nr, sizeof(*in));
	int rc;

	for (uint32_t i = 0; i < m->nr; i++)
		in[i] = &m->inputs[i].s;
	rc = recording_tracing_join(&m->tracing, in, m->nr);
	if (!rc)
		recording_build_ids_join(&m->build_ids, in, m->nr);
	free(in);
	return rc;
}

static int merge_files(struct merge *m)
{
	for (uint32_t i = 0; i < m->nr; i++)
		if (m->nr > 1 && m->inputs[i].by_stat)
			return rep_fail("%s: recorded by perf stat: counter values cannot be "
					"merged",
					m->inputs[i].s.path);
	for (uint32_t i = 1; i < m->nr; i++) {
		if (check_pair(&m->inputs[0].s, &m->inputs[i].s))
			return REP_FAIL;
		warn_of_hosts(&m->inputs[0].s, &m->inputs[i].s);
	}
	collect_events(m);
	if (!m->nr_events)
		return rep_fail("%s: the recording has no events", m->inputs[0].s.path);
	if (join_features(m))
		return REP_FAIL;
	compare_starts(m);
	m->recode = m->nr > 1 && !ids_suffice(m);
	if (m->recode && number_events(m))
		return REP_FAIL;
	return write_merged_file(m);
}

/* Close all inputs. Print what was not read and what was not copied. */
static int close_inputs(struct merge *m, int status)
{
	for (uint32_t i = 0; i < m->nr; i++) {
		struct merge_input *in = &m->inputs[i];
		int was = in->s.reader ? rep_session_close(&in->s) : REP_OK;

		if (in->nr_left_out && status != REP_FAIL) {
			rep_err("%s: %llu AUXTRACE record%s %s left out: merge keeps only the AUX "
				"data of the first file",
				in->in.path, (unsigned long long)in->nr_left_out,
				pd_plural(in->nr_left_out),
				pd_one_or_many(in->nr_left_out, "is", "are"));
			was = REP_PART;
		}
		if (in->nr_too_long && status != REP_FAIL) {
			rep_err("%s: %llu record%s %s left out: with the event id that merge "
				"adds, a record would be longer than a record can be",
				in->in.path, (unsigned long long)in->nr_too_long,
				pd_plural(in->nr_too_long),
				pd_one_or_many(in->nr_too_long, "is", "are"));
			was = REP_PART;
		}
		if (status != REP_FAIL && recording_copy_print_loss(in->in.path, &in->loss))
			was = REP_PART;
		status = status ? status : was;
		free(in->target);
	}
	for (uint32_t i = 0; m->ids && i < m->nr_events; i++)
		free(m->ids[i]);
	free(m->ids);
	recording_groups_free(&m->groups);
	recording_tracing_free(&m->tracing);
	recording_build_ids_free(&m->build_ids);
	interner_free(&m->by_attr);
	interner_free(&m->by_id);
	free(m->events);
	free(m->inputs);
	return status;
}

static int merge_run(int argc, char **argv)
{
	struct merge m = { .output = NULL };
	int first = rep_opts_parse(&cmd_merge, opts, &m, argc, argv), status = REP_OK;

	if (first < 0)
		return -1 - first;
	if (first >= argc || !m.output || m.level > 22)
		return rep_fail("merge: %s", m.level > 22 ? "-z: expected a level from 1 to 22"
					     : m.output	  ? "name the recordings to merge"
							  : "name the output with -o FILE");
	m.inputs = rep_alloc((size_t)(argc - first), sizeof(*m.inputs));
	for (; first < argc && !status; first++)
		if (open_merge_input(&m.inputs[m.nr++], argv[first]))
			status = REP_FAIL;
	if (!status)
		status = merge_files(&m);
	if (status != REP_FAIL && !m.quiet)
		rep_err("merge: wrote %llu sample%s of %u file%s to %s",
			(unsigned long long)m.nr_samples, pd_plural(m.nr_samples), m.nr,
			pd_plural(m.nr), m.output);
	return close_inputs(&m, status);
}

const struct rep_cmd cmd_merge = {
	.name = "merge",
	.help = "join several recordings into one",
	.usage = "FILE...",
	.run = merge_run,
};
