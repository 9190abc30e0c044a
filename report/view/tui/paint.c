/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of the screen that all views use: styles, lines with coloured percentages, long names. */
#include "view/tui/tui_int.h"

#include "common/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RED SCREEN_RGB(215, 60, 60)
#define GREEN SCREEN_RGB(60, 175, 75)
#define BLUE SCREEN_RGB(38, 84, 150)
#define WHITE SCREEN_RGB(238, 238, 238)
#define GREY SCREEN_RGB(60, 60, 60)
#define YELLOW SCREEN_RGB(230, 190, 60)

/* perf's limits, in percent, above which a percentage is red or green. */
#define HOT 5.0
#define WARM 0.5

const struct screen_style tui_plain = { 0 }, tui_title = { .attrs = SCREEN_BOLD },
			  tui_head = { WHITE, GREY, 0 }, tui_cursor = { WHITE, BLUE, 0 },
			  tui_status = { WHITE, BLUE, 0 },
			  tui_hot_status = { SCREEN_RGB(0, 0, 0), YELLOW, 0 },
			  tui_hot = { .fg = RED }, tui_warm = { .fg = GREEN },
			  tui_dim = { .attrs = SCREEN_DIM },
			  tui_match = { SCREEN_RGB(0, 0, 0), YELLOW, 0 };

void tui_put_bar(struct tui *t, unsigned row, const char *text, struct screen_style style)
{
	screen_fill(&t->screen, row, 0, t->screen.cols, ' ', style);
	screen_put(&t->screen, row, 0, t->screen.cols, text, strlen(text), style);
}

/*
 * Find the next "12.34%" in @text from @at on. Return: its start, and its end in *@end; -1: none.
 */
static long find_percent(const char *text, size_t len, size_t at, size_t *end, double *value)
{
	for (size_t i = at; i < len; i++) {
		size_t from = i;

		if (text[i] != '%')
			continue;
		while (from > at &&
		       ((text[from - 1] >= '0' && text[from - 1] <= '9') || text[from - 1] == '.'))
			from--;
		if (from == i)
			continue;
		*value = strtod(text + from, NULL);
		*end = i + 1;
		return (long)from;
	}
	return -1;
}

/* The texts are ASCII up to their percentages, so bytes are columns. */
static void colour_percents(struct tui *t, unsigned row, const char *text, size_t len,
			    unsigned shift, const struct screen_style *base)
{
	size_t end = 0;
	double value;
	long from;

	while ((from = find_percent(text, len, end, &end, &value)) >= 0) {
		struct screen_style s = value >= HOT ? tui_hot : tui_warm;

		if (value <= WARM || end <= shift)
			continue;
		s.bg = base->bg;
		s.attrs = base->attrs;
		screen_restyle(&t->screen, row, (size_t)from > shift ? (unsigned)from - shift : 0,
			       (unsigned)end - shift, s);
	}
}

/* The bytes of @text before the column @shift. */
static size_t skip_columns(const struct tui *t, const char *text, size_t len, unsigned shift)
{
	size_t at = 0;

	for (unsigned col = 0; at < len && col < shift;) {
		unsigned width;
		uint32_t ch;

		at += screen_char(t->screen.utf8, text + at, len - at, &ch, &width);
		col += width;
	}
	return at;
}

void tui_put_line(struct tui *t, unsigned row, const char *text, size_t len, unsigned shift,
		  bool cursor)
{
	const struct screen_style style = cursor ? tui_cursor : tui_plain;
	const size_t skipped = skip_columns(t, text, len, shift);

	if (cursor)
		screen_fill(&t->screen, row, 0, t->screen.cols, ' ', style);
	screen_put(&t->screen, row, 0, t->screen.cols, text + skipped, len - skipped, style);
	if (!cursor || t->screen.colours != TERMINAL_16)
		colour_percents(t, row, text, len, shift, &style);
}

const char *tui_shorten(const struct tui *t, const char *text, unsigned width, char *buf,
			size_t size)
{
	const char *dots = t->screen.utf8 ? "…" : "..";
	const unsigned all = screen_width(t->screen.utf8, text, strlen(text));
	const unsigned gap = screen_width(t->screen.utf8, dots, strlen(dots));
	const size_t len = strlen(text);
	unsigned left;
	size_t n, from;

	if (all <= width || width <= gap + 2)
		return text;
	left = (width - gap) / 2;
	n = skip_columns(t, text, len, left);
	from = skip_columns(t, text, len, all - (width - gap - left));
	snprintf(buf, size, "%.*s%s%s", (int)(n < size / 2 ? n : size / 2), text, dots,
		 text + from);
	return buf;
}
