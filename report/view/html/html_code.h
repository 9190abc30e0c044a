/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The code of the hottest functions, for the page: instructions, inlined calls, source lines. */

#include "view/annotate_hits.h"
#include "view/html/html_int.h"

/* A function with code, or with the reason why there is none. */
struct html_code_function {
	uint32_t function; /* number of the page's function */
	uint32_t nr_insns;
	uint32_t why; /* text that says why the code is missing; 0: the code is in the page */
	uint64_t address;
};

/* An instruction. If text is 0, instructions are left out at this position. */
struct html_insn {
	uint32_t size, text;
	uint32_t file, line; /* 0: not known */
	uint32_t scope;	     /* number of an inlined call; 0: the function itself */
	/* number from 1, in the function, of the instruction to which it jumps; 0: none */
	uint32_t target;
};

/* A call that is inlined: the function, and the place of the call. */
struct html_scope {
	uint32_t parent; /* number of the call into which it is inlined; 0: none */
	uint32_t name, file, line;
};

/* A source file: its path in the debugging information, and whether it is below --source. */
struct html_source {
	const char *path, *cwd;
	const struct pdata_object *object;
	uint32_t name; /* text */
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
	struct interner scopes; /* struct html_scope */
	struct html_source *files;
	uint32_t nr_files, cap_files;
	struct html_source_line *lines;
	uint32_t nr_lines, cap_lines;
	bool lines_left_out;	/* there were too many, and a message was printed */
	struct out text;	/* the source lines, each ends with NUL */
	uint32_t *hit_of_frame; /* by frame of the tables: number of an address with samples */
	uint32_t nr_frames;
	uint32_t *hit_insns; /* by number of an address with samples: number of its instruction */
	uint32_t nr_hits;
};

/*
 * Find the code of the hottest functions; @p has the paths of @t. Return: 0 or -1: the session has
 * an error. The caller calls html_free_code() in both cases.
 */
int html_make_code(struct html_code *c, struct tables *t, const struct html_samples *s,
		   struct html_paths *p, const struct html_opts *o);
void html_add_code_columns(struct html_columns *columns, const struct html_code *c,
			   const struct html_samples *s, const struct html_opts *o);
void html_free_code(struct html_code *c);

/* ---- code_lines.c ------------------------------------------------------------------------- */

/* A source line, which an instruction of function @function has in the inlined call @scope. */
struct html_line_use {
	uint32_t function, scope, file, line;
};

/*
 * Read the source lines of @uses, an array of @nr elements, from files below @dir. If @mtime is
 * not 0, note which files are newer. Return: 0 or -ENOMEM.
 */
int html_read_lines(struct html_code *c, struct html_line_use *uses, uint32_t nr,
		    const struct sources_dir *dir, int64_t mtime, struct html_paths *p);
