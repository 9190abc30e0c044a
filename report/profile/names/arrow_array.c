/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects rows of a table by columns; hands them on as arrays of the Arrow C Data Interface. */
#include "profile/names/arrow.h"

#include "base/memory.h"
#include "common/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NR_BUFFERS_MAX 3
#define TEXT_MAX INT32_MAX /* bytes of all texts of a column: their offsets are int32 */

/* The values of a column; it becomes private_data of the column's array. */
struct names_column {
	const void *buffers[NR_BUFFERS_MAX]; /* of the array; they point to the members below */
	uint8_t *valid;			     /* a bit for each row */
	uint8_t *values;		     /* numbers or bits; offsets of texts */
	char *text;
	size_t text_len, text_cap;
	int64_t nr_null;
};

static uint32_t width_of(enum table_type type)
{
	return type == TABLE_U64 || type == TABLE_I64 ? 8 : 4;
}

static void free_column(struct names_column *col)
{
	free(col->valid);
	free(col->values);
	free(col->text);
}

static int alloc_column(struct names_column *col, enum table_type type, uint32_t rows)
{
	const size_t bits = (rows + 7) / 8;

	col->valid = mem_alloc(bits, 1);
	col->values = type == TABLE_BOOL ? mem_alloc(bits, 1)
					 : mem_alloc((size_t)rows + 1, width_of(type));
	return col->valid && col->values ? 0 : -ENOMEM;
}

void names_batch_drop(struct names_batch *b)
{
	for (uint32_t i = 0; b->columns && i < b->table->nr_columns; i++)
		free_column(&b->columns[i]);
	free(b->columns);
	b->columns = NULL;
}

int names_batch_begin(struct names_batch *b, const struct table *table, uint32_t max_rows)
{
	*b = (struct names_batch){ .table = table,
				   .columns = mem_alloc(table->nr_columns, sizeof(*b->columns)) };
	for (uint32_t i = 0; b->columns && i < table->nr_columns; i++)
		if (alloc_column(&b->columns[i], table->columns[i].type, max_rows))
			names_batch_drop(b);
	return b->columns ? 0 : -ENOMEM;
}

/* Make room for @n more bytes of text. */
static int text_room(struct names_column *col, size_t n)
{
	const size_t need = col->text_len + n;
	char *text;

	if (need <= col->text_cap)
		return 0;
	if (need > TEXT_MAX)
		return -ENOMEM;
	text = mem_grow(col->text, need * 2, 1);
	if (!text)
		return -ENOMEM;
	col->text = text;
	col->text_cap = need * 2;
	return 0;
}

/* Add @text; if it is not valid UTF-8, each byte from 0x80 on becomes a character of Latin-1. */
static int add_text(struct names_column *col, const char *text)
{
	const size_t n = strlen(text);

	if (text_room(col, 2 * n))
		return -ENOMEM;
	if (pd_utf8_valid(text, n)) {
		if (n)
			memcpy(col->text + col->text_len, text, n);
		col->text_len += n;
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		const uint8_t c = (uint8_t)text[i];

		if (c >= 0x80)
			col->text[col->text_len++] = (char)(0xc0 | c >> 6);
		col->text[col->text_len++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
	}
	return 0;
}

static int add_value(struct names_column *col, enum table_type type, uint32_t row,
		     const struct table_value *v)
{
	const uint32_t narrow = (uint32_t)v->number;
	int32_t end;

	if (v->null)
		col->nr_null++;
	else
		col->valid[row / 8] |= (uint8_t)(1u << row % 8);
	switch (type) {
	case TABLE_TEXT:
		if (!v->null && add_text(col, v->text))
			return -ENOMEM;
		end = (int32_t)col->text_len;
		memcpy(col->values + ((size_t)row + 1) * sizeof(end), &end, sizeof(end));
		break;
	case TABLE_BOOL:
		if (!v->null && v->number)
			col->values[row / 8] |= (uint8_t)(1u << row % 8);
		break;
	case TABLE_U64:
	case TABLE_I64:
		if (!v->null)
			memcpy(col->values + (size_t)row * 8, &v->number, 8);
		break;
	case TABLE_U32:
	case TABLE_I32:
		if (!v->null)
			memcpy(col->values + (size_t)row * 4, &narrow, 4);
		break;
	}
	return 0;
}

int names_batch_add(struct names_batch *b, struct table_cursor *c)
{
	for (uint32_t i = 0; i < b->table->nr_columns; i++) {
		const struct table_value v = table_get(c, i);

		if (add_value(&b->columns[i], b->table->columns[i].type, b->nr_rows, &v))
			return -ENOMEM;
	}
	b->nr_rows++;
	return 0;
}

static void release_column(struct ArrowArray *a)
{
	free_column(a->private_data);
	free(a->private_data);
	a->release = NULL;
}

/* The block of a batch: pointers to its children, the children, and its one, empty buffer. */
struct array_block {
	const void *no_buffer;
	struct ArrowArray **children;
	struct ArrowArray child[];
};

static void release_batch(struct ArrowArray *a)
{
	for (int64_t i = 0; i < a->n_children; i++)
		if (a->children[i]->release)
			a->children[i]->release(a->children[i]);
	free(a->private_data);
	a->release = NULL;
}

/* Move @from into a block of its own, so that a consumer may take the column out of the batch. */
static int make_column_array(const struct names_column *from, enum table_type type, uint32_t rows,
			     struct ArrowArray *a)
{
	static const char no_text[1];
	struct names_column *col = mem_alloc(1, sizeof(*col));

	if (!col)
		return -ENOMEM;
	*col = *from;
	col->buffers[0] = col->nr_null ? col->valid : NULL;
	col->buffers[1] = col->values;
	col->buffers[2] = col->text ? col->text : no_text;
	*a = (struct ArrowArray){ .length = rows,
				  .null_count = col->nr_null,
				  .n_buffers = type == TABLE_TEXT ? 3 : 2,
				  .buffers = col->buffers,
				  .release = release_column,
				  .private_data = col };
	return 0;
}

int names_batch_finish(struct names_batch *b, struct ArrowArray *array)
{
	const size_t n = b->table->nr_columns;
	struct array_block *block =
		mem_alloc(1, sizeof(*block) + n * (sizeof(struct ArrowArray) + sizeof(void *)));
	struct ArrowArray made = { .length = b->nr_rows,
				   .n_buffers = 1,
				   .release = release_batch,
				   .private_data = block };

	if (!block) {
		names_batch_drop(b);
		return -ENOMEM;
	}
	block->children = (struct ArrowArray **)(void *)&block->child[n];
	made.buffers = &block->no_buffer;
	made.children = block->children;
	for (; made.n_children < (int64_t)n; made.n_children++) {
		struct ArrowArray *child = &block->child[made.n_children];
		struct names_column *col = &b->columns[made.n_children];

		if (make_column_array(col, b->table->columns[made.n_children].type, b->nr_rows,
				      child)) {
			release_batch(&made);
			names_batch_drop(b);
			return -ENOMEM;
		}
		*col = (struct names_column){ .valid = NULL };
		block->children[made.n_children] = child;
	}
	names_batch_drop(b);
	*array = made;
	return 0;
}
