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
	uint32_t function; /* id of the function in html_paths.functions */
	uint32_t nr_insns;
	/* id in html_paths.texts of the reason why the code is missing; 0: the page has the code */
	uint32_t why;
	uint64_t address;
};

/* An instruction; if @text is 0, a gap: @size bytes of instructions that are left out. */
struct html_insn {
	uint32_t size, text;
	/*
	 * @file: index of the source file in html_code.files, from 1; @line: line number; 0: not
	 * known
	 */
	uint32_t file, line;
	/* id of the inlined call in html_code.scopes; 0: no inlined call has it */
	uint32_t scope;
	/*
	 * Target of a jump: index, from 1, in the elements of the same function (gaps count). 0:
	 * the instruction does not jump to an instruction of this function that the page has.
	 */
	uint32_t target;
};

/*
 * An inlined call. @name: id in html_paths.texts of the name of the inlined function. @file and
 * @line: source line of the call, as in struct html_insn.
 */
struct html_scope {
	/* id of the inlined call that contains this call; 0: the function itself contains it */
	uint32_t parent;
	uint32_t name, file, line;
};

/*
 * A source file. @path: path of the file in the debugging information. @cwd: working directory of
 * the compiler, from the debugging information. @below: the file was read below the directory of
 * --source. @newer: the file is newer than the recording.
 */
struct html_source {
	const char *path, *cwd;
	const struct pdata_object *object;
	uint32_t name; /* id of the name of the file in html_paths.texts */
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
	/* the inlined calls: each interned string is the bytes of a struct html_scope */
	struct interner scopes;
	struct html_source *files;
	uint32_t nr_files, cap_files;
	struct html_source_line *lines;
	uint32_t nr_lines, cap_lines;
	/* source lines beyond the limit are left out, and a message was printed */
	bool lines_left_out;
	struct out text; /* texts of the elements of @lines, each with a NUL at its end */
	/*
	 * Array, indexed by frame of the tables: id of the sampled address of the frame, from 1 to
	 * @nr_hits; 0: the page has no code for the frame.
	 */
	uint32_t *hit_of_frame;
	uint32_t nr_frames;
	/*
	 * Array with an element for each sampled address; element n - 1 is for the address with id
	 * n: index in @insns, plus 1, of the instruction at this address.
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
 * @scope: id of the inlined call that has this line; 0: the function itself has it.
 */
struct html_line_use {
	uint32_t function, scope, file, line;
};

/*
 * Read the source lines of the @nr elements of @uses from files below @dir, and add the lines to
 * @c. @mtime: time of the recording, in seconds since 1970; html_source.newer is set for each file
 * that was modified later than this; @mtime 0: it is set for no file. Return: 0 or -ENOMEM.
 */
int html_read_lines(struct html_code *c, struct html_line_use *uses, uint32_t nr,
		    const struct sources_dir *dir, int64_t mtime, struct html_paths *p);
