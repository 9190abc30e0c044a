/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * What was read is taken into tasks and heads by another thread, in the order of the file, while
 * this one decompresses what follows.
 */

#include <pdata/pdata.h>

struct rep_session;
struct ingest_thread;

/*
 * NULL where that gains nothing. Until the end the session's tasks, heads and deferred chains are
 * the thread's.
 */
struct ingest_thread *ingest_thread_start(struct rep_session *s);

/*
 * Hand over what is to be taken in; the batch is used up. Return: 0 or PDATA_E_NOMEM, of earlier
 * ones, too.
 */
int ingest_thread_batch(struct ingest_thread *p, struct pdata_batch *b);
int ingest_thread_record(struct ingest_thread *p, const struct pdata_record *rec);

/* Wait until all is taken. @p may be NULL. Return: as above. */
int ingest_thread_end(struct ingest_thread *p);
