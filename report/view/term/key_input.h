/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Decodes the bytes that a terminal sends into keys, mouse events and pasted text. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys that are no characters. A character is its code point, a control key its number 1 to 31. */
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
	TERM_KEY_CLICK,	     /* the left button was pressed at row, col */
	TERM_KEY_WHEEL_UP,   /* at row, col */
	TERM_KEY_WHEEL_DOWN, /* at row, col */
	TERM_KEY_PASTE,	     /* a character of pasted text is in pasted */
	TERM_KEY_RESIZED,    /* not a key: the window has another size, or was shown again */
	TERM_KEY_UNKNOWN     /* a sequence that means nothing here */
};

#define TERM_KEY_CTRL(letter) ((letter)&31)

struct key {
	uint32_t code;
	uint32_t pasted;   /* TERM_KEY_PASTE: a code point */
	unsigned row, col; /* of mouse events, from 0 */
};

struct key_input {
	char buf[256];
	size_t len;
	bool pasting;
};

/* The free bytes after those that were read; the caller reads into them and adds to in->len. */
static inline size_t key_input_room(const struct key_input *in)
{
	return sizeof(in->buf) - in->len;
}

/*
 * Take the next key. @timeout: no further bytes came, so that a single ESC is the key ESC. Return:
 * false if there is none, or if its bytes are incomplete.
 */
bool key_next(struct key_input *in, bool timeout, struct key *k);
