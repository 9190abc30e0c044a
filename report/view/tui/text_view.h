/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A view of lines of text, to which lines may be added while it is shown. */

#include "view/tui/tui_int.h"

#include <regex.h>

struct tui_text {
	struct tui_view view; /* first member */
	char *title;
	uint32_t head; /* lines at the top that do not scroll */
	struct out text;
	size_t *lines; /* offsets of complete lines */
	uint64_t nr_lines, cap_lines;
	size_t line_start; /* of the line that is not complete */
	regex_t search;
	bool has_search;
	uint64_t search_from;
	/* Called now and then while the view is growing, and before it is freed; or NULL. */
	void (*more)(struct tui *t, struct tui_text *v);
	void (*stop)(struct tui_text *v);
	void *ctx;
};

struct tui_text *tui_text_new(const char *title, uint32_t head);
void tui_text_add(struct tui_text *v, const char *text, size_t len);
void tui_text_growing(struct tui_text *v, bool growing);

/* Return line @n without its end; "" if there is none. */
const char *tui_text_line(const struct tui_text *v, uint64_t n, size_t *len);
