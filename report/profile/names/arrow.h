/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Rows of a table as structs of the Arrow C Data Interface. */

#include "profile/tables/table_columns.h"

#include <pdata/tables.h>

/* Describe the columns of @table. Return: 0; -ENOMEM: @schema is not set. */
int names_make_schema(const struct table *table, struct ArrowSchema *schema);

/* Collects rows of a table for one array. */
struct names_batch {
	const struct table *table;
	struct names_column *columns; /* one for each column of the table */
	uint32_t nr_rows;
};

/* Return: 0; -ENOMEM: there is nothing to be freed. */
int names_batch_begin(struct names_batch *b, const struct table *table, uint32_t max_rows);

/* Add the current row of @c. Return: 0; -ENOMEM: the caller must call names_batch_drop(). */
int names_batch_add(struct names_batch *b, struct table_cursor *c);

/*
 * Make an array of the rows, which owns their memory. Return: 0; -ENOMEM: @b was dropped, and
 * @array is not set.
 */
int names_batch_finish(struct names_batch *b, struct ArrowArray *array);

/* Free the rows. */
void names_batch_drop(struct names_batch *b);
