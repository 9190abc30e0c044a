/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The code of one function as lines with their samples. */

#include "view/annotate.h"
#include "view/tui/tui_int.h"

struct tui_code_line {
	const char *text;  /* of the instruction, or of the source line */
	const char *bytes; /* of the instruction, as hexadecimal digits */
	uint64_t at;	   /* offset in the function */
	uint64_t address;
	struct annotate_sum *sums; /* by position of the event in the group; NULL: a source line */
	const char *path;
	uint32_t line;
	bool jumps;
	uint64_t target; /* an address of the object */
	const struct sym *to;
	uint32_t nr_jumps; /* jumps of this function that lead here */
};

struct tui_code {
	struct annotate_opts opts;
	struct annotate a;
	struct annotate_func none; /* for a function without samples */
	const struct annotate_func *f;
	struct tui_code_line *lines;
	uint32_t nr, cap;
	struct out texts; /* while lines are collected, lines refer to it by offset */
	const char *why;  /* why there is no code; NULL: there is */
};

/*
 * Read the code of a function and its samples in the report of @t. Call tui_code_free() after it.
 */
void tui_code_read(struct tui_code *c, struct tui *t, const struct pdata_object *object,
		   const struct sym *sym, uint32_t event);
void tui_code_free(struct tui_code *c);

/* The number of the instruction at an offset of the function; -1: none begins there. */
int64_t tui_code_find(const struct tui_code *c, uint64_t at);
/* The text of the source line of an instruction; NULL: it is not known. */
const char *tui_code_source(struct tui_code *c, const struct tui_code_line *l, size_t *len);
