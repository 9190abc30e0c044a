/* SPDX-License-Identifier: BSD-2-Clause */
#include "file/kcore.h"
#include "ring/offcpu.h"

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
	struct rec_stream out;
	int fd;
	bool pipe;
	bool is_dir;  /* the file is in a directory */
	bool members; /* and holds facts only: what was recorded is in others */
	bool unnamed; /* the file is nowhere yet */
	const char *path;
	struct pdata_feat_build_id *ids;
	uint32_t nr_ids;
	struct pdata_feature *facts; /* collected once, written twice */
	uint32_t nr_facts;
	struct rec_sample_times times;
	struct rec_index index;
	struct pdata_feature tracing; /* formats of tracepoints */
	bool has_tracing;
	struct rec_arena arena; /* of a file that is not the first */
	uint64_t bytes_before;	/* in the files that are closed */
};

uint64_t rec_sink_bytes(const struct rec *r)
{
	return rec_stream_bytes(&r->sink->out) + rec_dir_bytes(r);
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

static int rec_sink_stop(struct rec *r, int err)
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
 * A file that has no name before it is a recording, so that nobody who is killed leaves an empty one. -1: what
 * is there has to be used, or the file system cannot do that.
 */
static int open_output_tmpfile(struct rec *r, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dir = !slash ? "."
				 : rec_printf(&r->arena, "%.*s", (int)(slash - path) + 1, path);
	struct stat st;

	if (!lstat(path, &st) && (!S_ISREG(st.st_mode) || !st.st_size))
		return -1;
	if (access("/proc/self/fd", X_OK))
		return -1;
	return open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/* It is a recording now. */
static int rec_sink_name(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!s->unnamed)
		return 0;
	s->unnamed = false;
	keep_old(r, s->path);
	if (linkat(AT_FDCWD, rec_printf(&r->arena, "/proc/self/fd/%d", s->fd), AT_FDCWD, s->path,
		   AT_SYMLINK_FOLLOW))
		return rec_error("%s: %s", s->path, strerror(errno));
	return 0;
}

static int open_output_file(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!s->is_dir) {
		s->fd = open_output_tmpfile(r, s->path);
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
	s->pipe = r->o.output ? !strcmp(r->o.output, "-") : stdout_is_pipe();
	r->o.pipe = s->pipe;
	s->path = s->pipe ? "-" : r->o.output ? r->o.output : "perf.data";
	s->members = r->o.threads;
	s->is_dir = s->members || r->o.kcore;
	s->out.path = s->path;
	if (s->pipe && (r->o.sw.enabled || r->o.stamp))
		return rec_error("%s: a pipe has no name to change",
				 r->o.sw.enabled ? "--switch-output" : "--timestamp-filename");
	const char *dir = s->members ? "--threads" : "--kcore";

	if (s->pipe && s->is_dir)
		return rec_error("%s writes a directory, which no pipe is", dir);
	if (r->o.sw.enabled && s->is_dir)
		return rec_error("%s and --switch-output exclude each other", dir);
	if (r->o.kcore && rec_kcore_check())
		return -1;
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
	wo.compress_level = s->members ? 0 : r->o.compress_level;
	int err = pdata_writer_open_fd(&s->out.w, s->fd, &wo);

	if (err)
		return rec_error("%s: %s", s->path, pdata_strerror(err));
	if (s->members)
		return rec_lanes_plan(r) || rec_dir_members(r, s->path) ? -1 : 0;
	for (uint32_t i = 0; i < r->nr_rings; i++)
		r->rings[i].out = &s->out;
	return 0;
}

/* The worker starts with the recording: what stands before it is written by us. */
static int rec_sink_start_worker(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!r->o.compress_level || s->members)
		return 0;
	s->out.worker = rec_writer_thread_start();
	return s->out.worker ? 0 : rec_error("cannot start a thread: %s", strerror(errno));
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

static int early_feature(struct rec *r, const struct pdata_feature *f)
{
	struct rec_sink *s = r->sink;
	int err = pdata_writer_header_feature(s->out.w, f);
	uint32_t at = s->nr_facts;

	s->facts = rec_push(&r->arena, s->facts, &s->nr_facts, sizeof(*s->facts));
	s->facts[at] = *f;

	if (err == PDATA_L_RECORD)
		return 0; /* larger than a record: it has to wait for the end */
	return err ? rec_sink_stop(r, err) : 0;
}

static int late_feature(struct rec *r, const struct pdata_feature *f)
{
	int err = pdata_writer_feature(r->sink->out.w, f);

	return err ? rec_sink_stop(r, err) : 0;
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
		return rec_sink_stop(r, (int)len);
	int err = pdata_writer_tracing_data(r->sink->out.w, blob, (size_t)len);

	pdata_free(blob);
	return err ? rec_sink_stop(r, err) : 0;
}

/* The next file of a recording says the same as the first. */
static int put_facts_again(struct rec *r)
{
	struct rec_sink *s = r->sink;

	for (uint32_t i = 0; i < s->nr_facts; i++) {
		int err = pdata_writer_header_feature(s->out.w, &s->facts[i]);

		if (err && err != PDATA_L_RECORD)
			return rec_sink_stop(r, err);
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
	int err = pdata_writer_header_feature_end(s->out.w, PDATA_FEAT_END_PERF);

	if (err)
		return rec_sink_stop(r, err);
	return s->has_tracing ? put_tracing(r) : 0;
}

/*
 * Without formats perf opens no file with tracepoints, without the size of what a record opens
 * to it cannot count compressed ones, and without its format it reads one file of a directory: these
 * must be there even if we are killed.
 */
static int before_data(struct rec *r)
{
	struct pdata_feature f = compression(r, 0);
	const struct pdata_feature dir = { .bit = PDATA_FEAT_DIR_FORMAT, .u.dir_format = 1 };
	int err = r->sink->members ? pdata_writer_feature(r->sink->out.w, &dir) : 0;

	if (!err && r->sink->has_tracing)
		err = pdata_writer_feature(r->sink->out.w, &r->sink->tracing);
	if (!err && r->o.compress_level)
		err = pdata_writer_feature(r->sink->out.w, &f);
	return err;
}

int rec_start_content(struct rec *r)
{
	struct rec_sink *s = r->sink;
	int err = 0;

	err = s->pipe ? 0 : before_data(r);
	for (uint32_t i = 0; i < r->ev.nr && !err; i++)
		err = pdata_writer_event(s->out.w, &r->ev.ev[i].attr, r->ev.ev[i].name,
					 r->ev.ev[i].ids, r->ev.ev[i].nr_ids);
	if (!err)
		err = pdata_writer_begin(s->out.w);
	if (err)
		return rec_sink_stop(r, err);
	if (s->members) {
		rec_index_start_member(r, &s->index, s->out.w);
	} else if (!s->pipe) {
		rec_index_start(r, &s->index, s->out.w);
		s->out.index = &s->index;
	}
	/* From the first record on it is a recording: what follows takes its time. */
	if (!s->pipe && (rec_synth_index(r) || rec_sink_commit(r) || rec_sink_name(r)))
		return -1;
	if (put_facts(r) || rec_aux_info(r) || (s->pipe && rec_synth_index(r)) ||
	    rec_sink_commit(r) || (!r->o.tail_synth && rec_synth_kernel(r)) ||
	    rec_synth_event_updates(r))
		return -1;
	if (s->pipe && put_names(r))
		return -1;
	if (rec_synth_maps(r) || (!r->o.tail_synth && (rec_synth_cgroups(r) || rec_synth_tasks(r))))
		return -1;
	return rec_sink_commit(r);
}

int rec_start_done(struct rec *r)
{
	struct pdata_value v = { 0 };

	if (rec_sink_record(r, PDATA_RECORD_FINISHED_INIT, 0, &v, -1) || rec_sink_commit(r))
		return -1;
	return rec_sink_start_worker(r);
}

int rec_start_next(struct rec *r)
{
	struct rec_sink *s = r->sink;
	const struct rec_arena lasting = r->arena;

	s->bytes_before += pdata_writer_bytes(s->out.w);
	rec_sink_close(r);
	rec_arena_free(&s->arena);
	s->ids = NULL;
	s->nr_ids = 0;
	s->out = (struct rec_stream){ .path = s->path };
	memset(&s->times, 0, sizeof(s->times));
	/* What a file needs goes with it: a recording may have any number of them. */
	r->arena = (struct rec_arena){ 0 };
	r->nr_files++;
	int err = rec_sink_open(r) || rec_start_content(r) || rec_start_done(r);

	s->arena = r->arena;
	r->arena = lasting;
	return err ? -1 : 0;
}

/* Where the AUXTRACE records are: data.offset is in the header, in this machine's order. */
static int aux_index(struct rec *r)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_AUXTRACE };
	uint64_t data;

	if (pread(r->sink->fd, &data, sizeof(data), 40) != (ssize_t)sizeof(data))
		return 0;
	for (uint32_t i = 0; i < r->nr_aux_index; i++)
		r->aux_index[i].file_offset += data;
	f.u.auxtrace = (struct pdata_auxtrace_index){ r->nr_aux_index, r->aux_index };
	r->nr_aux_index = 0;
	return late_feature(r, &f);
}

