/* SPDX-License-Identifier: BSD-2-Clause */
/* Where ring data goes: the recording's file, or one data.N of a directory; at once or by a worker. */
#include "base/recorder.h"

#include <string.h>

int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr)
{
	const struct pdata_value v = { 0 };
	uint64_t before = pdata_writer_bytes(s->w), after;
	int err = s->err;

	if (err)
		return err;
	switch (op) {
	case REC_STREAM_SPANS:
		err = pdata_writer_rawv(s->w, spans, nr);
		for (size_t i = 0; i < nr; i++)
			s->raw += spans[i].len;
		break;
	case REC_STREAM_ROUND:
		err = pdata_writer_record(s->w, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1);
		break;
	case REC_STREAM_COMMIT:
		err = pdata_writer_commit(s->w);
		break;
	}
	after = pdata_writer_bytes(s->w);
	if (op == REC_STREAM_SPANS)
		s->raw_written += after - before;
	/* A member of a directory has no header to say so: this is for whoever finds us dead. */
	if (op == REC_STREAM_COMMIT && s->whole && !err)
		__atomic_store_n(s->whole, after, __ATOMIC_RELEASE);
	__atomic_store_n(&s->bytes, after, __ATOMIC_RELAXED);
	if (err)
		__atomic_store_n(&s->err, err, __ATOMIC_RELEASE);
	return err;
}

uint64_t rec_stream_bytes(const struct rec_stream *s)
{
	return __atomic_load_n(&s->bytes, __ATOMIC_RELAXED);
}

int rec_stream_failed(struct rec_stream *s, int err)
{
	const struct pdata_error *e = pdata_writer_error(s->w);

	if (s->said)
		return -1;
	s->said = true;
	if (e->code == PDATA_E_SYS)
		return rec_error("%s: %s; it is whole up to the last flush", s->path,
				 strerror(e->sys_errno));
	return rec_error("%s: %s", s->path, pdata_strerror(err));
}

static int stream_write_spans(struct rec_stream *s, enum rec_stream_op op,
			      const struct pdata_span *spans, size_t nr)
{
	int err;

	if (s->worker) {
		rec_worker_put(s->worker, s, op, spans, nr);
		err = __atomic_load_n(&s->err, __ATOMIC_ACQUIRE);
	} else {
		err = rec_stream_now(s, op, spans, nr);
	}
	return err ? rec_stream_failed(s, err) : 0;
}

int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr)
{
	return stream_write_spans(s, REC_STREAM_SPANS, spans, nr);
}

int rec_stream_round(struct rec_stream *s)
{
	return stream_write_spans(s, REC_STREAM_ROUND, NULL, 0);
}

int rec_stream_wait(struct rec_stream *s)
{
	if (!s->worker)
		return 0;
	rec_worker_wait(s->worker);
	return s->err ? rec_stream_failed(s, s->err) : 0;
}

int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr)
{
	int err;

	if (rec_stream_wait(s)) /* a writer has one thread at a time */
		return -1;
	err = s->err ? s->err : pdata_writer_auxtrace(s->w, v, spans, nr);
	__atomic_store_n(&s->bytes, pdata_writer_bytes(s->w), __ATOMIC_RELAXED);
	s->err = err;
	return err ? rec_stream_failed(s, err) : 0;
}

int rec_stream_commit(struct rec_stream *s)
{
	return stream_write_spans(s, REC_STREAM_COMMIT, NULL, 0);
}
