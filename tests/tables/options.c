/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options FILE - open a recording with the options of a newer header, of an older one, and with
 * sizes that no header has
 *
 * Prints the sizes and values that libpdata-names should refuse or accept, and does not.
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

int main(int argc, char **argv)
{
	const char *file = argc > 1 ? argv[1] : "perf.data";

	try(file, sizeof(o.known), 0, "options of this header");
	try(file, sizeof(o), 0, "options of a newer header that are 0");
	try(file, sizeof(size_t), 0, "no options but the size");
	try(file, 0, PDATA_E_ARG, "no size");
	try(file, sizeof(size_t) - 1, PDATA_E_ARG, "a size below that of the size");
	try(file, (size_t)-1, PDATA_E_ARG, "the largest size");
	memset(&o.newer[1], 1, 1);
	try(file, sizeof(o), PDATA_E_ARG, "an option of a newer header");
	try(file, sizeof(o) - sizeof(o.newer[1]), 0, "bytes behind the options");
	return failures != 0;
}
