/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A thread that enters records into the session's tasks and sample heads, in file order, while the
 * caller decompresses the input that follows.
 */

#include <pdata/pdata.h>

struct rep_session;
struct ingest_thread;

/*
 * Start the thread. Until ingest_thread_end() only the thread may use the session's tasks, sample
 * heads and deferred chains. Return: NULL where a thread would gain nothing.
 */
struct ingest_thread *ingest_thread_start(struct rep_session *s);

/*
 * Hand the records of @b to the thread; @b is then used up. Return: 0 or PDATA_E_NOMEM, also if an
 * earlier batch failed.
 */
int ingest_thread_batch(struct ingest_thread *p, struct pdata_batch *b);
int ingest_thread_record(struct ingest_thread *p, const struct pdata_record *rec);

/*
 * Wait until the thread has entered everything. @p may be NULL. Return: as ingest_thread_batch().
 */
int ingest_thread_end(struct ingest_thread *p);
