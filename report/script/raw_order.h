/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Delivers the records of a file in the order in which perf processes them: records that perf
 * itself wrote in file order, records of the kernel in order of time, one round late. The memory
 * used is that of the records of three rounds.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Call @each with every record; @r is at its start and in file order. @unsorted: deliver all
 * records in file order.
 * Return: 0, or what pdata_reader_next() returned.
 */
int raw_order_each(struct pdata_reader *r, bool unsorted,
		   void (*each)(void *ctx, const struct pdata_record *rec), void *ctx);
