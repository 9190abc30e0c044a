/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A thread that reads and orders records while the caller prints earlier ones. Until
 * read_ahead_stop() only this thread may use the reader.
 */

#include <pdata/pdata.h>

struct read_ahead;

/*
 * Start the thread. Return: NULL if no thread can be started; the caller then reads the records
 * itself.
 */
struct read_ahead *read_ahead_start(struct pdata_reader *r);

/*
 * The next record, as pdata_reader_next() returns it, but without bytes that follow the record.
 * Its pointers are valid until the next call.
 */
int read_ahead_next(struct read_ahead *f, const struct pdata_record **rec);

/* Stop reading and free @f; this may be before the end of the records. @f may be NULL. */
void read_ahead_stop(struct read_ahead *f);
