/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Collects the code of one function for the browser: its instructions with their samples. */

#include "view/annotate.h"
#include "view/tui/tui_int.h"

struct tui_code_line {
	/* the instruction as text; a jump or call ends with its target, such as " <main+0x1a>" */
	const char *text;
	const char *bytes; /* the bytes of the instruction as text, in hexadecimal digits */
	uint64_t at;	   /* offset in bytes of the instruction from the start of the function */
	uint64_t address;
	/*
	 * array with one element for each event of the event group, the leader first: samples of
	 * the event at the instruction
	 */
	struct annotate_sum *sums;
	const char *path;
	uint32_t line;
	bool jumps;
	/* if @jumps is set: target of the jump or call, as an address in the object */
	uint64_t target;
	const struct sym *to;
	uint32_t nr_jumps; /* count of jumps and calls from this function to the instruction */
};

struct tui_code {
	struct annotate_opts opts;
	struct annotate a;
	struct annotate_func none; /* @f points to this member if the function has no samples */
	const struct annotate_func *f;
	struct tui_code_line *lines;
	uint32_t nr, cap;
	/* buffer that has the strings tui_code_line.text and tui_code_line.bytes of all lines */
	struct out texts;
	/* text that says why @lines is empty; NULL: the code was found */
	const char *why;
};

/*
 * Fill @c with the code of the function @sym of @object, and with the function's samples in the
 * report @t->rp. @event: index of the leader of an event group; the function uses only samples of
 * the events in this group. The caller frees @c with tui_code_free().
 */
void tui_code_read(struct tui_code *c, struct tui *t, const struct pdata_object *object,
		   const struct sym *sym, uint32_t event);
void tui_code_free(struct tui_code *c);

/*
 * Return: index in @c->lines of the instruction that begins @at bytes after the start of the
 * function; -1: no instruction begins there.
 */
int64_t tui_code_find(const struct tui_code *c, uint64_t at);
/*
 * Return: the text of the source line of the instruction @l, owned by @c; *@len is its length in
 * bytes. NULL: the source line is not known, or its file is not found.
 */
const char *tui_code_source(struct tui_code *c, const struct tui_code_line *l, size_t *len);
