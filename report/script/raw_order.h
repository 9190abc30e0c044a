/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Delivers the records of a file in the order in which perf processes records. A record that perf
 * itself wrote, and a record without a time, are delivered at once, in file order. A record of the
 * kernel that has a time is queued. A PERF_RECORD_FINISHED_ROUND record ends a round: the queued
 * records up to the latest time in all earlier rounds are then delivered in order of time. The
 * queue therefore has records of at most two rounds. If the queued records have more than 256 MiB,
 * the earlier half of them is delivered before the round ends.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Call @each for every record of @r, with @ctx as its first argument. The reader must be at the
 * beginning of the file, in PDATA_ORDER_FILE. @unsorted: true: deliver all records in file order;
 * false: deliver them in perf's order, which the comment at the top of this file describes.
 * Return: 0 after the last record, or the negative error of pdata_reader_next().
 */
int raw_order_each(struct pdata_reader *r, bool unsorted,
		   void (*each)(void *ctx, const struct pdata_record *rec), void *ctx);
