/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Runs a thread that updates the threads and maps (tasks) of the session from the records, in file
 * order. The thread also adds the fixed fields of samples (sample heads) to the session's sample
 * cache. Meanwhile the calling thread decompresses the following input.
 */

#include <pdata/pdata.h>

struct rep_session;
struct ingest_thread;

/*
 * Start a thread that calls session_ingest_record() and session_ingest_samples() for the records
 * that the functions below pass to it. Until ingest_thread_end(), only this thread may use
 * @s->tasks, @s->sample_cache, @s->deferred and the other members of @s that these two functions
 * change. Return: a handle for the functions below; NULL if a thread would save no time or cannot
 * be started: the caller then calls session_ingest_record() and session_ingest_samples() itself.
 */
struct ingest_thread *ingest_thread_start(struct rep_session *s);

/*
 * Pass copies of all records of the batch @b, or of the record @rec, to the thread, which adds
 * them to the session. @b is empty afterwards. Return: 0; PDATA_E_NOMEM: memory is exhausted, or
 * was exhausted when the thread added earlier records.
 */
int ingest_thread_batch(struct ingest_thread *p, struct pdata_batch *b);
int ingest_thread_record(struct ingest_thread *p, const struct pdata_record *rec);

/*
 * Wait until the thread has added all passed records to the session, end the thread, and free @p.
 * Return: 0, also if @p is NULL; PDATA_E_NOMEM: memory was exhausted when the thread added
 * records, so that the session lacks some records.
 */
int ingest_thread_end(struct ingest_thread *p);
