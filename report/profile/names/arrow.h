/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Converts rows of a table to structs of the Arrow C Data Interface. */

#include "profile/tables/table_columns.h"

#include <pdata/tables.h>

/* Describe the columns of @table in @schema. Return: 0; -ENOMEM: @schema is unchanged. */
int names_make_schema(const struct table *table, struct ArrowSchema *schema);

/* Rows of a table that are being collected for one Arrow array. */
struct names_batch {
	const struct table *table;
	struct names_column *columns; /* one element for each column of @table */
	uint32_t nr_rows;
};

/*
 * Set up @b for at most @max_rows rows of @table. Return: 0; -ENOMEM: the caller need not free @b.
 */
int names_batch_begin(struct names_batch *b, const struct table *table, uint32_t max_rows);

/* Add the current row of @c to @b. Return: 0; -ENOMEM: the caller must call names_batch_drop(). */
int names_batch_add(struct names_batch *b, struct table_cursor *c);

/*
 * Convert the rows of @b to @array, which then owns the memory of the rows. Return: 0; -ENOMEM:
 * the rows of @b were freed, and @array is unchanged.
 */
int names_batch_finish(struct names_batch *b, struct ArrowArray *array);

/* Free the rows of @b without making an array. */
void names_batch_drop(struct names_batch *b);
