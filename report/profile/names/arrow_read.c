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
	const uint32_t *u32 = column->buffers[1];
	const int32_t *i32 = column->buffers[1];
	const int64_t *i64 = column->buffers[1]; /* of uint64_t, too */
	const uint8_t *bits = column->buffers[1];

	if (is_null(column, i))
		return 0;
	switch (schema->format[0]) {
	case 'I':
		return u32[i];
	case 'i':
		return i32[i];
	case 'L':
	case 'l':
		return i64[i];
	case 'b':
		return bits[i / 8] >> i % 8 & 1;
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
