/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A view of lines of text; lines may be added while the view is shown. */

#include "view/tui/tui_int.h"

struct tui_text {
	struct tui_view view; /* must be the first member */
	char *title;
	uint32_t head; /* number of lines at the top that do not scroll */
	struct out text;
	size_t *lines; /* offsets in @text of all complete lines */
	uint64_t nr_lines, cap_lines;
	size_t line_start; /* offset in @text of the last line, which is not complete */
	struct tui_search search;
	uint64_t search_from;
	/*
	 * @more is called every 50 ms while text may be added, see tui_text_growing(). @stop is
	 * called before the view is freed. Both may be NULL.
	 */
	void (*more)(struct tui *t, struct tui_text *v);
	void (*stop)(struct tui_text *v);
	void *ctx;
};

struct tui_text *tui_text_new(const char *title, uint32_t head);
void tui_text_add(struct tui_text *v, const char *text, size_t len);
void tui_text_growing(struct tui_text *v, bool growing);

/*
 * Return: line @n of the text, *@len bytes without the newline. If the view has no line @n, *@len
 * is 0.
 */
const char *tui_text_line(const struct tui_text *v, uint64_t n, size_t *len);
