/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Decodes the bytes that a terminal sends into keys, mouse events and pasted text. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Values of key.code for keys that are no characters. For a character, key.code is the code point;
 * for a control key, it is 1 to 31.
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
	TERM_KEY_CLICK,	     /* left mouse button, pressed at key.row and key.col */
	TERM_KEY_WHEEL_UP,   /* mouse wheel, turned at key.row and key.col */
	TERM_KEY_WHEEL_DOWN, /* mouse wheel, turned at key.row and key.col */
	TERM_KEY_PASTE,	     /* one character of pasted text, in key.pasted */
	/* no key: the size of the window changed, or the window was shown again */
	TERM_KEY_RESIZED,
	TERM_KEY_UNKNOWN /* a sequence of bytes that key_next() does not know; no key */
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
 * Return: number of free bytes in @in->buf from offset @in->len on. The caller reads bytes of the
 * terminal to @in->buf + @in->len, and adds the count of these bytes to @in->len.
 */
static inline size_t key_input_room(const struct key_input *in)
{
	return sizeof(in->buf) - in->len;
}

/*
 * Take the next key from the bytes in @in. @timeout: the caller has waited, and no byte came after
 * those in @in, so a single byte ESC is the key ESC, not the beginning of a sequence. Return: true:
 * @k is the key; false: @in has no bytes, or only a part of a sequence.
 */
bool key_next(struct key_input *in, bool timeout, struct key *k);
