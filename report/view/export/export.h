/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes a recording in the formats of other programs, from its tables. A format is one file. */

#include "base/out_json.h"
#include "profile/tables/table_columns.h"

#include <stdbool.h>

enum export_flags {
	EXPORT_TABLE = 1,	 /* the operand after the format names a table */
	EXPORT_SUMS = 2,	 /* needs only sums of equal samples, not each sample */
	EXPORT_LINES = 4,	 /* has source lines */
	EXPORT_BINARY = 8,	 /* not for a terminal */
	EXPORT_DIFFERENTIAL = 16 /* can compare two recordings */
};

/* Labels above the outermost frames of a stack. */
enum export_root { EXPORT_ROOT_COMM, EXPORT_ROOT_PID, EXPORT_ROOT_TID, EXPORT_ROOT_EVENT };
#define EXPORT_MAX_ROOTS 4u

/* How functions are labelled. */
enum export_labels {
	EXPORT_LABEL_KERNEL = 1,  /* "_[k]" after functions of the kernel */
	EXPORT_LABEL_JIT = 2,	  /* append "_[j]" to functions in memory without a file */
	EXPORT_LABEL_INLINED = 4, /* "_[i]" after inlined functions */
	/* replace semicolons by ':' and control characters by ' ', because they separate labels */
	EXPORT_LABEL_SEPARABLE = 8
};

/* Options of the formats that show call stacks. */
struct export_opts {
	enum export_root roots[EXPORT_MAX_ROOTS]; /* the first one is the outermost label */
	uint32_t nr_roots;
	bool periods;	   /* weights are sums of periods, not numbers of samples */
	bool reverse;	   /* the innermost frame comes first */
	unsigned labels;   /* EXPORT_LABEL_ bits */
	const char *title; /* svg */
	uint64_t width;	   /* svg: width of the picture in pixels; 0: the default */
	/* svg: least width in pixels of a function that is drawn; < 0: the default */
	double min_width;
	bool icicle;		 /* svg: the outermost functions are at the top */
	struct tables *baseline; /* svg: the recording to compare with, or NULL */
};

struct export
{
	struct tables *t;
	struct out *out;
	const struct table *table; /* with EXPORT_TABLE: the table to write */
	const struct export_opts *opts;
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

/* jsonl.c: write the value of a column with its name, unless it is null. */
void export_json_value(struct pd_json *j, const struct table_column *col,
		       const struct table_value *v);

/* Write nanoseconds as milliseconds. */
static inline void export_ms(struct out *o, uint64_t ns)
{
	out_dec(o, ns / 1000000);
	out_char(o, '.');
	out_dec_z(o, ns % 1000000, 6);
}

/* The formats of formats.def; an element without a name ends them. */
extern const struct export_format export_formats[];

#define EXPORT_FORMAT(name, flags, readers) void export_##name(struct export *e);
#include "view/export/formats.def"
