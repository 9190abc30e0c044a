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
	/* the format shows one table, whose name follows the format on the command line */
	EXPORT_TABLE = 1,
	/*
	 * the format shows, not single samples, but sums of the samples with the same event,
	 * thread and call stack (tables_sum_samples())
	 */
	EXPORT_SUMS = 2,
	EXPORT_LINES = 4,  /* the format shows source files and line numbers */
	EXPORT_BINARY = 8, /* the output is binary, and is not written to a terminal */
	EXPORT_GRAPH = 16, /* a flame graph, which can compare two recordings (--differential) */
	EXPORT_TREE = 32,  /* the format shows export_tree, so it has --root, --reverse, --all */
	EXPORT_TIMES = 64  /* the format needs samples in order of time */
};

/* One word of the option --root. Each word adds a label before the first frame of each stack. */
enum export_root { EXPORT_ROOT_COMM, EXPORT_ROOT_PID, EXPORT_ROOT_TID, EXPORT_ROOT_EVENT };
#define EXPORT_MAX_ROOTS 4u

/* Bits for the changes by which the name of a function becomes the label of a frame. */
enum export_labels {
	EXPORT_LABEL_KERNEL = 1, /* append "_[k]" to names of kernel functions */
	/*
	 * append "_[j]" to names of functions in generated code (JIT), which is in memory that no
	 * file backs
	 */
	EXPORT_LABEL_JIT = 2,
	EXPORT_LABEL_INLINED = 4, /* append "_[i]" to names of inlined functions */
	/*
	 * Replace semicolons in labels by ':', and control characters by ' ', because in the
	 * format "folded" a semicolon separates two labels, and a newline separates two call
	 * stacks.
	 */
	EXPORT_LABEL_SEPARABLE = 8
};

/* Written in place of the name of a thread that has an empty name. */
#define EXPORT_NO_NAME "[no_name]"

/* The least and the greatest export_opts.width, in pixels. */
#define EXPORT_WIDTH_LEAST 100u
#define EXPORT_WIDTH_MOST 100000u
#define EXPORT_MIN_WIDTH 0.1 /* the default of export_opts.min_width */

/* Options of the formats that show call stacks. */
struct export_opts {
	/*
	 * The words of the option --root, in order of output. Each word puts a label, such as the
	 * comm, before the frames of each stack.
	 */
	enum export_root roots[EXPORT_MAX_ROOTS];
	uint32_t nr_roots;
	/* the weight of a stack is the sum of its samples' periods; false: the count of samples */
	bool periods;
	bool reverse;	 /* each stack begins with its innermost frame, not with its outermost */
	unsigned labels; /* bits of enum export_labels */
	/* svg: title of the graph; NULL: "Flame Graph", or "Icicle Graph" if @icicle is set */
	const char *title;
	uint32_t width;	  /* svg: width of the picture in pixels; 0: 1200 */
	double min_width; /* svg: minimum width in pixels of a function that is drawn */
	bool icicle;	  /* svg: the outermost functions are at the top; false: at the bottom */
	/*
	 * svg: an earlier recording with which the exported recording is compared; the colours
	 * show by how much the share of each function in the exported recording differs from its
	 * share in the earlier recording; NULL: no comparison
	 */
	struct tables *baseline;
};

struct export
{
	struct tables *t;
	struct out *out;
	const struct table *table; /* the table to write; NULL: the format lacks EXPORT_TABLE */
	const struct export_opts *opts;
};

struct export_format {
	const char *name;
	unsigned flags; /* bits of enum export_flags */
	const char *readers;
	/*
	 * Write the recording @e->t to @e->out. The function stores errors in e->out->err and in
	 * the session of @e->t; `pdata export`, which calls the function, checks both afterwards.
	 */
	void (*write)(struct export *e);
};

/*
 * Add the value @v of column @col to the JSON object that @j is writing, as a member with the name
 * of the column. Add nothing if the value is null. Defined in jsonl.c.
 */
void export_json_value(struct pd_json *j, const struct table_column *col,
		       const struct table_value *v);

/*
 * Return: a JSON writer that writes into @o. It reads names that are not valid UTF-8 as Latin-1, so
 * that different names stay different.
 */
static inline struct pd_json export_json(struct out *o)
{
	struct pd_json j = out_json(o);

	j.latin1 = true;
	return j;
}

/* Append the time @ns, in nanoseconds, to @o as milliseconds with six decimals. */
static inline void export_ms(struct out *o, uint64_t ns)
{
	out_dec(o, ns / 1000000);
	out_char(o, '.');
	out_dec_z(o, ns % 1000000, 6);
}

/* Array of the formats that formats.def lists. In its last element, @name is NULL. */
extern const struct export_format export_formats[];

#define EXPORT_FORMAT(name, flags, readers) void export_##name(struct export *e);
#include "view/export/formats.def"
