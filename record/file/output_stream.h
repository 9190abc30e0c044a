/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Streams that take ring data, and the thread that writes it. */

#include "base/ring_state.h"

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

struct rec_writer_thread;

/* Return: 0, or -1; rec_say_failed() says why. */
int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr);
int rec_stream_round(struct rec_stream *s);
/* An AUXTRACE record and its data; what was put in before is done. */
int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr);
int rec_stream_commit(struct rec_stream *s);
/* Until everything put in so far is done; then the writer is the caller's. */
int rec_stream_wait(struct rec_stream *s);
uint64_t rec_stream_bytes(const struct rec_stream *s);
/* The writer has failed: nothing more is written. Return: -1. */
int rec_stream_failed(struct rec_stream *s, int err);
/* For the worker: do it in this thread. Return: 0 or one of enum pdata_err. */
int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr);
/* NULL and errno when no thread can be had. */
struct rec_writer_thread *rec_writer_thread_start(void);
void rec_writer_thread_stop(struct rec_writer_thread *k); /* when all is done; NULL is allowed */
