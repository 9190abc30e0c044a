/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Decodes the bytes that a terminal sends into keys, mouse events and pasted text. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Values of key.code for keys that are no characters. For a character, key.code is its code point;
 * for a letter with the key Ctrl, it is TERM_KEY_CTRL(letter), except that Ctrl+J counts as ENTER
 * and Ctrl+H as BACKSPACE.
 */
enum {
	TERM_KEY_TAB = 9,
	TERM_KEY_ENTER = 13,
	TERM_KEY_ESC = 27,
	TERM_KEY_BACKSPACE = 127,
	TERM_KEY_UP = 0x110000,
	TERM_KEY_DOWN,
	TERM_KEY_RIGHT,
	TERM_KEY_LEFT,
	TERM_KEY_HOME,
	TERM_KEY_END,
	TERM_KEY_PAGE_UP,
	TERM_KEY_PAGE_DOWN,
	TERM_KEY_INSERT,
	TERM_KEY_DELETE,
	TERM_KEY_BACKTAB,
	TERM_KEY_F1,
	TERM_KEY_CLICK,	     /* the left mouse button was pressed at key.row and key.col */
	TERM_KEY_WHEEL_UP,   /* the mouse wheel was turned up at key.row and key.col */
	TERM_KEY_WHEEL_DOWN, /* the mouse wheel was turned down at key.row and key.col */
	TERM_KEY_PASTE,	     /* the user pasted text; key.pasted is one character of it */
	/* not a key: terminal_wait() returned TERMINAL_CHANGED, so the screen must be redrawn */
	TERM_KEY_RESIZED,
	/* not a key: key_next() does not know the bytes, or tui_read_key() got no key in time */
	TERM_KEY_UNKNOWN
};

#define TERM_KEY_CTRL(letter) ((letter)&31)

struct key {
	uint32_t code;
	uint32_t pasted;   /* with TERM_KEY_PASTE: code point of the pasted character */
	unsigned row, col; /* mouse events: position on the screen, from 0 */
};

struct key_input {
	char buf[256];
	size_t len;
	bool pasting;
};

/*
 * Return: number of free bytes in @in->buf from offset @in->len on. The caller reads at most this
 * number of bytes from the terminal to @in->buf + @in->len, and adds their count to @in->len.
 */
static inline size_t key_input_room(const struct key_input *in)
{
	return sizeof(in->buf) - in->len;
}

/*
 * Take the next key from the bytes in @in. @timeout: the caller has waited, and no byte came after
 * those in @in, so a single byte ESC is the key ESC, not the beginning of a sequence. Return: true:
 * @k is the key; false: @in has no bytes, or only a part of a sequence or of a UTF-8 character.
 */
bool key_next(struct key_input *in, bool timeout, struct key *k);
