/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A buffer of character cells that is drawn on a terminal. Only cells that differ from those shown
 * are written, as a list of sequences that every terminal of the xterm family, tmux, screen and the
 * Linux console understand: cursor position, colours and attributes.
 *
 * Text may come from a recording: bytes that control a terminal, invalid UTF-8 and characters
 * without a width never reach it.
 */

#include "view/term/terminal.h"

#include <stdint.h>

/* A colour: SCREEN_DEFAULT, or SCREEN_RGB(); terminals with fewer colours get the nearest. */
#define SCREEN_DEFAULT 0u
#define SCREEN_RGB(r, g, b) (1u << 24 | (uint32_t)(r) << 16 | (uint32_t)(g) << 8 | (uint32_t)(b))

enum { SCREEN_BOLD = 1, SCREEN_DIM = 2, SCREEN_REVERSE = 4, SCREEN_UNDERLINE = 8 };

struct screen_style {
	uint32_t fg, bg;
	uint8_t attrs; /* SCREEN_ bits */
};

struct screen_cell {
	uint32_t ch; /* code point; 0: the second column of a wide character */
	struct screen_style style;
};

struct screen {
	unsigned rows, cols;
	enum terminal_colours colours;
	bool utf8;
	struct screen_cell *cells, *shown; /* what is to be shown, and what the terminal shows */
	char *out;			   /* bytes that screen_flush() collects */
	size_t len, cap;
	bool all; /* the contents of the terminal are not known */
};

/* Set the size, and forget what the terminal shows. Return: 0 or -ENOMEM: the size is 0. */
int screen_resize(struct screen *s, const struct terminal *t);
void screen_free(struct screen *s);

void screen_clear(struct screen *s);

/*
 * Put text at a row and column, cut at column @end, which may exceed the width. Return: the column
 * after it. Text outside of the screen is left out.
 */
unsigned screen_put(struct screen *s, unsigned row, unsigned col, unsigned end, const char *text,
		    size_t len, struct screen_style style);

/* Put @nr cells with one character. */
void screen_fill(struct screen *s, unsigned row, unsigned col, unsigned nr, uint32_t ch,
		 struct screen_style style);

/* Give the cells from @col up to @end another style. */
void screen_restyle(struct screen *s, unsigned row, unsigned col, unsigned end,
		    struct screen_style style);

/* Write the differences to the terminal by @write, and remember what it shows. */
void screen_flush(struct screen *s, void (*write)(const char *buf, size_t len));

/*
 * Get the next character of @text as it is shown. *@ch: its code point, '?' for one that is not
 * shown as it is. *@width: its columns; 0: it is not shown. Return: its bytes, at least 1.
 */
size_t screen_char(bool utf8, const char *text, size_t len, uint32_t *ch, unsigned *width);

/* Return the columns of a text. */
unsigned screen_width(bool utf8, const char *text, size_t len);
