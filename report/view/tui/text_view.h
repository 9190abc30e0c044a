/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A view of lines of text; lines may be added while the view is shown. */

#include "view/tui/tui_int.h"

struct tui_text {
	struct tui_view view; /* must be the first member */
	char *title;
	uint32_t head; /* number of lines at the beginning of the text that do not scroll */
	struct out text;
	size_t *lines; /* array: offset in @text of each line that ends with a newline */
	uint64_t nr_lines, cap_lines;
	size_t line_start; /* offset in @text of the first byte after the last newline */
	struct tui_search search;
	uint64_t search_from;
	/*
	 * @more adds text to the view. After tui_text_growing(v, true), the browser calls @more
	 * whenever no key was pressed for 50 ms. The browser calls @stop before it frees the view.
	 * Both members may be NULL.
	 */
	void (*more)(struct tui *t, struct tui_text *v);
	void (*stop)(struct tui_text *v);
	void *ctx;
};

struct tui_text *tui_text_new(const char *title, uint32_t head);
void tui_text_add(struct tui_text *v, const char *text, size_t len);
void tui_text_growing(struct tui_text *v, bool growing);

/*
 * Return: the line with index @n of the text, counted from 0; *@len is its length in bytes without
 * the newline. If the view has no line with this index, *@len is 0.
 */
const char *tui_text_line(const struct tui_text *v, uint64_t n, size_t *len);
