/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options FILE CHAINS - open FILE with the options of a newer header, of an older one, and with
 * sizes that no header has; open an empty path; read CHAINS, in which 5 samples have more than 2 frames, with max_stack
 *
 * Prints the options that libpdata-names should refuse, accept or follow, and does not.
 */
#include <pdata/tables.h>

#include <stdio.h>
#include <string.h>

static struct {
	struct pdata_tables_opts known;
	uint64_t newer[2];
} o;

static int failures;

static void try(const char *file, size_t size, int wanted, const char *what)
{
	struct pdata_tables *t = NULL;
	struct pdata_error err = { 0 };
	int ret;

	o.known.size = size;
	ret = pdata_tables_open(&t, file, &o.known, &err);
	if (ret != wanted || err.code != wanted || !t == !ret || (ret && !*err.text)) {
		printf("%s: %d, not %d; '%s'\n", what, ret, wanted, err.text);
		failures++;
	}
	pdata_tables_close(t);
}

static int nr_cut;

static void count_message(void *ctx, const char *line)
{
	nr_cut += strstr(line, ctx) != NULL;
}

static void read_all(struct pdata_tables *t, const char *table)
{
	struct ArrowArray batch;

	if (pdata_tables_begin(t, table, NULL, NULL))
		return;
	while (pdata_tables_next(t, &batch, NULL) > 0)
		batch.release(&batch);
}

static void try_max_stack(const char *file, uint32_t max, const char *text, int wanted)
{
	struct pdata_tables_opts limited = PDATA_TABLES_OPTS_INIT;
	struct pdata_tables *t;

	limited.max_stack = max;
	limited.message = count_message;
	limited.message_ctx = (void *)(uintptr_t)text;
	nr_cut = 0;
	if (!pdata_tables_open(&t, file, &limited, NULL)) {
		read_all(t, "samples");
		read_all(t, "stacks");
		pdata_tables_close(t);
	}
	if (nr_cut != wanted) {
		printf("max_stack %u: %d messages, not %d\n", (unsigned)max, nr_cut, wanted);
		failures++;
	}
}

int main(int argc, char **argv)
{
	const char *file = argc > 1 ? argv[1] : "perf.data";
	const char *chains = argc > 2 ? argv[2] : file;

	try(file, sizeof(o.known), 0, "options of this header");
	try(file, sizeof(o), 0, "options of a newer header that are 0");
	try(file, sizeof(size_t), 0, "no options but the size");
	try("", sizeof(o.known), PDATA_E_ARG, "an empty path");
	try(file, 0, PDATA_E_ARG, "no size");
	try(file, sizeof(size_t) - 1, PDATA_E_ARG, "a size below that of the size");
	try(file, (size_t)-1, PDATA_E_ARG, "the largest size");
	memset(&o.newer[1], 1, 1);
	try(file, sizeof(o), PDATA_E_ARG, "an option of a newer header");
	try(file, sizeof(o) - sizeof(o.newer[1]), 0, "bytes behind the options");
	try_max_stack(chains, 2, "the limit max_stack 2 cut the call stacks of 5 samples", 1);
	try_max_stack(chains, 0, "max_stack", 0);
	return failures != 0;
}
