/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes ring data to streams (output files), with compression in a writer thread of its own. */

#include "base/ring_state.h"

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

struct rec_writer_thread;

/*
 * Write @nr spans of ring data. Return: 0; -1: a write has failed, and rec_say_failed() says why.
 */
int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr);
int rec_stream_round(struct rec_stream *s);
/*
 * Wait until all data passed to @s so far is written. Then write an AUXTRACE record @v and its data
 * @spans in the calling thread. Return: 0, or -1 if a write has failed.
 */
int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr);
int rec_stream_commit(struct rec_stream *s);
/*
 * Wait until the writer thread has written all data so far; after this the calling thread may use
 * s->w. Return: 0, or -1 if a write has failed.
 */
int rec_stream_wait(struct rec_stream *s);
uint64_t rec_stream_bytes(const struct rec_stream *s);
/* Make @err the error of the stream, so that nothing more is written to it. Return: -1. */
int rec_stream_failed(struct rec_stream *s, int err);
/* Execute @op on the writer of @s in the calling thread. Return: 0 or one of enum pdata_err. */
int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr);
/* Start a writer thread. Return: the thread; NULL with errno: it cannot be started. */
struct rec_writer_thread *rec_writer_thread_start(void);
/* Wait until the thread has written all queued data, end it, and free @k. @k may be NULL. */
void rec_writer_thread_stop(struct rec_writer_thread *k);
