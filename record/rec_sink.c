/* SPDX-License-Identifier: BSD-2-Clause */
#include "rec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The facts about the host stand twice in a file: as records at the start of the data, so that they
 * survive a recorder that is killed, and as features at the end, where other readers look. perf
 * takes both in; "perf report --header" then prints both.
 */
struct rec_sink {
	struct pdata_writer *w;
	int fd;
	bool pipe;
	const char *path;
	struct pdata_feat_build_id *ids;
	uint32_t nr_ids;
	struct pdata_feature *facts; /* collected once, written twice */
	uint32_t nr_facts;
	uint64_t raw, raw_written; /* bytes of ring data, and what became of them */
	struct rec_times times;
	struct pdata_feature tracing; /* formats of tracepoints */
	bool has_tracing;
	struct rec_arena arena; /* of a file that is not the first */
	uint64_t bytes_before;	/* in the files that are closed */
};

uint64_t rec_sink_bytes(const struct rec *r)
{
	return pdata_writer_bytes(r->sink->w);
}

uint64_t rec_sink_total(const struct rec *r)
{
	return r->sink->bytes_before + rec_sink_bytes(r);
}

const char *rec_sink_path(const struct rec *r)
{
	return r->sink->path;
}

void rec_sink_free(struct rec *r)
{
	if (r->sink)
		rec_arena_free(&r->sink->arena);
}

static int failed(struct rec *r, int err)
{
	const struct pdata_error *e = pdata_writer_error(r->sink->w);

	if (e->code == PDATA_E_SYS)
		return rec_error("%s: %s; it is whole up to the last flush", r->sink->path,
				 strerror(e->sys_errno));
	return rec_error("%s: %s", r->sink->path, pdata_strerror(err));
}

/* As perf does: the recording of before becomes FILE.old. */
static void keep_old(struct rec *r, const char *path)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return;
	if (rename(path, rec_printf(&r->arena, "%s.old", path)))
		rec_note("%s: cannot keep the old file: %s", path, strerror(errno));
}

static bool stdout_is_pipe(void)
{
	struct stat st;

	return !fstat(STDOUT_FILENO, &st) && S_ISFIFO(st.st_mode);
}

int rec_sink_plan(struct rec *r)
{
	struct rec_sink *s = rec_alloc(&r->arena, sizeof(*s));

	r->sink = s;
	s->fd = -1;
	s->pipe = r->o.output ? !strcmp(r->o.output, "-") : stdout_is_pipe();
	r->o.pipe = s->pipe;
	s->path = s->pipe ? "-" : r->o.output ? r->o.output : "perf.data";
	if (s->pipe && (r->o.sw.enabled || r->o.stamp))
		return rec_error("%s: a pipe has no name to change",
				 r->o.sw.enabled ? "--switch-output" : "--timestamp-filename");
	return s->pipe && isatty(STDOUT_FILENO) ? rec_error("-o -: standard output is a terminal")
						: 0;
}

