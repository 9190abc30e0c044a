/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the content of a file before and after the ring data: from the first synthesised record to
 * the header features.
 */
#include "main/file_content.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "event/aux_unit.h"
#include "event/side_opts.h"
#include "file/live_index.h"
#include "file/output_dir.h"
#include "file/output_stream.h"
#include "file/rec_sink_int.h"
#include "file/sample_times.h"
#include "file/sink.h"
#include "main/output_file.h"
#include "ring/offcpu.h"
#include "ring/open_events.h"
#include "ring/ring_threads.h"
#include "synth/synth.h"

#include <string.h>
#include <unistd.h>

/*
 * Write a fact about the host as a HEADER_FEATURE record, and keep it for the features at the end.
 * A file has each fact twice: as a record at the start of the data, which survives if the recorder
 * is killed, and as a feature at the end, where other readers look for it. perf reads both;
 * "perf report --header" then prints both.
 */
static int early_feature(struct rec *r, const struct pdata_feature *f)
{
	struct rec_sink *s = r->sink;
	int err = pdata_writer_header_feature(s->out.w, f);
	uint32_t at = s->nr_facts;

	s->facts = rec_push(&r->arena, s->facts, &s->nr_facts, sizeof(*s->facts));
	s->facts[at] = *f;

	if (err == PDATA_L_RECORD)
		return 0; /* too large for a record: it is written at the end only */
	return err ? rec_sink_stop(r, err) : 0;
}

static int late_feature(struct rec *r, const struct pdata_feature *f)
{
	int err = pdata_writer_feature(r->sink->out.w, f);

	return err ? rec_sink_stop(r, err) : 0;
}

/* Make the COMPRESSED feature. @ratio is 0 at the start, because it is known at the end only. */
static struct pdata_feature compression(const struct rec *r, uint32_t ratio)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_COMPRESSED };

	f.u.compressed = (struct pdata_comp_info){ 0, 1, r->o.out->compress_level, ratio,
						   2 * PDATA_COMPRESSED_PIECE };
	return f;
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

/* Write the facts of the first file of --switch-output to the next file, too. */
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

	if (r->o.out->compress_level && early_feature(r, &f))
		return -1;
	if (!s->pipe)
		return 0;
	int err = pdata_writer_header_feature_end(s->out.w, PDATA_FEAT_END_PERF);

	if (err)
		return rec_sink_stop(r, err);
	return s->has_tracing ? put_tracing(r) : 0;
}

/*
 * Write the features that perf needs to open a file, so that a killed recorder leaves them, too:
 * TRACING_DATA for tracepoints; COMPRESSED, which says how large the content of a COMPRESSED record
 * can be; and DIR_FORMAT, without which perf reads only one file of a directory.
 */
static int before_data(struct rec *r)
{
	struct pdata_feature f = compression(r, 0);
	const struct pdata_feature dir = { .bit = PDATA_FEAT_DIR_FORMAT, .u.dir_format = 1 };
	int err = r->sink->members ? pdata_writer_feature(r->sink->out.w, &dir) : 0;

	if (!err && r->sink->has_tracing)
		err = pdata_writer_feature(r->sink->out.w, &r->sink->tracing);
	if (!err && r->o.out->compress_level)
		err = pdata_writer_feature(r->sink->out.w, &f);
	return err;
}

static int put_aux_info(struct rec *r)
{
	uint64_t priv[REC_AUX_PRIV];
	struct pdata_value v;

	return rec_aux_info(r, priv, &v) ? rec_sink_record(r, PDATA_RECORD_AUXTRACE_INFO, 0, &v, -1)
					 : 0;
}

