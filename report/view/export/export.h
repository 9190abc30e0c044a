/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes a recording in the formats of other programs, from its tables. A format is one file. */

#include "base/out.h"
#include "profile/tables/table_columns.h"

#include <stdbool.h>

enum export_flags { EXPORT_TABLE = 1 };

struct export
{
	struct tables *t;
	struct out *out;
	const struct table *table; /* with EXPORT_TABLE: the table to write */
};

struct export_format {
	const char *name;
	unsigned flags; /* EXPORT_ */
	const char *readers;
	/*
	 * Write the recording to e->out. Errors are those of the tables and of the output, which
	 * the caller checks.
	 */
	void (*write)(struct export *e);
};

/* The formats of formats.def; an element without a name ends them. */
extern const struct export_format export_formats[];

#define EXPORT_FORMAT(name, flags, readers) void export_##name(struct export *e);
#include "view/export/formats.def"