int rec_sink_open(struct rec *r)
{
	struct rec_sink *s = r->sink;
	struct pdata_writer_opts wo = { .size = sizeof(wo), .compress_level = r->o.compress_level };
	struct stat st;

	if (s->pipe) {
		s->fd = STDOUT_FILENO;
		wo.container = PDATA_CONTAINER_PIPE;
	} else {
		keep_old(r, s->path);
		s->fd = open(s->path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
		if (s->fd < 0)
			return rec_error("%s: %s", s->path, strerror(errno));
		if (fstat(s->fd, &st) || !S_ISREG(st.st_mode))
			return rec_error("%s: not a regular file; -o - writes to a pipe", s->path);
	}
	int err = pdata_writer_open_fd(&s->w, s->fd, &wo);

	return err ? rec_error("%s: %s", s->path, pdata_strerror(err)) : 0;
}

int rec_sink_record(struct rec *r, uint32_t type, uint16_t misc, const struct pdata_value *v,
		    int event)
{
	int err = pdata_writer_record(r->sink->w, type, misc, v, event);

	if (err == PDATA_L_RECORD || err == PDATA_E_ARG) {
		rec_note("a %s record is too large and left out", pdata_record_name(type));
		return 0;
	}
	return err ? failed(r, err) : 0;
}

int rec_sink_spans(struct rec *r, const struct pdata_span *spans, size_t nr)
{
	struct rec_sink *s = r->sink;
	uint64_t before = pdata_writer_bytes(s->w);
	int err = pdata_writer_rawv(s->w, spans, nr);

	for (size_t i = 0; i < nr; i++)
		s->raw += spans[i].len;
	s->raw_written += pdata_writer_bytes(s->w) - before;
	return err ? failed(r, err) : 0;
}

void rec_sink_pass(struct rec *r)
{
	rec_times_pass(&r->sink->times, rec_sink_bytes(r));
}

int rec_sink_round(struct rec *r)
{
	struct pdata_value v = { 0 };

	return rec_sink_record(r, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1);
}

int rec_sink_commit(struct rec *r)
{
	int err = pdata_writer_commit(r->sink->w);

	return err ? failed(r, err) : 0;
}

static int early_feature(struct rec *r, const struct pdata_feature *f)
{
	struct rec_sink *s = r->sink;
	int err = pdata_writer_header_feature(s->w, f);
	uint32_t at = s->nr_facts;

	s->facts = rec_push(&r->arena, s->facts, &s->nr_facts, sizeof(*s->facts));
	s->facts[at] = *f;

	if (err == PDATA_L_RECORD)
		return 0; /* larger than a record: it has to wait for the end */
	return err ? failed(r, err) : 0;
}

static int late_feature(struct rec *r, const struct pdata_feature *f)
{
	int err = pdata_writer_feature(r->sink->w, f);

	return err ? failed(r, err) : 0;
}

void rec_sink_build_id(struct rec *r, uint16_t cpumode, const char *name,
		       const struct rec_build_id *id)
{
	struct rec_sink *s = r->sink;
	uint32_t at = s->nr_ids;

	s->ids = rec_push(&r->arena, s->ids, &s->nr_ids, sizeof(*s->ids));
	s->ids[at] = (struct pdata_feat_build_id){ .misc = cpumode,
						   .pid = -1,
						   .size = id->size,
						   .filename = rec_strdup(&r->arena, name) };
	memcpy(s->ids[at].build_id, id->id, sizeof(id->id));
}

/* How the data is compressed; @ratio is known at the end only. */
static struct pdata_feature compression(const struct rec *r, uint32_t ratio)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_COMPRESSED };

	f.u.compressed = (struct pdata_comp_info){ 0, 1, r->o.compress_level, ratio,
						   2 * PDATA_COMPRESSED_PIECE };
	return f;
}

static int put_names(struct rec *r)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		struct pdata_value v = { 0 };

		if (!r->ev.ev[i].nr_ids)
			continue;
		v.u.event_update.type = PDATA_EVENT_UPDATE_NAME;
		v.u.event_update.id = r->ev.ev[i].ids[0];
		v.u.event_update.text = r->ev.ev[i].name;
		if (rec_sink_record(r, PDATA_RECORD_EVENT_UPDATE, 0, &v, -1))
			return -1;
	}
	return 0;
}

static int put_tracing(struct rec *r)
{
	uint8_t *blob;
	int64_t len = pdata_feature_encode(&r->sink->tracing, 0, &blob);

	if (len < 0)
		return failed(r, (int)len);
	int err = pdata_writer_tracing_data(r->sink->w, blob, (size_t)len);

	pdata_free(blob);
	return err ? failed(r, err) : 0;
}

/* The next file of a recording says the same as the first. */
static int put_facts_again(struct rec *r)
{
	struct rec_sink *s = r->sink;

	for (uint32_t i = 0; i < s->nr_facts; i++) {
		int err = pdata_writer_header_feature(s->w, &s->facts[i]);

		if (err && err != PDATA_L_RECORD)
			return failed(r, err);
	}
	return 0;
}

static int put_facts(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (s->nr_facts)
		return put_facts_again(r);
	if (rec_host_features(r, early_feature))
		return -1;
	struct pdata_feature f = compression(r, 0);

	if (r->o.compress_level && early_feature(r, &f))
		return -1;
	if (!s->pipe)
		return 0;
	int err = pdata_writer_header_feature_end(s->w, PDATA_FEAT_END_PERF);

	if (err)
		return failed(r, err);
	return s->has_tracing ? put_tracing(r) : 0;
}

