/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements `pdata version`; --build-options lists the optional libraries in perf's format. */
#include "console/version.h"

#include "console/command.h"

#include <pdata/pdata.h>

#include <stdio.h>
#include <string.h>

/* The value of a macro as text: "1" if the library was found, else the macro's own name. */
#define TEXT(x) #x
#define VALUE(macro) TEXT(macro)
#define LIB(name, macro)                                                                           \
	{                                                                                          \
		name, #macro, VALUE(macro)                                                         \
	}

static const struct {
	const char *name, *macro, *value;
} libs[] = {
	LIB("zlib", HAVE_ZLIB),	 LIB("zstd", HAVE_ZSTD),       LIB("xxhash", HAVE_XXHASH),
	LIB("libelf", HAVE_ELF), LIB("libdw", HAVE_DW),	       LIB("iberty", HAVE_IBERTY),
	LIB("lzma", HAVE_LZMA),	 LIB("deflate", HAVE_DEFLATE), LIB("capstone", HAVE_CAPSTONE),
};

/* Print perf's format, so that programs which read perf's list can read this one. */
static void print_libs(void)
{
	for (size_t i = 0; i < REP_NR(libs); i++)
		printf("%22s: [ %s ]  # %s\n", libs[i].name,
		       !strcmp(libs[i].value, "1") ? "on " : "OFF", libs[i].macro);
}

int rep_version(int argc, char **argv)
{
	if (argc > 2 || (argc == 2 && strcmp(argv[1], "--build-options")))
		return rep_fail("version: %s: only --build-options may follow", argv[argc - 1]);
	printf("pdata version %s\n", pdata_version());
	if (argc == 2)
		print_libs();
	return REP_OK;
}
