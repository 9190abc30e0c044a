/* SPDX-License-Identifier: BSD-2-Clause */
/* A buffer of character cells, and the sequences that make a terminal show it. */
#include "view/term/screen.h"

#include "base/array.h"
#include "base/memory.h"
#include "common/utf8.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- characters -------------------------------------------------------------------------- */

/* The width that glibc gives a character in UTF-8, whatever the user's locale is. */
static int utf8_width(uint32_t ch)
{
	static locale_t utf8_locale;
	locale_t old;
	int width;

	if (!utf8_locale)
		utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!utf8_locale)
		return -1;
	old = uselocale(utf8_locale);
	width = wcwidth((wchar_t)ch);
	uselocale(old);
	return width;
}

/*
 * Characters that change the direction or the shape of others could make a name look like another
 * one.
 */
static bool is_format_character(uint32_t ch)
{
	return ch == 0xad || (ch >= 0x200b && ch <= 0x200f) || (ch >= 0x2028 && ch <= 0x202e) ||
	       (ch >= 0x2060 && ch <= 0x206f) || ch == 0xfeff || ch >= 0xe0000;
}

size_t screen_char(bool utf8, const char *text, size_t len, uint32_t *ch, unsigned *width)
{
	size_t n;
	int w;

	*width = 1;
	if ((unsigned char)*text < 0x80) {
		*ch = *text >= ' ' && *text != 0x7f ? (uint32_t)*text : '?';
		return 1;
	}
	n = pd_utf8_char(text, len, ch);
	if (!n) {
		*ch = '?';
		return 1;
	}
	w = *ch < 0xa0 || is_format_character(*ch) ? -1 : utf8_width(*ch);
	if (w < 0 || !utf8) {
		*ch = '?';
		return n;
	}
	*width = (unsigned)w;
	return n;
}

unsigned screen_width(bool utf8, const char *text, size_t len)
{
	unsigned sum = 0, width;
	uint32_t ch;

	for (size_t at = 0; at < len;) {
		at += screen_char(utf8, text + at, len - at, &ch, &width);
		sum += width;
	}
	return sum;
}

/* ---- cells ------------------------------------------------------------------------------- */

int screen_resize(struct screen *s, const struct terminal *t)
{
	const size_t nr = (size_t)t->rows * t->cols;
	struct screen_cell *cells = mem_alloc(nr, sizeof(*cells));
	struct screen_cell *shown = mem_alloc(nr, sizeof(*shown));

	free(s->cells);
	free(s->shown);
	s->cells = cells;
	s->shown = shown;
	s->colours = t->colours;
	s->utf8 = t->utf8;
	s->rows = cells && shown ? t->rows : 0;
	s->cols = t->cols;
	s->all = true;
	screen_clear(s);
	return s->rows ? 0 : -ENOMEM;
}

void screen_free(struct screen *s)
{
	free(s->cells);
	free(s->shown);
	free(s->out);
	*s = (struct screen){ .rows = 0 };
}

static struct screen_cell *cell_at(const struct screen *s, unsigned row, unsigned col)
{
	return &s->cells[(size_t)row * s->cols + col];
}

void screen_clear(struct screen *s)
{
	const struct screen_style plain = { .attrs = 0 };

	for (unsigned row = 0; row < s->rows; row++)
		screen_fill(s, row, 0, s->cols, ' ', plain);
}

void screen_fill(struct screen *s, unsigned row, unsigned col, unsigned nr, uint32_t ch,
		 struct screen_style style)
{
	if (row >= s->rows || col >= s->cols)
		return;
	if (nr > s->cols - col)
		nr = s->cols - col;
	for (unsigned i = 0; i < nr; i++)
		*cell_at(s, row, col + i) = (struct screen_cell){ ch, style };
}

void screen_restyle(struct screen *s, unsigned row, unsigned col, unsigned end,
		    struct screen_style style)
{
	for (; row < s->rows && col < end && col < s->cols; col++)
		cell_at(s, row, col)->style = style;
}

/* Half of a wide character that is overwritten becomes a blank. */
static void repair_neighbours(struct screen *s, unsigned row, unsigned col, unsigned width)
{
	struct screen_cell *c = cell_at(s, row, col);

	if (!c->ch && col)
		c[-1].ch = ' ';
	if (col + width < s->cols && !c[width].ch)
		c[width].ch = ' ';
}

unsigned screen_put(struct screen *s, unsigned row, unsigned col, unsigned end, const char *text,
		    size_t len, struct screen_style style)
{
	if (row >= s->rows)
		return col;
	if (end > s->cols)
		end = s->cols;
	for (size_t at = 0; at < len && col < end;) {
		unsigned width;
		uint32_t ch;

		at += screen_char(s->utf8, text + at, len - at, &ch, &width);
		if (!width)
			continue;
		if (col + width > end) {
			width = 1;
			ch = ' ';
		}
		repair_neighbours(s, row, col, width);
		*cell_at(s, row, col) = (struct screen_cell){ ch, style };
		if (width == 2)
			*cell_at(s, row, col + 1) = (struct screen_cell){ 0, style };
		col += width;
	}
	return col;
}

/* ---- sequences --------------------------------------------------------------------------- */

static void add_bytes(struct screen *s, const char *bytes, size_t len)
{
	char *out = s->out;

	if (s->len + len > s->cap) {
		s->cap = (s->len + len) * 2;
		out = mem_grow(s->out, s->cap, 1);
	}
	if (!out) {
		s->cap = s->out ? s->len : 0;
		return;
	}
	s->out = out;
	memcpy(s->out + s->len, bytes, len);
	s->len += len;
}

