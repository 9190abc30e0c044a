/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes ring data to streams (output files). A separate writer thread can do the compression. */

#include "base/ring_state.h"

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rec_writer_thread;

/*
 * Write ring data to the file of @s or, if @s has a writer thread, pass the data to this thread.
 * @spans: array of the addresses and lengths of the @nr parts of the data. Return: 0; -1: a write
 * to the file has failed, and rec_say_failed() will print the reason.
 */
int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr);
int rec_stream_round(struct rec_stream *s);
/*
 * If @s has a writer thread, wait until the thread has written all earlier data of @s. Then write
 * the AUXTRACE record @v and its AUX data in the calling thread. @spans: array of the addresses
 * and lengths of the @nr parts of the AUX data. Return: 0, or -1 if a write has failed.
 */
int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr);
int rec_stream_commit(struct rec_stream *s);
/*
 * If @s has a writer thread, wait until the thread has written all data that was passed to @s;
 * after this the calling thread may use s->w. Return: 0, or -1 if a write has failed.
 */
int rec_stream_wait(struct rec_stream *s);
uint64_t rec_stream_bytes(const struct rec_stream *s);
/*
 * Store @err as the error of @s, unless @s already has an error. Afterwards, the functions in this
 * header write nothing more to the file of @s. Return: -1.
 */
int rec_stream_failed(struct rec_stream *s, int err);
/*
 * Execute the operation @op in the calling thread, even if @s has a writer thread. The writer
 * thread calls this function for each operation that was passed to it. REC_STREAM_SPANS writes the
 * ring data whose @nr parts are in @spans. REC_STREAM_ROUND writes a FINISHED_ROUND record.
 * REC_STREAM_COMMIT writes to the file the data that the writer s->w still holds in memory. Return:
 * 0, or the first error of @s, one of enum pdata_err.
 */
int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr);
#ifdef REC_NO_INDEX
/*
 * Store in *@samples the number of samples in the COMPRESSED records of @s up to the COMPRESSED
 * record that ends at the file offset @end. The small recorder, which cannot decompress, calls this
 * function to count the samples in a file after a failed write. Return: true; false: the number is
 * not known, because REC_PIECE_ENDS or more COMPRESSED records follow, or because the writer did
 * not tell what a COMPRESSED record contains.
 */
bool rec_stream_samples_at(const struct rec_stream *s, uint64_t end, uint64_t *samples);
#endif
/*
 * Start a thread that compresses and writes data. Return: the thread; NULL with errno: the thread
 * cannot be started.
 */
struct rec_writer_thread *rec_writer_thread_start(void);
/*
 * Wait until the writer thread @k has written all queued data, end the thread, and free @k. @k may
 * be NULL.
 */
void rec_writer_thread_stop(struct rec_writer_thread *k);
