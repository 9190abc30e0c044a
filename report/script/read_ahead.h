/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Records of a reader, read and put in order by a thread of their own while others are printed.
 * Until the feed ends nobody else may use the reader.
 */

#include <pdata/pdata.h>

struct read_ahead;

/* NULL: no thread is to be had; read without one. */
struct read_ahead *read_ahead_start(struct pdata_reader *r);

/*
 * The next record, as pdata_reader_next() gives it, without the bytes that follow it. Its pointers
 * hold until the next call.
 */
int read_ahead_next(struct read_ahead *f, const struct pdata_record **rec);

/* Stop reading; also before the end. */
void read_ahead_stop(struct read_ahead *f);
