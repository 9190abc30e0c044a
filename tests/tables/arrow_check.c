/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arrow_check FILE [TABLE...] - read tables through libpdata-names and check each schema and batch
 * against the rules of the Arrow C Data Interface; prints the rows of each table
 *
 * Ends with 3 when memory is exhausted, and with 1 after any other failure.
 */
#include <pdata/tables.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *where;

static void must(int holds, const char *rule)
{
	if (holds)
		return;
	fprintf(stderr, "%s: %s\n", where, rule);
	exit(1);
}

static int bit(const uint8_t *bits, int64_t i)
{
	return bits[i / 8] >> i % 8 & 1;
}

static int is_utf8(const uint8_t *s, int32_t n)
{
	while (n > 0) {
		const int more = *s < 0x80	 ? 0
				 : *s >> 5 == 6	 ? 1
				 : *s >> 4 == 14 ? 2
				 : *s >> 3 == 30 ? 3
						 : -1;

		if (more < 0 || more >= n)
			return 0;
		for (int i = 1; i <= more; i++)
			if (s[i] >> 6 != 2)
				return 0;
		s += more + 1;
		n -= more + 1;
	}
	return 1;
}

static void check_schema(const struct ArrowSchema *s)
{
	must(s->release && !strcmp(s->format, "+s"), "a table is a struct");
	must(s->n_children > 0 && s->children, "a table has columns");
	for (int64_t i = 0; i < s->n_children; i++) {
		const struct ArrowSchema *c = s->children[i];
		int32_t pairs;

		must(c->release && c->format && strlen(c->format) == 1 &&
			     strchr("IiLlbu", c->format[0]),
		     "the type of a column");
		must(c->name && c->name[0] && !c->n_children && !c->dictionary, "the name of a "
										"column");
		memcpy(&pairs, c->metadata, sizeof(pairs));
		must(pairs == 2, "the metadata of a column");
	}
}

static void check_column(const struct ArrowArray *a, const struct ArrowSchema *s, int64_t rows)
{
	const int64_t buffers = s->format[0] == 'u' ? 3 : 2;
	int64_t nulls = 0;

	must(a->release && a->length == rows && !a->offset && !a->n_children && !a->dictionary,
	     "the length of a column");
	must(a->n_buffers == buffers && a->buffers[1], "the buffers of a column");
	must(a->buffers[0] || !a->null_count, "a column with nulls has validity bits");
	for (int64_t i = 0; a->buffers[0] && i < rows; i++)
		nulls += !bit(a->buffers[0], i);
	must(nulls == a->null_count, "the number of nulls");
	if (s->format[0] != 'u')
		return;
	must(a->buffers[2] != NULL && ((const int32_t *)a->buffers[1])[0] == 0, "the first text "
										"begins at 0");
	for (int64_t i = 0; i < rows; i++) {
		const int32_t *at = (const int32_t *)a->buffers[1] + i;

		must(at[0] <= at[1], "texts ascend");
		must(is_utf8((const uint8_t *)a->buffers[2] + at[0], at[1] - at[0]), "texts are "
										     "UTF-8");
	}
}

static void check_batch(struct ArrowArray *b, const struct ArrowSchema *s)
{
	struct ArrowArray moved, *child = b->children[0];

	must(b->release && b->length > 0 && b->n_buffers == 1 && !b->buffers[0] && !b->null_count,
	     "a batch is a struct without nulls");
	must(b->n_children == s->n_children, "a batch has the columns of the schema");
	for (int64_t i = 0; i < b->n_children; i++)
		check_column(b->children[i], s->children[i], b->length);
	/* A consumer may move a column out of the batch and release the batch first. */
	moved = *child;
	child->release = NULL;
	b->release(b);
	must(!b->release, "release marks the batch");
	check_column(&moved, s->children[0], moved.length);
	moved.release(&moved);
	must(!moved.release, "release marks the column");
}

static int failed(const struct pdata_error *err)
{
	if (err->code == PDATA_E_NOMEM)
		exit(3);
	fprintf(stderr, "%s: %s: %s\n", where, pdata_strerror(err->code), err->text);
	return 1;
}

static int read_table(struct pdata_tables *t, const char *name)
{
	struct ArrowSchema schema;
	struct ArrowArray batch;
	struct pdata_error err;
	uint64_t rows = 0;
	int rc;

	where = name;
	if (pdata_tables_begin(t, name, &schema, &err))
		return failed(&err);
	check_schema(&schema);
	while ((rc = pdata_tables_next(t, &batch, &err)) > 0) {
		rows += (uint64_t)batch.length;
		check_batch(&batch, &schema);
	}
	schema.release(&schema);
	must(!schema.release, "release marks the schema");
	if (rc < 0)
		return failed(&err);
	printf("%s %" PRIu64 "\n", name, rows);
	return 0;
}

int main(int argc, char **argv)
{
	struct pdata_tables_opts o = PDATA_TABLES_OPTS_INIT;
	struct pdata_tables *t;
	struct pdata_error err;
	int status = 0;

	o.batch_rows = 1000;
	where = argv[1];
	if (argc < 2 || pdata_tables_open(&t, argv[1], &o, &err))
		return argc < 2 ? 1 : failed(&err);
	for (uint32_t i = 0; argc == 2 && pdata_tables_name(i); i++)
		status |= read_table(t, pdata_tables_name(i));
	for (int i = 2; i < argc; i++)
		status |= read_table(t, argv[i]);
	if (pdata_tables_partial(t))
		printf("partial\n");
	pdata_tables_close(t);
	return status;
}
