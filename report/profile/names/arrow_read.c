/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads values of arrays of the Arrow C Data Interface for programs that have no Arrow library. */
#include <pdata/tables.h>

#include <string.h>

int64_t pdata_tables_column(const struct ArrowSchema *schema, const char *name)
{
	for (int64_t i = 0; i < schema->n_children; i++)
		if (!strcmp(schema->children[i]->name, name))
			return i;
	return -1;
}

static int is_null(const struct ArrowArray *column, int64_t i)
{
	const uint8_t *valid = column->buffers[0];

	return valid && !(valid[i / 8] >> i % 8 & 1);
}

int64_t pdata_tables_number(const struct ArrowArray *column, const struct ArrowSchema *schema,
			    int64_t row)
{
	const int64_t i = row + column->offset;
	const void *values = column->buffers[1];

	if (is_null(column, i))
		return 0;
	switch (schema->format[0]) {
	case 'I':
		return ((const uint32_t *)values)[i];
	case 'i':
		return ((const int32_t *)values)[i];
	case 'L':
	case 'l':
		return ((const int64_t *)values)[i];
	case 'b':
		return ((const uint8_t *)values)[i / 8] >> i % 8 & 1;
	default:
		return 0;
	}
}

const char *pdata_tables_text(const struct ArrowArray *column, int64_t row, size_t *len)
{
	const int64_t i = row + column->offset;
	const int32_t *ends = column->buffers[1];

	*len = 0;
	if (is_null(column, i))
		return NULL;
	*len = (size_t)(ends[i + 1] - ends[i]);
	return (const char *)column->buffers[2] + ends[i];
}
