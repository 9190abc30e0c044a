/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a recording in formats that other programs read, from the tables of the recording. Each
 * format has a source file of its own.
 */

#include "base/out_json.h"
#include "profile/tables/table_columns.h"

#include <stdbool.h>

enum export_flags {
	EXPORT_TABLE = 1,	 /* the operand after the format names a table */
	EXPORT_SUMS = 2,	 /* the format needs equal samples added up, not one by one */
	EXPORT_LINES = 4,	 /* the format has source lines */
	EXPORT_BINARY = 8,	 /* the output is binary, and is not written to a terminal */
	EXPORT_DIFFERENTIAL = 16 /* the format can compare two recordings (--differential) */
};

/* --root: labels at the beginning of each stack, before its outermost frame. */
enum export_root { EXPORT_ROOT_COMM, EXPORT_ROOT_PID, EXPORT_ROOT_TID, EXPORT_ROOT_EVENT };
#define EXPORT_MAX_ROOTS 4u

/* Bits that say how names of functions become labels. */
enum export_labels {
	EXPORT_LABEL_KERNEL = 1,  /* append "_[k]" to functions of the kernel */
	EXPORT_LABEL_JIT = 2,	  /* append "_[j]" to functions in memory without a file */
	EXPORT_LABEL_INLINED = 4, /* append "_[i]" to inlined functions */
	/*
	 * Replace semicolons by ':' and control characters by ' ', because semicolons and newlines
	 * separate labels and stacks in the output.
	 */
	EXPORT_LABEL_SEPARABLE = 8
};

/* Options of the formats that show call stacks. */
struct export_opts {
	enum export_root roots[EXPORT_MAX_ROOTS]; /* labels of a stack, the outermost first */
	uint32_t nr_roots;
	bool periods;	   /* weights are sums of periods, not counts of samples */
	bool reverse;	   /* stacks begin with the innermost frame, not with the outermost */
	unsigned labels;   /* EXPORT_LABEL_ bits */
	const char *title; /* svg: title of the graph */
	uint64_t width;	   /* svg: width of the picture in pixels; 0: the default */
	/* svg: minimum width in pixels of a function that is drawn; < 0: the default */
	double min_width;
	bool icicle;		 /* svg: the outermost functions are at the top */
	struct tables *baseline; /* svg: the recording to compare with; NULL: no comparison */
};

struct export
{
	struct tables *t;
	struct out *out;
	const struct table *table; /* for formats with EXPORT_TABLE: the table to write */
	const struct export_opts *opts;
};

struct export_format {
	const char *name;
	unsigned flags; /* bits of enum export_flags */
	const char *readers;
	/*
	 * Write the recording to @e->out. Errors are stored in @e->out and in the session of @e->t,
	 * where the caller checks them.
	 */
	void (*write)(struct export *e);
};

/*
 * Add the value @v of column @col to the JSON object @j, as a member with the name of the column.
 * Add nothing if the value is null. Defined in jsonl.c.
 */
void export_json_value(struct pd_json *j, const struct table_column *col,
		       const struct table_value *v);

/* Append the time @ns, in nanoseconds, to @o as milliseconds with six decimals. */
static inline void export_ms(struct out *o, uint64_t ns)
{
	out_dec(o, ns / 1000000);
	out_char(o, '.');
	out_dec_z(o, ns % 1000000, 6);
}

/* The formats of formats.def; the last element has the name NULL. */
extern const struct export_format export_formats[];

#define EXPORT_FORMAT(name, flags, readers) void export_##name(struct export *e);
#include "view/export/formats.def"