static void add_sequence(struct screen *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void add_sequence(struct screen *s, const char *fmt, ...)
{
	char text[64];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	add_bytes(s, text, n > 0 && (size_t)n < sizeof(text) ? (size_t)n : 0);
}

static void add_char(struct screen *s, uint32_t ch)
{
	char u[4];

	if (ch < 0x80) {
		u[0] = (char)ch;
		add_bytes(s, u, 1);
	} else if (ch < 0x800) {
		u[0] = (char)(0xc0 | ch >> 6);
		u[1] = (char)(0x80 | (ch & 0x3f));
		add_bytes(s, u, 2);
	} else if (ch < 0x10000) {
		u[0] = (char)(0xe0 | ch >> 12);
		u[1] = (char)(0x80 | (ch >> 6 & 0x3f));
		u[2] = (char)(0x80 | (ch & 0x3f));
		add_bytes(s, u, 3);
	} else {
		u[0] = (char)(0xf0 | ch >> 18);
		u[1] = (char)(0x80 | (ch >> 12 & 0x3f));
		u[2] = (char)(0x80 | (ch >> 6 & 0x3f));
		u[3] = (char)(0x80 | (ch & 0x3f));
		add_bytes(s, u, 4);
	}
}

static unsigned red(uint32_t c)
{
	return c >> 16 & 0xff;
}

static unsigned green(uint32_t c)
{
	return c >> 8 & 0xff;
}

static unsigned blue(uint32_t c)
{
	return c & 0xff;
}

/* The nearest colour of the cube of 6x6x6 colours, from number 16. */
static unsigned cube_colour(uint32_t c)
{
	const unsigned r = red(c), g = green(c), b = blue(c);

	if (r == g && g == b && r > 8 && r < 239)
		return 232 + (r - 8) / 10;
	return 16 + 36 * ((r * 5 + 127) / 255) + 6 * ((g * 5 + 127) / 255) + (b * 5 + 127) / 255;
}

/* The nearest of the eight colours of the oldest terminals. */
static unsigned basic_colour(uint32_t c)
{
	const unsigned r = red(c), g = green(c), b = blue(c);
	const unsigned most = r > g ? (r > b ? r : b) : (g > b ? g : b);
	const unsigned half = most / 2 + most / 8 + 1;

	if (most < 64)
		return 0;
	return (r >= half) | (g >= half) << 1 | (b >= half) << 2;
}

static void add_colour(struct screen *s, uint32_t c, bool background)
{
	if (c == SCREEN_DEFAULT || s->colours == TERMINAL_MONO)
		return;
	if (s->colours == TERMINAL_TRUE)
		add_sequence(s, ";%u;2;%u;%u;%u", background ? 48 : 38, red(c), green(c), blue(c));
	else if (s->colours == TERMINAL_256)
		add_sequence(s, ";%u;5;%u", background ? 48 : 38, cube_colour(c));
	else
		add_sequence(s, ";%u", (background ? 40 : 30) + basic_colour(c));
}

static void add_style(struct screen *s, const struct screen_style *style)
{
	add_sequence(s, "\033[0");
	if (style->attrs & SCREEN_BOLD)
		add_sequence(s, ";1");
	if (style->attrs & SCREEN_DIM)
		add_sequence(s, ";2");
	if (style->attrs & SCREEN_UNDERLINE)
		add_sequence(s, ";4");
	/* Without colours, a coloured background is shown as reversed text. */
	if (style->attrs & SCREEN_REVERSE ||
	    (s->colours == TERMINAL_MONO && style->bg != SCREEN_DEFAULT))
		add_sequence(s, ";7");
	add_colour(s, style->fg, false);
	add_colour(s, style->bg, true);
	add_sequence(s, "m");
}

static bool same_style(const struct screen_style *a, const struct screen_style *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->attrs == b->attrs;
}

static bool same_cell(const struct screen_cell *a, const struct screen_cell *b)
{
	return a->ch == b->ch && same_style(&a->style, &b->style);
}

/* Return the column after the cells of a row that differ, from @col on. */
static unsigned flush_run(struct screen *s, unsigned row, unsigned col, struct screen_style *now)
{
	const size_t first = (size_t)row * s->cols;

	/* A wide character is written as a whole. */
	while (col && !s->cells[first + col].ch)
		col--;
	add_sequence(s, "\033[%u;%uH", row + 1, col + 1);
	for (; col < s->cols; col++) {
		const struct screen_cell *c = &s->cells[first + col];

		if (!s->all && same_cell(c, &s->shown[first + col]) && c->ch)
			break;
		s->shown[first + col] = *c;
		if (!c->ch)
			continue;
		if (!same_style(&c->style, now))
			add_style(s, &c->style);
		*now = c->style;
		add_char(s, c->ch);
	}
	return col;
}

void screen_flush(struct screen *s, void (*write)(const char *buf, size_t len))
{
	struct screen_style now = { .attrs = 0xff };

	s->len = 0;
	if (s->all)
		add_sequence(s, "\033[0m\033[2J");
	for (unsigned row = 0; row < s->rows; row++)
		for (unsigned col = 0; col < s->cols; col++) {
			const size_t i = (size_t)row * s->cols + col;

			if (s->all || !same_cell(&s->cells[i], &s->shown[i]))
				col = flush_run(s, row, col, &now);
		}
	s->all = false;
	if (s->len)
		write(s->out, s->len);
}
