/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Runs a thread that enters records into the session's tasks and sample heads, in file order, while
 * the calling thread decompresses the following input.
 */

#include <pdata/pdata.h>

struct rep_session;
struct ingest_thread;

/*
 * Start the thread. Until ingest_thread_end(), only the started thread may use the session's tasks,
 * sample heads and deferred chains. Return: NULL if a thread would gain nothing; the caller then
 * enters the records itself.
 */
struct ingest_thread *ingest_thread_start(struct rep_session *s);

/*
 * Pass the records of @b to the thread; @b is empty afterwards. Return: 0; PDATA_E_NOMEM: memory is
 * exhausted, for @b or for an earlier batch.
 */
int ingest_thread_batch(struct ingest_thread *p, struct pdata_batch *b);
int ingest_thread_record(struct ingest_thread *p, const struct pdata_record *rec);

/*
 * Wait until the thread has entered all records, and free @p. @p may be NULL. Return: 0;
 * PDATA_E_NOMEM: memory was exhausted for a batch.
 */
int ingest_thread_end(struct ingest_thread *p);
