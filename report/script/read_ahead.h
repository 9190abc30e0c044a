/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_FEED_H
#define REP_SCRIPT_FEED_H

/*
 * Records of a reader, read and put in order by a thread of their own while others are printed.
 * Until the feed ends nobody else may use the reader.
 */

#include <pdata/pdata.h>

struct script_feed;

/* NULL: no thread is to be had; read without one. */
struct script_feed *script_feed_start(struct pdata_reader *r);

/*
 * The next record, as pdata_reader_next() gives it, without the bytes that follow it. Its pointers
 * hold until the next call.
 */
int script_feed_next(struct script_feed *f, const struct pdata_record **rec);

/* Stop reading; also before the end. */
void script_feed_end(struct script_feed *f);

#endif
