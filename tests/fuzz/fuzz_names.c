/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads any bytes as lines: mangled names, whose demangled form must be bounded; filter
 * expressions; kallsyms.
 */

#include "fuzz.h"
#include "object/demangle/demangle_name.h"
#include "object/symbols/kallsyms.h"
#include "profile/filter/filter_expr.h"

#include <stdlib.h>
#include <string.h>

#define NAME_GROWS                                                                                 \
	65536u /* limit of the demanglers: output characters for each character of a name */

static void as_name(const char *line)
{
	char *text = sym_demangle(line);

	if (text && strlen(text) > NAME_GROWS * (strlen(line) + 1))
		abort();
	free(text);
}

static void as_filter(const char *line)
{
	char why[256];
	struct filter_expr *e = filter_expr_parse(line, why, sizeof(why));

	if (!e && !memchr(why, 0, sizeof(why)))
		abort();
	filter_expr_free(e);
}

static char *copy_of(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	copy[size] = 0;
	return copy;
}

static void as_kallsyms(const uint8_t *data, size_t size)
{
	struct kallsyms *k = kallsyms_of_text(copy_of(data, size), size);
	struct sym_table_priv *kernel = sym_table_new(), *module = sym_table_new();
	uint64_t addr = 0;

	if (k) {
		kallsyms_module_at(k, "[m]", &addr);
		kallsyms_module(k, "[m]", addr, module);
		kallsyms_kernel(k, 16, kernel);
		for (uint32_t i = 0; i < kernel->pub.nr; i++)
			if (!sym_table_find(&kernel->pub, kernel->pub.syms[i].start))
				abort();
	}
	sym_table_free(kernel);
	sym_table_free(module);
	kallsyms_free(k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = copy_of(data, size), *rest, *line;

	as_kallsyms(data, size);
	for (line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		as_name(line);
		as_filter(line);
	}
	free(copy);
	return 0;
}