static bool sample_time(struct rec *r, struct pdata_sample_time *out)
{
	struct rec_sink *s = r->sink;

	if (s->members)
		return rec_dir_sample_time(r, &s->index, out);
	if (rec_index_sample_time(&s->index, out))
		return true;
	return !r->o.compress_level && !r->has_backward && !rec_sink_commit(r) &&
	       rec_sample_times_find(&s->times, &r->ev, s->fd, rec_sink_bytes(r), out);
}

int rec_start_finish(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (rec_offcpu_write(r) || rec_stream_wait(&s->out) || rec_read_lost(r))
		return -1;
	if (r->o.tail_synth && (rec_synth_kernel(r) || rec_synth_cgroups(r) || rec_synth_tasks(r)))
		return -1;
	if (s->pipe)
		return rec_sink_commit(r) || rec_stream_wait(&s->out) ? -1 : 0;
	struct pdata_feature f = { .bit = PDATA_FEAT_BUILD_ID };
	uint64_t raw = s->out.raw, written = s->out.raw_written;

	f.u.build_ids = (struct pdata_build_ids){ s->nr_ids, s->ids };
	if (s->nr_ids && !r->o.no_build_id && late_feature(r, &f))
		return -1;
	for (uint32_t i = 0; i < s->nr_facts; i++)
		if (late_feature(r, &s->facts[i]))
			return -1;
	rec_dir_raw(r, &raw, &written);
	f = compression(r, written ? (uint32_t)((raw + written / 2) / written) : 0);
	if (r->o.compress_level && late_feature(r, &f))
		return -1;
	if (r->nr_aux_index && aux_index(r))
		return -1;
	f = (struct pdata_feature){ .bit = PDATA_FEAT_SAMPLE_TIME };
	if (sample_time(r, &f.u.sample_time) && late_feature(r, &f))
		return -1;
	int err = pdata_writer_finish(s->out.w);

	if (!err && s->members)
		rec_dir_index(r, &s->index, s->fd);
	else if (!err)
		rec_index_finish(r, &s->index, s->fd);
	return err ? rec_sink_stop(r, err) : 0;
}

void rec_sink_close(struct rec *r)
{
	if (!r->sink)
		return;
	rec_writer_thread_stop(r->sink->out.worker);
	r->sink->out.worker = NULL;
	rec_dir_close(r);
	pdata_writer_close(r->sink->out.w);
	rec_index_free(&r->sink->index);
	if (r->sink->fd > STDERR_FILENO)
		close(r->sink->fd);
	r->sink->out.w = NULL;
	r->sink->fd = -1;
}
