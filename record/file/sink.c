/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes records, and spans of whole records from the rings, to the stream of the output file. */
#include "file/sink.h"
#include "base/recorder.h"
#include "file/live_index.h"
#include "file/output_dir.h"
#include "file/output_stream.h"
#include "file/rec_sink_int.h"
#include "file/sample_times.h"
#include "kernel/build_id.h"

#include <string.h>
#include <sys/stat.h>

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

int rec_sink_stop(struct rec *r, int err)
{
	return rec_stream_failed(&r->sink->out, err);
}

int rec_sink_record(struct rec *r, uint32_t type, uint16_t misc, const struct pdata_value *v,
		    int event)
{
	struct rec_stream *out = &r->sink->out;
	int err = pdata_writer_record(out->w, type, misc, v, event);

	__atomic_store_n(&out->bytes, pdata_writer_bytes(out->w), __ATOMIC_RELAXED);

	if (err == PDATA_L_RECORD || err == PDATA_E_ARG) {
		rec_note("a %s record is left out: it is too large", pdata_record_name(type));
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
	/* With a writer thread nothing has to be put off: the thread's work delays no ring. */
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
	if (s->is_dir)
		return s->dir;
	if (fstat(s->fd, &st) || !S_ISREG(st.st_mode))
		return NULL;
	/* A recording that was appended to a file's old content cannot be read as a file. */
	if (s->pipe && (uint64_t)st.st_size != PDATA_PIPE_HEADER_SIZE + rec_sink_bytes(r))
		return NULL;
	return rec_printf(&r->arena, "/proc/self/fd/%d", s->fd);
}
