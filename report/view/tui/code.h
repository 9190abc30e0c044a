/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Collects the code of one function for the browser: its instructions with their samples. */

#include "view/annotate.h"
#include "view/tui/tui_int.h"

struct tui_code_line {
	const char *text;  /* the instruction as text, with the symbol of a jump's target */
	const char *bytes; /* the bytes of the instruction, as hexadecimal digits */
	uint64_t at;	   /* offset of the instruction in the function */
	uint64_t address;
	struct annotate_sum *sums; /* array, indexed by position of the event in its group */
	const char *path;
	uint32_t line;
	bool jumps;
	/* if @jumps is set: target of the jump, as an address in the object */
	uint64_t target;
	const struct sym *to;
	uint32_t nr_jumps; /* count of jumps in this function to this instruction */
};

struct tui_code {
	struct annotate_opts opts;
	struct annotate a;
	struct annotate_func none; /* what @f points to if the function has no samples */
	const struct annotate_func *f;
	struct tui_code_line *lines;
	uint32_t nr, cap;
	/* memory of tui_code_line.text and tui_code_line.bytes of all lines */
	struct out texts;
	const char *why; /* reason why @lines is empty, as text; NULL: the code was found */
};

/*
 * Fill @c with the code of the function @sym of @object, and with its samples of the event with
 * index @event in the report of @t. The caller frees @c with tui_code_free().
 */
void tui_code_read(struct tui_code *c, struct tui *t, const struct pdata_object *object,
		   const struct sym *sym, uint32_t event);
void tui_code_free(struct tui_code *c);

/*
 * Return: index in @c->lines of the instruction at offset @at of the function; -1: no instruction
 * begins at this offset.
 */
int64_t tui_code_find(const struct tui_code *c, uint64_t at);
/*
 * Return: text of the source line of the instruction @l, *@len bytes, owned by @c; NULL: the source
 * line is not known or its file is not found.
 */
const char *tui_code_source(struct tui_code *c, const struct tui_code_line *l, size_t *len);
