/* SPDX-License-Identifier: BSD-2-Clause */
/* Describes the columns of a table as a schema of the Arrow C Data Interface. */
#include "profile/names/arrow.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Format strings of the interface, by enum table_type. */
static const char *const formats[] = {
	[TABLE_U32] = "I", [TABLE_I32] = "i",  [TABLE_U64] = "L",
	[TABLE_I64] = "l", [TABLE_BOOL] = "b", [TABLE_TEXT] = "u",
};

static void release_child(struct ArrowSchema *s)
{
	free(s->private_data);
	s->release = NULL;
}

static void release_schema(struct ArrowSchema *s)
{
	for (int64_t i = 0; i < s->n_children; i++)
		if (s->children[i]->release)
			s->children[i]->release(s->children[i]);
	free(s->private_data);
	s->release = NULL;
}

static char *put_int(char *to, int32_t n)
{
	memcpy(to, &n, sizeof(n));
	return to + sizeof(n);
}

static char *put_text(char *to, const char *text)
{
	const size_t n = strlen(text);

	to = put_int(to, (int32_t)n);
	memcpy(to, text, n);
	return to + n;
}

/* The column's name, with unit and meaning as metadata, in one block. */
static int make_child(const struct table_column *col, struct ArrowSchema *s)
{
	const size_t name = strlen(col->name) + 1;
	const size_t size = name + 5 * sizeof(int32_t) + strlen("unit") + strlen(col->unit) +
			    strlen("meaning") + strlen(col->meaning);
	char *block = mem_alloc(size, 1), *at;

	if (!block)
		return -ENOMEM;
	memcpy(block, col->name, name);
	at = put_int(block + name, 2);
	at = put_text(put_text(at, "unit"), col->unit);
	put_text(put_text(at, "meaning"), col->meaning);
	*s = (struct ArrowSchema){ .format = formats[col->type],
				   .name = block,
				   .metadata = block + name,
				   .flags = ARROW_FLAG_NULLABLE,
				   .release = release_child,
				   .private_data = block };
	return 0;
}

/* The block of a table's schema: pointers to its children, and the children. */
struct schema_block {
	struct ArrowSchema **children;
	struct ArrowSchema child[];
};

int names_make_schema(const struct table *table, struct ArrowSchema *schema)
{
	const size_t n = table->nr_columns;
	struct schema_block *block =
		mem_alloc(1, sizeof(*block) + n * (sizeof(struct ArrowSchema) + sizeof(void *)));
	struct ArrowSchema made;

	if (!block)
		return -ENOMEM;
	block->children = (struct ArrowSchema **)(void *)&block->child[n];
	made = (struct ArrowSchema){ .format = "+s",
				     .name = "",
				     .children = block->children,
				     .release = release_schema,
				     .private_data = block };
	for (; made.n_children < (int64_t)n; made.n_children++) {
		struct ArrowSchema *child = &block->child[made.n_children];

		if (make_child(&table->columns[made.n_children], child)) {
			release_schema(&made);
			return -ENOMEM;
		}
		block->children[made.n_children] = child;
	}
	*schema = made;
	return 0;
}
