/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A buffer of character cells; screen_flush() writes the cells that have changed to a terminal.
 * The Linux console, tmux, screen and all terminals of the xterm family understand the escape
 * sequences for cursor position, colours and attributes that screen_flush() writes.
 *
 * Text may come from a recording. Bytes that control a terminal, invalid UTF-8 and characters
 * without a width are never written to the terminal.
 */

#include "view/term/terminal.h"

#include <stdint.h>

/*
 * Values of screen_style.fg and screen_style.bg: SCREEN_DEFAULT is the terminal's own colour,
 * SCREEN_RGB() any other colour. On a terminal with fewer colours, the nearest available colour is
 * shown; on a terminal without colours, text with a background colour is shown in reverse.
 */
#define SCREEN_DEFAULT 0u
#define SCREEN_RGB(r, g, b) (1u << 24 | (uint32_t)(r) << 16 | (uint32_t)(g) << 8 | (uint32_t)(b))

enum { SCREEN_BOLD = 1, SCREEN_DIM = 2, SCREEN_REVERSE = 4, SCREEN_UNDERLINE = 8 };

struct screen_style {
	uint32_t fg, bg;
	uint8_t attrs; /* bits from SCREEN_BOLD to SCREEN_UNDERLINE */
};

struct screen_cell {
	uint32_t ch; /* code point; 0: the cell is the right half of a wide character */
	struct screen_style style;
};

struct screen {
	unsigned rows, cols;
	enum terminal_colours colours;
	bool utf8;
	/*
	 * @cells: the contents that the screen is to have; @shown: the contents that the terminal
	 * shows now. Each is an array of @rows times @cols cells.
	 */
	struct screen_cell *cells, *shown;
	char *out; /* buffer of screen_flush() for the bytes to write */
	size_t len, cap;
	bool all; /* the next screen_flush() writes all cells, because @shown is not valid */
};

/*
 * Give the screen @s the size, colours and character set of the terminal @t. All cells are blank
 * afterwards, and the next screen_flush() writes all of them. Return: 0; -ENOMEM: memory is
 * exhausted, and @s has 0 rows.
 */
int screen_resize(struct screen *s, const struct terminal *t);
void screen_free(struct screen *s);

void screen_clear(struct screen *s);

/*
 * Put the @len bytes of @text into the cells from @row and @col on. Text from column @end on, or
 * outside of the screen, is left out; @end may be greater than the width of the screen. Return: the
 * column after the text.
 */
unsigned screen_put(struct screen *s, unsigned row, unsigned col, unsigned end, const char *text,
		    size_t len, struct screen_style style);

/* Fill @nr cells from @row and @col on with the character @ch. */
void screen_fill(struct screen *s, unsigned row, unsigned col, unsigned nr, uint32_t ch,
		 struct screen_style style);

/* Set the style of the cells in the columns [@col, @end) of @row, and keep their characters. */
void screen_restyle(struct screen *s, unsigned row, unsigned col, unsigned end,
		    struct screen_style style);

/*
 * Call @write with the bytes that make the terminal show those elements of @s->cells that differ
 * from @s->shown, and update @s->shown. If no cell differs, do not call @write.
 */
void screen_flush(struct screen *s, void (*write)(const char *buf, size_t len));

/*
 * Decode the first character of @text, which has @len bytes. Set *@ch to the code point to show,
 * or to '?' if the character must not be shown. Set *@width to the count of columns that the
 * character takes up; 0: screen_put() leaves the character out. @utf8: the terminal shows UTF-8;
 * false: only ASCII. Return: size of the character in @text in bytes, at least 1.
 */
size_t screen_char(bool utf8, const char *text, size_t len, uint32_t *ch, unsigned *width);

/* Return: the width of @text on the screen, in columns. @utf8: as for screen_char(). */
unsigned screen_width(bool utf8, const char *text, size_t len);