/*
 * Without formats perf opens no file with tracepoints, and without the size of what a record opens
 * to it cannot count compressed ones: these must be there even if we are killed.
 */
static int before_data(struct rec *r)
{
	struct pdata_feature f = compression(r, 0);
	int err = 0;

	if (r->sink->has_tracing)
		err = pdata_writer_feature(r->sink->w, &r->sink->tracing);
	if (!err && r->o.compress_level)
		err = pdata_writer_feature(r->sink->w, &f);
	return err;
}

int rec_sink_start(struct rec *r)
{
	struct rec_sink *s = r->sink;
	int err = 0;

	if (!s->nr_facts)
		s->has_tracing = rec_tp_feature(&r->arena, &r->ev, &s->tracing);
	err = s->pipe ? 0 : before_data(r);
	for (uint32_t i = 0; i < r->ev.nr && !err; i++)
		err = pdata_writer_event(s->w, &r->ev.ev[i].attr, r->ev.ev[i].name, r->ev.ev[i].ids,
					 r->ev.ev[i].nr_ids);
	if (!err)
		err = pdata_writer_begin(s->w);
	if (err)
		return failed(r, err);
	if (put_facts(r) || rec_synth_index(r) || (!r->o.tail_synth && rec_synth_kernel(r)) ||
	    rec_synth_event_updates(r))
		return -1;
	if (s->pipe && put_names(r))
		return -1;
	if (rec_synth_maps(r) || (!r->o.tail_synth && (rec_synth_cgroups(r) || rec_synth_tasks(r))))
		return -1;
	return rec_sink_commit(r);
}

int rec_sink_started(struct rec *r)
{
	struct pdata_value v = { 0 };

	return rec_sink_record(r, PDATA_RECORD_FINISHED_INIT, 0, &v, -1) || rec_sink_commit(r) ? -1
											       : 0;
}

int rec_sink_next(struct rec *r)
{
	struct rec_sink *s = r->sink;
	const struct rec_arena lasting = r->arena;

	s->bytes_before += pdata_writer_bytes(s->w);
	rec_sink_close(r);
	rec_arena_free(&s->arena);
	s->ids = NULL;
	s->nr_ids = 0;
	s->raw = s->raw_written = 0;
	memset(&s->times, 0, sizeof(s->times));
	/* What a file needs goes with it: a recording may have any number of them. */
	r->arena = (struct rec_arena){ 0 };
	r->nr_files++;
	int err = rec_sink_open(r) || rec_sink_start(r) || rec_sink_started(r);

	s->arena = r->arena;
	r->arena = lasting;
	return err ? -1 : 0;
}

int rec_sink_finish(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (rec_read_lost(r))
		return -1;
	if (r->o.tail_synth && (rec_synth_kernel(r) || rec_synth_cgroups(r) || rec_synth_tasks(r)))
		return -1;
	if (s->pipe)
		return rec_sink_commit(r);
	struct pdata_feature f = { .bit = PDATA_FEAT_BUILD_ID };

	f.u.build_ids = (struct pdata_build_ids){ s->nr_ids, s->ids };
	if (s->nr_ids && !r->o.no_build_id && late_feature(r, &f))
		return -1;
	for (uint32_t i = 0; i < s->nr_facts; i++)
		if (late_feature(r, &s->facts[i]))
			return -1;
	f = compression(
		r, s->raw_written ? (uint32_t)((s->raw + s->raw_written / 2) / s->raw_written) : 0);
	if (r->o.compress_level && late_feature(r, &f))
		return -1;
	f = (struct pdata_feature){ .bit = PDATA_FEAT_SAMPLE_TIME };
	if (!r->o.compress_level && !r->has_backward && !rec_sink_commit(r) &&
	    rec_times_find(&s->times, &r->ev, s->fd, rec_sink_bytes(r), &f.u.sample_time) &&
	    late_feature(r, &f))
		return -1;
	int err = pdata_writer_finish(s->w);

	return err ? failed(r, err) : 0;
}

void rec_sink_close(struct rec *r)
{
	if (!r->sink)
		return;
	pdata_writer_close(r->sink->w);
	if (r->sink->fd > STDERR_FILENO)
		close(r->sink->fd);
	r->sink->w = NULL;
	r->sink->fd = -1;
}
