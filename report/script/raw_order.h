/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The records of a file in the order in which perf handles them: those that perf wrote as they lie
 * in the file, those of the kernel by time and one round late. Memory: what lies between three
 * ends of rounds.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Call @each with every record; @r is at its start and in file order. @unsorted: as they lie in
 * the file.
 * Return: 0, or what pdata_reader_next() returned.
 */
int raw_order_each(struct pdata_reader *r, bool unsorted,
		   void (*each)(void *ctx, const struct pdata_record *rec), void *ctx);
