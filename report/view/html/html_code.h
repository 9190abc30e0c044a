/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Collects the code of the hottest functions (instructions, inlined calls and source lines), and
 * adds the code to the data of an HTML page as columns (struct html_column). One column is the text
 * of the source lines; the other columns are arrays of integers.
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

/*
 * An instruction in the page. @size: its size in bytes. @text: id of its text in html_paths.texts.
 * If @text is 0, the element stands for @size bytes of instructions that the page leaves out.
 */
struct html_insn {
	uint32_t size, text;
	/*
	 * @file: index of the source file in html_code.files, plus 1; @line: line number in this
	 * file. Both are 0 if the line is not known.
	 */
	uint32_t file, line;
	/*
	 * id in html_code.scopes of the innermost inlined call that contains the instruction; 0:
	 * no inlined call contains it
	 */
	uint32_t scope;
	/*
	 * Position of the jump's target, from 1, among the elements of html_code.insns that belong
	 * to the function. The position includes the elements that stand for instructions that the
	 * page leaves out. 0: the instruction is no jump, the target is in another function, or the
	 * page leaves out the target.
	 */
	uint32_t target;
};

/*
 * A call of a function that the compiler inlined. @name: id in html_paths.texts of the name of the
 * inlined function. @file and @line: source line of the call, as in struct html_insn.
 */
struct html_scope {
	/* id of the inlined call that contains this call; 0: the function itself contains it */
	uint32_t parent;
	uint32_t name, file, line;
};

/*
 * A source file. @path: path of the file in the debugging information. @cwd: working directory of
 * the compiler, from the debugging information. @below: html_read_lines() found the file below the
 * directory of --source, and read it. @newer: the file was modified after the recording was
 * written.
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
	/* the inlined calls: each string in the interner has the bytes of one struct html_scope */
	struct interner scopes;
	struct html_source *files;
	uint32_t nr_files, cap_files;
	struct html_source_line *lines;
	uint32_t nr_lines, cap_lines;
	/*
	 * @lines has the maximum size (MAX_LINES in code_lines.c), so html_read_lines() has left
	 * out further source lines, and has printed a message
	 */
	bool lines_left_out;
	struct out text; /* texts of the elements of @lines, each with a NUL at its end */
	/*
	 * Array, indexed by row number in the table "frames". If the frame in this row is a
	 * sampled address, and the HTML page shows the code at this address, the element is the id
	 * of the address, from 1 to @nr_hits; otherwise the element is 0.
	 */
	uint32_t *hit_of_frame;
	uint32_t nr_frames;
	/*
	 * Array of @nr_hits elements, one for each sampled address whose code is in the page:
	 * hit_insns[id - 1] belongs to the address with this id (see @hit_of_frame). The value is
	 * 1 + the index in @insns of the instruction at the address; it is never 0.
	 */
	uint32_t *hit_insns;
	uint32_t nr_hits;
};

/*
 * Fill @c with the code of at most @o->annotate functions, hottest first. The order depends on the
 * sum, over all events, of the function's share in the total weight of the event. A function whose
 * code is not available does not count for the limit @o->annotate; its element in @c->functions
 * has the reason instead of code. The search ends after 4 times @o->annotate functions. @p: the
 * result of html_make_paths() for @t.
 * Return: 0; -1: memory is exhausted. The caller calls html_free_code() in both cases.
 */
int html_make_code(struct html_code *c, struct tables *t, const struct html_samples *s,
		   struct html_paths *p, const struct html_opts *o);
void html_add_code_columns(struct html_columns *columns, const struct html_code *c,
			   const struct html_samples *s, const struct html_opts *o);
void html_free_code(struct html_code *c);

/* ---- code_lines.c ------------------------------------------------------------------------- */

/*
 * A source line that the page may show: the line of an instruction, or the line of an inlined call
 * that contains an instruction. @function: index of the function in html_code.functions. @scope:
 * id in html_code.scopes of the inlined call in whose code the line is; 0: the line is in the code
 * of the function itself. @file and @line: as in struct html_insn.
 */
struct html_line_use {
	uint32_t function, scope, file, line;
};

/*
 * Read the source lines of the @nr elements of @uses, and some lines around them, from files below
 * @dir, and add the lines to @c. @mtime: modification time of the recording's file, in seconds
 * since 1970. If @mtime is not 0, the function sets html_source.newer for each source file that was
 * modified later than @mtime. Return: 0 or -ENOMEM.
 */
int html_read_lines(struct html_code *c, struct html_line_use *uses, uint32_t nr,
		    const struct sources_dir *dir, int64_t mtime, struct html_paths *p);
