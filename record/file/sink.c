/* SPDX-License-Identifier: BSD-2-Clause */
/* The file that is recorded: its name, its stream, and the end of both. */
#include "file/sink.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "common/tmpfile.h"
#include "file/kcore.h"
#include "file/live_index.h"
#include "file/output_dir.h"
#include "file/output_stream.h"
#include "file/rec_sink_int.h"
#include "file/sample_times.h"
#include "kernel/build_id.h"
#include "kernel/tracefs.h"
#include "options/ring_opts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t rec_sink_bytes(const struct rec *r)
{
	return rec_stream_bytes(&r->sink->out) + rec_dir_bytes(r);
}

uint64_t rec_sink_total(const struct rec *r)
{
	return r->sink->bytes_before + rec_sink_bytes(r);
}

void rec_sink_counts(const struct rec *r, struct rec_counts *sum)
{
	rec_counts_add(sum, &r->sink->out.counts);
	rec_dir_counts(r, sum);
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

int rec_sink_stop(struct rec *r, int err)
{
	return rec_stream_failed(&r->sink->out, err);
}

/* As perf does: the recording of before becomes FILE.old. */
static void keep_old(struct rec *r, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return;
	if (S_ISDIR(st.st_mode) && rec_dir_is_recording(path))
		rec_dir_keep_old(r, path);
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return;
	if (rec_dir_is_recording(rec_printf(&r->arena, "%s.old", path)))
		rec_dir_keep_old(r, path);
	else if (rename(path, rec_printf(&r->arena, "%s.old", path)))
		rec_note("%s: cannot keep the old file: %s", path, strerror(errno));
}

/*
 * A file that has no name before it is a recording, so that nobody who is killed leaves an empty
 * one. -1: what is there has to be used, or the file system cannot do that.
 */
static int open_output_tmpfile(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && (!S_ISREG(st.st_mode) || !st.st_size))
		return -1;
	return pd_tmpfile_linkable(path);
}

int rec_sink_name(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!s->unnamed)
		return 0;
	s->unnamed = false;
	keep_old(r, s->path);
	if (pd_tmpfile_link(s->fd, s->path))
		return rec_error("%s: %s", s->path, strerror(errno));
	return 0;
}

bool rec_sink_has_name(const struct rec *r)
{
	return !r->sink->unnamed;
}

static int open_output_file(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!s->is_dir) {
		s->fd = open_output_tmpfile(s->path);
		s->unnamed = s->fd >= 0;
		if (s->unnamed)
			return s->fd;
	}
	keep_old(r, s->path);
	return s->is_dir ? rec_dir_open(r, s->path)
			 : open(s->path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
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
	s->pipe = r->o.out->output ? !strcmp(r->o.out->output, "-") : stdout_is_pipe();
	r->o.out->pipe = s->pipe;
	s->path = s->pipe ? "-" : r->o.out->output ? r->o.out->output : "perf.data";
	s->members = r->o.ring->threads;
	s->is_dir = s->members || r->o.out->kcore;
	s->out.path = s->path;
	if (s->pipe && (r->o.out->sw.enabled || r->o.out->stamp))
		return rec_error("%s: a pipe has no name to change",
				 r->o.out->sw.enabled ? "--switch-output" : "--timestamp-filename");
	const char *dir = s->members ? "--threads" : "--kcore";

	if (s->pipe && s->is_dir)
		return rec_error("%s writes a directory, which no pipe is", dir);
	if (r->o.out->sw.enabled && s->is_dir)
		return rec_error("%s and --switch-output exclude each other", dir);
	if (r->o.out->kcore && rec_kcore_check())
		return -1;
	if (s->pipe && r->no_stdout)
		return rec_error("-o -: standard output is closed");
	return s->pipe && isatty(STDOUT_FILENO) ? rec_error("-o -: standard output is a terminal")
						: 0;
}

int rec_sink_open(struct rec *r)
{
	struct rec_sink *s = r->sink;
	struct pdata_writer_opts wo = { .size = sizeof(wo) };
	struct stat st;

	if (!s->nr_facts) /* before there is a file: it takes long */
		s->has_tracing = rec_tp_feature(&r->arena, &r->ev, &s->tracing);
	if (s->pipe) {
		s->fd = STDOUT_FILENO;
		wo.container = PDATA_CONTAINER_PIPE;
	} else {
		s->fd = open_output_file(r);
		if (s->fd < 0)
			return s->is_dir ? -1 : rec_error("%s: %s", s->path, strerror(errno));
		if (fstat(s->fd, &st) || !S_ISREG(st.st_mode))
			return rec_error("%s: not a regular file; -o - writes to a pipe", s->path);
	}
	wo.compress_level = s->members ? 0 : r->o.out->compress_level;
	int err = pdata_writer_open_fd(&s->out.w, s->fd, &wo);

	if (err)
		return rec_error("%s: %s", s->path, pdata_strerror(err));
	return 0;
}

int rec_sink_start_worker(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!r->o.out->compress_level || s->members)
		return 0;
	s->out.writer_thread = rec_writer_thread_start();
	return s->out.writer_thread ? 0 : rec_error("cannot start a thread: %s", strerror(errno));
}

int rec_sink_record(struct rec *r, uint32_t type, uint16_t misc, const struct pdata_value *v,
		    int event)
{
	struct rec_stream *out = &r->sink->out;
	int err = pdata_writer_record(out->w, type, misc, v, event);

	__atomic_store_n(&out->bytes, pdata_writer_bytes(out->w), __ATOMIC_RELAXED);

	if (err == PDATA_L_RECORD || err == PDATA_E_ARG) {
		rec_note("a %s record is too large and left out", pdata_record_name(type));
		return 0;
	}
	return err ? rec_sink_stop(r, err) : 0;
}

void rec_sink_pass(struct rec *r)
{
	rec_sample_times_pass(&r->sink->times, rec_sink_bytes(r));
}

int rec_sink_spans(struct rec *r, const struct pdata_span *spans, size_t nr)
{
	return rec_stream_spans(&r->sink->out, spans, nr);
}

int rec_sink_round(struct rec *r)
{
	return rec_stream_round(&r->sink->out);
}

int rec_sink_commit(struct rec *r)
{
	return rec_stream_commit(&r->sink->out);
}

void rec_sink_idle(struct rec *r)
{
	/* A thread that only writes is in nobody's way. */
	if (!r->sink->out.writer_thread)
		rec_index_settle(r->sink->out.index);
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

const char *rec_sink_readable(struct rec *r)
{
	struct rec_sink *s = r->sink;
	struct stat st;

	if (!s->pipe && !s->unnamed)
		return s->path;
	if (fstat(s->fd, &st) || !S_ISREG(st.st_mode))
		return NULL;
	/* Behind what was in a file before it is no recording of its own. */
	if (s->pipe && (uint64_t)st.st_size != PDATA_PIPE_HEADER_SIZE + rec_sink_bytes(r))
		return NULL;
	return rec_printf(&r->arena, "/proc/self/fd/%d", s->fd);
}

void rec_sink_close(struct rec *r)
{
	if (!r->sink)
		return;
	rec_writer_thread_stop(r->sink->out.writer_thread);
	r->sink->out.writer_thread = NULL;
	rec_dir_close(r);
	pdata_writer_close(r->sink->out.w);
	rec_index_free(&r->sink->index);
	if (r->sink->fd > STDERR_FILENO)
		close(r->sink->fd);
	r->sink->out.w = NULL;
	r->sink->fd = -1;
}
