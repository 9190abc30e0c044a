/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Streams, which take ring data, and the writer thread. */

#include "base/ring_state.h"

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

struct rec_writer_thread;

/* Write ring data. Return: 0, or -1 if a write failed; rec_say_failed() prints why. */
int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr);
int rec_stream_round(struct rec_stream *s);
/* Wait until all earlier data is written, then write an AUXTRACE record and its data. */
int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr);
int rec_stream_commit(struct rec_stream *s);
/* Wait until all data so far is written; then the caller's thread may use the writer. */
int rec_stream_wait(struct rec_stream *s);
uint64_t rec_stream_bytes(const struct rec_stream *s);
/* Note that the writer has failed with @err: nothing more is written. Return: -1. */
int rec_stream_failed(struct rec_stream *s, int err);
/* Execute @op in the calling thread. Return: 0 or one of enum pdata_err. */
int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr);
/* Start a writer thread. Return: NULL and errno if that fails. */
struct rec_writer_thread *rec_writer_thread_start(void);
/* Wait until all queued data is written, end the thread and free @k, which may be NULL. */
void rec_writer_thread_stop(struct rec_writer_thread *k);