int rec_start_open(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (rec_threads_plan(r) || rec_output_open(r))
		return -1;
	if (s->members)
		return rec_dir_members(r, s->dir, s->path);
	for (uint32_t i = 0; i < r->nr_rings; i++)
		r->rings[i].out = &s->out;
	return 0;
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
		rec_index_start_member(r, &s->index, s->out.w, s->path);
	} else if (!s->pipe) {
		rec_index_start(r, &s->index, s->out.w, s->path);
		s->out.index = &s->index;
	}
	/*
	 * Commit the first record, as the following steps take time: the file is a recording from
	 * here on and gets its name. If a command is recorded, the file gets its name only when the
	 * command runs: if it cannot run, there is no recording, and an older file stays unchanged.
	 */
	if (!s->pipe && (rec_synth_index(r) || rec_sink_commit(r)))
		return -1;
	if (!s->pipe && r->child_err < 0 && rec_output_name(r))
		return -1;
	if (put_facts(r) || put_aux_info(r) || (s->pipe && rec_synth_index(r)) ||
	    rec_sink_commit(r) || (!r->o.side->tail_synth && rec_synth_kernel(r)) ||
	    rec_synth_event_updates(r))
		return -1;
	if (rec_synth_maps(r) ||
	    (!r->o.side->tail_synth && (rec_synth_cgroups(r) || rec_synth_tasks(r))))
		return -1;
	return rec_sink_commit(r);
}

int rec_start_done(struct rec *r)
{
	struct pdata_value v = { 0 };

	if (rec_sink_record(r, PDATA_RECORD_FINISHED_INIT, 0, &v, -1) || rec_sink_commit(r))
		return -1;
	r->sink->out.writer_thread = r->sink->writer_thread;
	return 0;
}

int rec_start_next(struct rec *r)
{
	struct rec_sink *s = r->sink;
	const struct rec_arena lasting = r->arena;

	s->bytes_before += pdata_writer_bytes(s->out.w);
	rec_output_close(r);
	rec_arena_free(&s->arena);
	s->ids = NULL;
	s->nr_ids = 0;
	s->out = (struct rec_stream){ .path = s->path, .counts = s->out.counts };
	memset(&s->times, 0, sizeof(s->times));
	/* Memory that a file needs is freed with it, as a recording can have many files. */
	r->arena = (struct rec_arena){ 0 };
	r->nr_files++;
	int err = rec_start_open(r) || rec_start_content(r) || rec_start_done(r);

	s->arena = r->arena;
	r->arena = lasting;
	return err ? -1 : 0;
}

/*
 * Write the AUXTRACE feature, the offsets of the AUXTRACE records. Their offsets in the data become
 * offsets in the file by data.offset, at byte 40 of the header, in this machine's byte order.
 */
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
	return !r->o.out->compress_level && !r->has_backward && !rec_sink_commit(r) &&
	       rec_sample_times_find(&s->times, &r->ev, s->fd, rec_sink_bytes(r), out);
}

/*
 * Write the build ids of kernel, modules and vdso, if the records of maps cannot have build ids.
 * Otherwise they have these, too, and readers would take the feature for a list of all objects.
 */
static int build_ids(struct rec *r)
{
	const struct rec_sink *s = r->sink;
	const struct pdata_feature f = { .bit = PDATA_FEAT_BUILD_ID,
					 .u.build_ids = { s->nr_ids, s->ids } };

	for (uint32_t i = 0; i < r->ev.nr; i++)
		if (pdata_attr_flag(&r->ev.ev[i].attr, PDATA_ATTR_BUILD_ID))
			return 0;
	return s->nr_ids && !r->o.side->no_build_id ? late_feature(r, &f) : 0;
}

int rec_start_finish(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (rec_offcpu_write(r) || rec_stream_wait(&s->out) || rec_read_lost(r))
		return -1;
	if (r->o.side->tail_synth &&
	    (rec_synth_kernel(r) || rec_synth_cgroups(r) || rec_synth_tasks(r)))
		return -1;
	if (s->pipe)
		return rec_sink_commit(r) || rec_stream_wait(&s->out) ? -1 : 0;
	struct pdata_feature f;
	uint64_t raw = s->out.raw, written = s->out.raw_written;

	if (build_ids(r))
		return -1;
	for (uint32_t i = 0; i < s->nr_facts; i++)
		if (late_feature(r, &s->facts[i]))
			return -1;
	rec_dir_raw(r, &raw, &written);
	f = compression(r, written ? (uint32_t)((raw + written / 2) / written) : 0);
	if (r->o.out->compress_level && late_feature(r, &f))
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
