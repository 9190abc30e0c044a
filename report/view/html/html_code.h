/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The code of the hottest functions in the columns of an HTML page: instructions, inlined calls and
 * source lines.
 */

#include "view/annotate_hits.h"
#include "view/html/html_int.h"

/* A hot function: its instructions, or the reason why its code is not in the page. */
struct html_code_function {
	uint32_t function; /* number of the function in html_paths.functions */
	uint32_t nr_insns;
	/* number of the text that says why the code is missing; 0: the page has the code */
	uint32_t why;
	uint64_t address;
};

/* An instruction, or, with @text 0, a gap: @size bytes of instructions that are left out. */
struct html_insn {
	uint32_t size, text;
	uint32_t file, line; /* number of the source file, and line number; 0: not known */
	uint32_t scope;	     /* number of the inlined call; 0: not in an inlined call */
	/* number, from 1 in its function, of the instruction that this one jumps to; 0: none */
	uint32_t target;
};

/*
 * An inlined call: the number of the name of the inlined function, and the source file and line of
 * the call.
 */
struct html_scope {
	uint32_t parent; /* number of the inlined call around this call; 0: the function itself */
	uint32_t name, file, line;
};

/*
 * A source file. @path and @cwd: path and directory of the compiler in the debugging information.
 * @below: the file was read below the directory of --source. @newer: the file is newer than the
 * recording.
 */
struct html_source {
	const char *path, *cwd;
	const struct pdata_object *object;
	uint32_t name; /* number of the text of the name in html_paths.texts */
	bool below, newer;
};

struct html_source_line {
	uint32_t file, line;
};

struct html_code {
	struct html_code_function *functions;
	uint32_t nr_functions;
	struct html_insn *insns;
	uint32_t nr_insns, cap_insns;
	struct interner scopes; /* the inlined calls: each string is a struct html_scope */
	struct html_source *files;
	uint32_t nr_files, cap_files;
	struct html_source_line *lines;
	uint32_t nr_lines, cap_lines;
	bool lines_left_out; /* too many source lines: some are left out, a message was printed */
	struct out text;     /* texts of the elements of @lines, each with a NUL at its end */
	/*
	 * Array, indexed by frame of the tables: number, from 1, of the sampled address of the
	 * frame; 0: the page has no code for the frame.
	 */
	uint32_t *hit_of_frame;
	uint32_t nr_frames;
	/*
	 * Array, indexed by number of a sampled address minus 1: number, from 1, of the instruction
	 * at this address.
	 */
	uint32_t *hit_insns;
	uint32_t nr_hits;
};

/*
 * Fill @c with the code of the @o->annotate functions that have most samples. @p: the result of
 * html_make_paths() for @t. Return: 0; -1: memory is exhausted. The caller calls html_free_code()
 * in both cases.
 */
int html_make_code(struct html_code *c, struct tables *t, const struct html_samples *s,
		   struct html_paths *p, const struct html_opts *o);
void html_add_code_columns(struct html_columns *columns, const struct html_code *c,
			   const struct html_samples *s, const struct html_opts *o);
void html_free_code(struct html_code *c);

/* ---- code_lines.c ------------------------------------------------------------------------- */

/*
 * A source line that the page may show, because an instruction of function @function belongs to it.
 * @scope: number of the inlined call that has this line; 0: the function itself.
 */
struct html_line_use {
	uint32_t function, scope, file, line;
};

/*
 * Read the source lines of the @nr elements of @uses from files below @dir, and add the lines to
 * @c. @mtime: time of the recording, in seconds since 1970; a later file gets html_source.newer (0:
 * no file does). Return: 0 or -ENOMEM.
 */
int html_read_lines(struct html_code *c, struct html_line_use *uses, uint32_t nr,
		    const struct sources_dir *dir, int64_t mtime, struct html_paths *p);
